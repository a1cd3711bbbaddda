/** What is shown of looking back, kept while the game is seen from another viewpoint. */
import type { Source } from "../replay/load";
import type { Analysis, JudgedDecision, Spread } from "../wire/protocol";
import { JobWatch } from "./job.svelte";

export class LookBackState {
  open = $state(false);
  readonly analysis = new JobWatch<Analysis>();
  readonly spread = new JobWatch<Spread>();
  /** The seat whose decisions are listed; null until somebody chooses one. */
  seat = $state<number | null>(null);
  /** The number of the decision that is shown on the board. */
  shown = $state<number | null>(null);

  constructor(readonly source: Source) {}

  /** The game, as requests name it. */
  get game(): { table: string } | { record: string } {
    return this.source.is === "table" ? { table: this.source.table } : { record: this.source.text };
  }

  decision(number: number): JudgedDecision | undefined {
    return this.analysis.result?.decisions.find((each) => each.number === number);
  }

  leave(): void {
    this.analysis.leave();
    this.spread.leave();
  }
}
