/** A hint that somebody has asked for: it is shown until it is closed, or until the decision has been made. */
import { say, t, translation } from "../i18n/translation.svelte";
import { notices } from "../ui/notices.svelte";
import type { Hint } from "../wire/protocol";
import type { Table } from "./table.svelte";

export class HintRequest {
  /** Null while it is thought about. */
  hint = $state.raw<Hint | null>(null);
  #decision = $state<number | null>(null);

  constructor(readonly table: Table) {}

  get open(): boolean {
    return (
      this.#decision !== null &&
      this.#decision === this.table.seatView?.decision &&
      this.table.curtain === null
    );
  }

  async ask(): Promise<void> {
    const { table } = this;
    if (table.spectating || !table.state || table.state.status !== "playing") return;
    if (!table.state.hints) return notices.show(say("refusal.no-hints"), "warn");
    if (!table.choices.any) return notices.show(t("hint.wait"));
    if (this.open) return;
    const decision = table.seatView?.decision ?? null;
    this.#decision = decision;
    if (this.hint?.action && this.hint.decision === decision && this.hint.seat === table.seat) return;
    this.hint = null;
    const found = await table.hint(translation.language);
    if (this.#decision !== decision) return;
    if ("action" in found) this.hint = found;
    else {
      this.close();
      notices.show(say(`refusal.${found.code}`), "warn");
    }
  }

  close(): void {
    this.#decision = null;
  }
}
