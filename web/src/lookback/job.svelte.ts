/** A long computation of the server, watched from here: how far it is, what came out, why it did not. */
import { http, Refusal } from "../net/http";
import type { Job, NewAnalysis } from "../wire/protocol";

const LOOK_EVERY = 900;

export class JobWatch<T> {
  state = $state<"idle" | "running" | "done" | "failed">("idle");
  /** From 0 to 1; a job that waits for its turn has not begun. */
  progress = $state(0);
  waiting = $state(false);
  result = $state.raw<T | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  #job: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  async start(asked: Partial<NewAnalysis>): Promise<void> {
    if (this.state === "running") return;
    this.#begin();
    await this.#look(() => http.analyze(asked));
  }

  async cancel(): Promise<void> {
    const job = this.#job;
    this.leave();
    this.state = "idle";
    if (job) await http.cancelJob(job).catch(() => undefined);
  }

  /** Look no more; the server gives up what nobody looks at. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#job = null;
  }

  #begin(): void {
    this.state = "running";
    this.progress = 0;
    this.waiting = true;
    this.result = null;
    this.refusal = null;
    this.#job = "";
  }

  async #look(ask: () => Promise<Job>): Promise<void> {
    try {
      this.#take(await ask());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#job === null) return;
      if (error.code === "no-connection")
        this.#again(); // A line that is lost comes back.
      else this.#fail(error);
    }
  }

  #take(job: Job): void {
    if (this.#job === null) {
      void http.cancelJob(job.job).catch(() => undefined); // It was cancelled before it had a name.
      return;
    }
    this.#job = job.job;
    this.progress = job.progress;
    this.waiting = job.status === "waiting";
    if (job.status === "done") {
      this.result = job.result as T;
      this.state = "done";
    } else if (job.status === "failed") this.#fail(new Refusal("failed", job.fault));
    else this.#again();
  }

  #again(): void {
    const job = this.#job;
    if (job) this.#timer = setTimeout(() => void this.#look(() => http.job(job)), LOOK_EVERY);
    else this.#fail(new Refusal("no-connection"));
  }

  #fail(refusal: Refusal): void {
    this.refusal = refusal;
    this.state = "failed";
  }
}
