/** Events and actions in sentences, as `branchline.notation.prose` does. */
import type { Action, Event as GameEvent, Step } from "../wire/protocol";
import type { Print } from "../game/print";
import type { Values } from "./format";
import { knows, named, say } from "./translation.svelte";

type Cards = Record<string, number>;

/** The places of messages whose names differ from the fields that fill them. */
const PLACES: Record<string, string> = {
  first: "player",
  seat: "player",
  kind: "card",
  display: "cards",
  laid: "cards",
  pay: "cards",
  extra: "count",
  points: "count",
  turns: "count",
  left: "count",
  refill: "deck",
};
const SECRETS = ["cards", "kind", "tickets", "kept"];

export class Prose {
  constructor(
    readonly print: Print,
    readonly names: readonly string[],
  ) {}

  event(event: GameEvent): string {
    const fields = event as unknown as Record<string, unknown>;
    const hidden = SECRETS.some((name) => fields[name] === null);
    const deck = hidden && event.event === "card-drawn" && this.print.twoDecks ? ".deck" : "";
    const reason = event.event === "game-ended" && event.reason !== "last-turns" ? `.${event.reason}` : "";
    return say(
      `event.${event.event}${hidden ? ".hidden" : ""}${deck}${reason}`,
      this.#values(fields, event.event),
    );
  }

  action(action: Action): string {
    const deck = { draw: ".refill", "draw-blind": ".deck" }[action.do as string] ?? "";
    return say(
      `action.${action.do}${this.print.twoDecks ? deck : ""}`,
      this.#values(action as unknown as Record<string, unknown>, action.do),
    );
  }

  /** Something at the table that is not a move. */
  step(step: Step): string {
    const seat = "seat" in step ? step.seat : -1;
    const player = this.names[seat] ?? "";
    switch (step.step) {
      case "away":
        return say(`step.away.${step.why}`, { player });
      case "takeback-answered":
        return say(step.agree ? "step.agreed" : "step.disagreed", { player });
      case "muted":
        return say(step.muted ? "step.muted" : "step.unmuted", { player });
      case "arranged":
        return say(step.level === null ? "step.left" : "step.arranged", { player });
      case "said":
        return say("step.said", { player: step.name, text: step.text });
      default:
        return say(`step.${step.step}`, { player });
    }
  }

  color(color: string | null): string {
    if (color === null) return say("color.grey");
    return knows(`color.${color}`) ? say(`color.${color}`) : color;
  }

  card(id: string): string {
    const kind = this.print.kind(id);
    if (kind.color === null) return say("card.wild");
    const color = this.color(kind.color);
    if (!this.print.twoDecks) return color;
    const sort = kind.covers > 1 ? "double-ship" : kind.deck === "ships" ? "ship" : "train";
    return say(`card.${sort}${kind.harbor && kind.covers === 1 ? "-harbor" : ""}`, { color });
  }

  /** A color, where there are two decks with the sort of card: "red (ship)". */
  colorOf(color: string, deck: string): string {
    const name = this.color(color);
    return this.print.twoDecks ? say(deck === "ships" ? "card.ship" : "card.train", { color: name }) : name;
  }

  cards(cards: Cards): string {
    const listed = this.print.sorted(cards).map(([kind, count]) => `${count}× ${this.card(kind)}`);
    return listed.join(", ") || say("card.nothing");
  }

  city(id: string): string {
    return named(this.print.city(id));
  }

  /** A route by its cities; a lane of a double route with its color. */
  route(id: string): string {
    const route = this.print.route(id);
    const name = `${this.city(route.a)}\u00a0– ${this.city(route.b)}`;
    return route.twin !== null && route.color !== null ? `${name} (${this.color(route.color)})` : name;
  }

  ticketCities(id: string): string {
    return this.print
      .ticket(id)
      .cities.map((city) => this.city(city))
      .join("\u00a0– ");
  }

  ticket(id: string): string {
    return `${this.ticketCities(id)} (${this.print.ticket(id).points})`;
  }

  tickets(ids: readonly string[]): string {
    return ids.map((id) => this.ticket(id)).join("; ") || say("card.nothing");
  }

  pieces(pieces: Cards): string {
    return Object.entries(pieces)
      .map(([deck, count]) => say(`count.${deck}`, { count }))
      .join(", ");
  }

  #values(fields: Record<string, unknown>, word: string): Values {
    const values: Values = {};
    for (const [name, value] of Object.entries(fields))
      if (value !== null && value !== undefined && name !== "event" && name !== "do")
        values[PLACES[name] ?? name] = this.#value(name, value);
    if ("give" in fields) {
      const count = Number(fields.count);
      values.given = say(`count.${String(fields.give)}`, { count });
      const taken = this.print.printed.decks.find((deck) => deck !== fields.give) ?? "";
      values.taken = say(`count.${taken}`, { count });
    }
    if (word === "deck-reshuffled" || word === "half-ended") values.count = sum(fields.cards as Cards);
    if (word === "tickets-kept" && fields.returned === null) values.returned = Number(fields.returned_count);
    if (word === "lay")
      values.cards = this.cards({
        [String(fields.color)]: Number(fields.count),
        [this.print.wild]: Number(fields.wilds),
      });
    if (word === "lay-three")
      values.cards = this.cards(Object.fromEntries((fields.colors as string[]).map((color) => [color, 1])));
    return values;
  }

  #value(name: string, value: unknown): string | number {
    switch (name) {
      case "seat":
      case "first":
      case "robber":
      case "victim":
        return this.names[value as number] ?? "";
      case "cards":
      case "pay":
      case "laid":
        return this.cards(value as Cards);
      case "display":
      case "revealed":
        return (
          (value as (string | null)[]).map((kind) => (kind === null ? "–" : this.card(kind))).join(", ") ||
          say("card.nothing")
        );
      case "kind":
        return this.card(value as string);
      case "route":
        return this.route(value as string);
      case "city":
        return this.city(value as string);
      case "color":
        return this.color(value as string);
      case "tickets":
      case "kept":
      case "returned":
        return this.tickets(value as string[]);
      case "pieces":
        return this.pieces(value as Cards);
      case "deck":
      case "refill":
        return say(`deck.${String(value)}`);
      case "slot":
        return Number(value) + 1;
    }
    return typeof value === "number" ? value : String(value);
  }
}

function sum(cards: Cards): number {
  return Object.values(cards).reduce((all, count) => all + count, 0);
}
