/** A table together with its printed board: everything that components ask about it. */
import type { Action } from "../wire/protocol";
import { notices } from "../ui/notices.svelte";
import { newSince } from "./routes/news";
import { playerName } from "./players";
import type { Print } from "./print";
import { t } from "../i18n/translation.svelte";
import { whyNotText } from "../i18n/whyNot";
import type { Table, WhyNot } from "./table.svelte";
import { Prose } from "../i18n/prose";
import { sectionOfRefusal } from "../rules/sections";

/** What a table shows, whether it is played now or replayed. */
export type ShownTable = Omit<Table, "outdated">;

export class PlayedTable {
  names = $derived.by(() => (this.table.state?.seats ?? []).map((seat) => playerName(seat, t("seat.open"))));
  prose = $derived.by(() => new Prose(this.print, this.names));
  /** Who owns which route. */
  owners = $derived.by(
    () =>
      new Map(
        (this.table.board?.players ?? []).flatMap(({ routes }, seat) => routes.map((id) => [id, seat])),
      ),
  );
  /** Who has built a station or a harbor where. */
  builders = $derived.by(
    () =>
      new Map((this.table.board?.players ?? []).flatMap(({ built }, seat) => built.map((id) => [id, seat]))),
  );
  /** Free lanes that the seat that looks can no longer claim, as the server tells (B-15). */
  closed = $derived.by((): ReadonlySet<string> => new Set(this.table.board?.closed));
  /** What others have built since the last turn of the seat that looks. */
  news = $derived.by(() => newSince(this.table.entries, this.seat, this.#seats));
  hand = $derived.by(() => this.table.view?.own?.hand ?? {});
  tickets = $derived.by(() => this.table.view?.own?.tickets ?? []);

  constructor(
    readonly table: ShownTable,
    readonly print: Print,
  ) {}

  get #seats(): number {
    return this.table.board?.players.length ?? 0;
  }

  /** Of these routes, those that the seat that looks could still have. */
  openMarks(marked: ReadonlySet<string>): string[] {
    const open = this.print.routes.filter(({ id }) => !this.owners.has(id) && !this.closed.has(id));
    return open.filter(({ id }) => marked.has(id)).map(({ id }) => id);
  }

  get choices() {
    return this.table.choices;
  }

  get seat(): number | null {
    return this.table.seat;
  }

  /** Carry out an action, and show why if the server refuses it. */
  async play(action: Action): Promise<boolean> {
    const refused = await this.table.play(action);
    if (refused) this.#refused(refused);
    return refused === null;
  }

  /** Show why an action is not possible. */
  async explain(action: Action): Promise<void> {
    const refused = await this.table.why(action);
    if (refused) this.#refused(refused);
  }

  #refused(why: WhyNot): void {
    notices.show(whyNotText(this, why), "warn", sectionOfRefusal(why.code));
  }
}
