/** The balance report of a board in the making: asked for, followed while bots play, and kept while other panels are open. */
import { http, Refusal } from "../net/http";
import type { BalanceReport, Job } from "../wire/protocol";
import type { BoardTables } from "./tables";

/** Games among equals at each number of players. */
export const GAMES = 200;
const EVERY = 1000;

interface Source {
  readonly tables: BoardTables;
  file(): Promise<string>;
}

export class BalanceRun {
  job = $state.raw<Job | null>(null);
  /** Why there is no report: the code of a refusal. */
  refused = $state<string | null>(null);
  /** The board on which the games were played. */
  judged = $state.raw<BoardTables | null>(null);
  readonly running = $derived(this.job?.status === "running" || this.job?.status === "waiting");
  readonly report = $derived(this.job?.status === "done" ? (this.job.result as BalanceReport) : null);
  #next: ReturnType<typeof setTimeout> | undefined;
  /** Which run it is: answers to one that was given up come too late. */
  #run = 0;

  constructor(readonly board: Source) {}

  async start(): Promise<void> {
    this.stop();
    this.judged = this.board.tables;
    await this.#follow(async () => http.balance(await this.board.file(), GAMES));
  }

  /** Give the games up, or forget the report. */
  stop(): void {
    clearTimeout(this.#next);
    this.#run++;
    if (this.job && this.running) this.#cancel(this.job);
    this.job = null;
  }

  #cancel({ job }: Job): void {
    void http.cancelJob(job).catch(() => null); // It may be over already.
  }

  async #follow(asked: () => Promise<Job>): Promise<void> {
    const run = this.#run;
    try {
      const job = await asked();
      if (run !== this.#run) return this.#cancel(job);
      this.job = job;
      this.refused = null;
      if (this.running) this.#next = setTimeout(() => void this.#follow(() => http.job(job.job)), EVERY);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (run !== this.#run) return;
      this.refused = error.code;
      this.job = null;
    }
  }
}
