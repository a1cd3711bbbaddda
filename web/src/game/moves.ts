/** What a click, a key or a drop means: an action, a question to the player first, or the reason why not. */
import type { Action } from "../wire/protocol";
import { sortedPays } from "./choices";
import type { Intent } from "./intent.svelte";
import { describeRoute } from "../i18n/describe";
import { notices } from "../ui/notices.svelte";
import type { PlayedTable } from "./played.svelte";
import { settings } from "../settings/settings.svelte";
import { t } from "../i18n/translation.svelte";
import { whyNotText } from "../i18n/whyNot";
import { sectionOfRefusal, sectionOfRoute } from "../rules/sections";

/** Actions that cannot be taken back and may be accidental. */
const RISKY = new Set<Action["do"]>(["tickets", "leave", "exchange", "pass"]);

export class Moves {
  constructor(
    readonly played: PlayedTable,
    readonly intent: Intent,
  ) {}

  /** Carry out an action, after a confirmation where the settings ask for one. */
  async begin(action: Action): Promise<void> {
    const confirm = settings.values.confirm;
    if (confirm === "always" || (confirm === "risky" && RISKY.has(action.do)))
      this.intent.plan({ is: "confirm", action });
    else await this.finish(action);
  }

  async finish(action: Action): Promise<void> {
    this.intent.plan(null);
    this.intent.clearHighlight();
    await this.played.play(action);
  }

  async touch(target: { route?: string; city?: string }): Promise<void> {
    if (target.route) await this.route(target.route);
    else if (target.city) this.intent.plan({ is: "city", city: target.city });
  }

  /** A route was clicked, or a card was dropped on it. */
  async route(route: string, card?: string): Promise<void> {
    const price = this.played.choices.routes.get(route);
    if (!price || !this.played.table.mayAct) return this.whyNot(route);
    const pays = sortedPays(price.pays, this.played.print.wild).filter((pay) => !card || pay[card]);
    const only = pays[0];
    if (card && !only && !price.more) return this.refused({ do: "claim", route, pay: {} });
    if (settings.values.confirm === "never" && only && (card || (pays.length === 1 && !price.more)))
      return this.finish({ do: "claim", route, pay: only });
    this.intent.plan(card ? { is: "route", route, card } : { is: "route", route });
  }

  /** Mark a route for oneself, or take the mark away. */
  mark(route: string): void {
    const { marks } = this.intent;
    if (!marks.usable || this.played.owners.has(route)) return;
    const first = marks.routes.size === 0;
    marks.toggle(route);
    if (first) notices.show(t("marks.set"));
  }

  async slot(slot: number): Promise<void> {
    const refills = this.played.choices.draws.get(slot);
    const refill = refills?.[0] ?? this.played.print.printed.decks[0] ?? "";
    if (!refills) return this.refused({ do: "draw", slot, refill });
    if (refills.length > 1) this.intent.plan({ is: "refill", slot });
    else await this.begin({ do: "draw", slot, refill });
  }

  async deck(deck: string): Promise<void> {
    if (this.played.choices.decks.includes(deck)) await this.begin({ do: "draw-blind", deck });
    else await this.refused({ do: "draw-blind", deck });
  }

  async ticketDeck(): Promise<void> {
    if (this.played.choices.tickets) await this.begin({ do: "tickets" });
    else await this.refused({ do: "tickets" });
  }

  async refused(action: Action): Promise<void> {
    if (!this.played.table.spectating) await this.played.explain(action);
  }

  /** Say what a route is, and why it cannot be claimed. An empty payment is never right: the server says what is. */
  async whyNot(route: string): Promise<void> {
    const text = describeRoute(this.played, route);
    if (this.played.table.spectating || this.played.owners.has(route)) return notices.show(text);
    const refused = await this.played.table.why({ do: "claim", route, pay: {} });
    if (!refused) return notices.show(text);
    const { code } = refused;
    const rule =
      code === "wrong-payment" ? sectionOfRoute(this.played.print.route(route)) : sectionOfRefusal(code);
    notices.show(`${text}. ${whyNotText(this.played, refused)}`, "warn", rule);
  }

  /** A pile of the hand was clicked that cannot be played into the yard: say why, at the pile. */
  async rowRefused(kind: string): Promise<void> {
    const { played } = this;
    if (played.table.spectating) return;
    const held = (id: string) => played.hand[id] ?? 0;
    const alone = kind === played.print.wild;
    const row = { do: "lay", color: kind, count: held(kind), wilds: held(played.print.wild) } as const;
    const refused = alone ? null : await played.table.why(row);
    const text = alone ? t("row.wilds-alone") : refused ? whyNotText(played, refused) : "";
    if (!text) return;
    this.intent.told = { kind, text, rule: refused ? sectionOfRefusal(refused.code) : ["yard"] };
    notices.speak(text);
  }
}
