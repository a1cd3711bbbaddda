/** Long computations of the server: ask for one, look at it until it is done. */
import type { Job } from "../wire/protocol";
import { http, Refusal } from "./http";

const LOOK_EVERY = 1000;

/** What comes out of a job; a `Refusal` where it fails. `told` hears how far it is. */
export async function outcomeOf<T>(
  start: () => Promise<Job>,
  told: (progress: number) => void = () => {},
): Promise<T> {
  let job = await start();
  while (job.status === "waiting" || job.status === "running") {
    told(job.progress);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    job = await http.job(job.job);
  }
  if (job.status === "failed") throw new Refusal("unavailable", job.fault);
  return job.result as T;
}
