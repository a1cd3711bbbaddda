/** Bots without pauses until it is one's turn again; the pace of a table is the host's. */
import type { ShownTable } from "./played.svelte";

export class SkipAhead {
  /** The pace to go back to. */
  #pace = $state<number | null>(null);

  /** Call while a component is set up. */
  constructor(readonly table: ShownTable) {
    $effect(() => {
      if (this.#pace === null || !(table.choices.any || table.outcome)) return;
      const pace = this.#pace;
      this.#pace = null;
      if (!table.outcome) void this.#set(pace);
    });
  }

  /** Whether there are pauses to be skipped: a bot decides, and takes its time. */
  get possible(): boolean {
    const { state, actors, choices, isHost } = this.table;
    if (state?.status !== "playing" || !isHost || choices.any || this.#pace !== null) return false;
    return state.pace > 0 && actors.some((seat) => state.seats[seat]?.kind === "bot");
  }

  async start(): Promise<void> {
    this.#pace = this.table.state?.pace ?? null;
    await this.#set(0);
  }

  async #set(pace: number): Promise<void> {
    const seat = this.table.state?.host;
    if (seat !== null && seat !== undefined) await this.table.command({ type: "pace", seat, pace });
  }
}
