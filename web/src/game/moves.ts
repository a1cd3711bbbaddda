/** What a click, a key or a drop means: an action, a question to the player first, or the reason why not. */
import type { Action } from "../wire/protocol";
import { type Payment, sortedPays } from "./choices";
import type { Desk } from "./intent.svelte";
import { describeRoute } from "../i18n/describe";
import { notices } from "../ui/notices.svelte";
import type { Room } from "./played.svelte";
import { settings } from "../settings/settings.svelte";
import { say } from "../i18n/translation.svelte";

/** Actions that cannot be taken back and may be slips. */
const RISKY = new Set<Action["do"]>(["tickets", "leave", "exchange", "pass"]);

export class Moves {
  constructor(
    readonly room: Room,
    readonly desk: Desk,
  ) {}

  /** Does it, after a question where the player wants one. */
  async begin(action: Action): Promise<void> {
    const wish = settings.wishes.confirm;
    if (wish === "always" || (wish === "risky" && RISKY.has(action.do)))
      this.desk.choose({ is: "confirm", action });
    else await this.finish(action);
  }

  async finish(action: Action): Promise<void> {
    this.desk.choose(null);
    this.desk.darken();
    await this.room.play(action);
  }

  async touch(target: { route?: string; city?: string }): Promise<void> {
    if (target.route) await this.route(target.route);
    else if (target.city) this.desk.choose({ is: "city", city: target.city });
  }

  /** A route was clicked, or a card was dropped on it. */
  async route(route: string, card?: string): Promise<void> {
    const price = this.room.choices.routes.get(route);
    if (!price || !this.room.table.mayAct) return this.whyNot(route);
    const pays = sortedPays(price.pays, this.room.print.wild).filter((pay) => !card || pay[card]);
    const only = pays[0];
    if (card && !only && !price.more) return this.refused({ do: "claim", route, pay: { [card]: 1 } });
    if (settings.wishes.confirm === "never" && only && (card || (pays.length === 1 && !price.more)))
      return this.finish({ do: "claim", route, pay: only });
    this.desk.choose(card ? { is: "route", route, card } : { is: "route", route });
  }

  async slot(slot: number): Promise<void> {
    const refills = this.room.choices.draws.get(slot);
    const refill = refills?.[0] ?? this.room.print.printed.decks[0] ?? "";
    if (!refills) return this.refused({ do: "draw", slot, refill });
    if (refills.length > 1) this.desk.choose({ is: "refill", slot });
    else await this.begin({ do: "draw", slot, refill });
  }

  async deck(deck: string): Promise<void> {
    if (this.room.choices.decks.includes(deck)) await this.begin({ do: "draw-blind", deck });
    else await this.refused({ do: "draw-blind", deck });
  }

  async ticketDeck(): Promise<void> {
    if (this.room.choices.tickets) await this.begin({ do: "tickets" });
    else await this.refused({ do: "tickets" });
  }

  async refused(action: Action): Promise<void> {
    if (!this.room.table.spectating) await this.room.explain(action);
  }

  async whyNot(route: string): Promise<void> {
    const told = describeRoute(this.room, route);
    if (this.room.table.spectating || this.room.owners.has(route)) return notices.show(told);
    const code = await this.room.table.why({ do: "claim", route, pay: this.#guess(route) });
    notices.show(code ? `${told}. ${say(`refusal.${code}`)}` : told, code ? "warn" : "plain");
  }

  /** Cards that would look right for a route, so that the server can say what is wrong with them. */
  #guess(id: string): Payment {
    const route = this.room.print.route(id);
    const kinds = this.room.print.printed.kinds.filter(
      (kind) => kind.deck === route.deck && kind.color !== null,
    );
    const fitting = kinds.filter((kind) => route.color === null || kind.color === route.color);
    const held = (kind: { id: string }) => this.room.hand[kind.id] ?? 0;
    const best = fitting.sort((one, two) => held(two) - held(one))[0];
    return best ? { [best.id]: route.length } : {};
  }
}
