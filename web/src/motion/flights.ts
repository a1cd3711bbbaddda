/** Which cards fly where when something has happened. A card without a kind is seen from its back only. */
import type { Entry } from "../game/seat.svelte";
import type { Event as GameEvent } from "../wire/protocol";

/** Where a card comes from or goes to. */
export type Place =
  | { at: "slot"; slot: number }
  | { at: "deck"; deck: string }
  | { at: "pile"; kind: string }
  | { at: "tickets" }
  | { at: "player"; seat: number; part: "cards" | "tickets" }
  | { at: "route"; route: string }
  | { at: "city"; city: string }
  | { at: "track"; color: string; seat: number }
  | { at: "stack"; seat: number }
  | { at: "away" };

export interface Flight {
  /** The face, if the viewer may know it. */
  kind: string | null;
  /** The deck whose back it has. */
  deck: string;
  from: Place;
  to: Place;
  /** Which side is up: the face or the back all the way, turned over on the way, or when it lies. */
  side: "face" | "back" | "turns" | "turned-there";
  /** Milliseconds after the first card. */
  delay: number;
}

/** More cards than these are not followed by anybody's eyes. */
const MOST = 14;
const STAGGER = 70;
/** Cards of one payment follow each other closely. */
const CLOSE = 45;

type Cards = Record<string, number>;

/** The flights for some news as `viewer` sees them; `deckOf` tells the deck of a kind. */
export function flightsOf(
  news: readonly Entry[],
  viewer: number | null,
  deckOf: (kind: string) => string,
): Flight[] {
  const found: Flight[] = [];
  let delay = 0;
  for (const { event, undone } of news) {
    if (!event || undone) continue;
    const some = flightsOfEvent(event, viewer, deckOf).map((flight, i) => ({
      ...flight,
      delay: delay + i * (flight.to.at === "player" || flight.to.at === "pile" ? STAGGER : CLOSE),
    }));
    found.push(...some);
    if (some.length) delay += STAGGER * 2;
  }
  return found.length > MOST ? found.slice(0, MOST) : found;
}

function flightsOfEvent(
  event: GameEvent,
  viewer: number | null,
  deckOf: (kind: string) => string,
): Omit<Flight, "delay">[] {
  const hold = (seat: number, kind: string | null): Place =>
    seat === viewer && kind !== null ? { at: "pile", kind } : { at: "player", seat, part: "cards" };
  const faces = (cards: Cards, from: (kind: string) => Place, to: (kind: string) => Place) =>
    each(cards).map(
      (kind) => ({ kind, deck: deckOf(kind), from: from(kind), to: to(kind), side: "face" }) as const,
    );

  switch (event.event) {
    case "cards-dealt": {
      const kinds = event.cards ? each(event.cards) : Array<null>(Math.min(event.count, 4)).fill(null);
      return kinds.map((kind) => {
        const deck = kind === null ? "trains" : deckOf(kind);
        const side = kind === null ? "back" : "turns";
        return { kind, deck, from: { at: "deck", deck }, to: hold(event.seat, kind), side };
      });
    }
    case "card-taken": {
      const { kind, seat, slot } = event;
      return [{ kind, deck: deckOf(kind), from: { at: "slot", slot }, to: hold(seat, kind), side: "face" }];
    }
    case "card-drawn": {
      const { deck, seat } = event;
      const kind = seat === viewer ? event.kind : null; // Whatever is known, others' cards stay face down.
      return [
        {
          kind,
          deck,
          from: { at: "deck", deck },
          to: hold(seat, kind),
          side: kind === null ? "back" : "turns",
        },
      ];
    }
    case "card-turned-up": {
      const { deck, slot } = event;
      return [
        { kind: null, deck, from: { at: "deck", deck }, to: { at: "slot", slot }, side: "turned-there" },
      ];
    }
    case "tickets-kept": {
      const to: Place =
        event.seat === viewer ? { at: "tickets" } : { at: "player", seat: event.seat, part: "tickets" };
      const back = {
        kind: null,
        deck: "tickets",
        from: { at: "deck", deck: "tickets" },
        to,
        side: "back",
      } as const;
      return Array.from({ length: Math.min(event.count, 5) }, () => back);
    }
    case "route-claimed":
      return faces(
        event.pay,
        (kind) => hold(event.seat, kind),
        () => ({ at: "route", route: event.route }),
      );
    case "station-built":
    case "harbor-built":
      return faces(
        event.pay,
        (kind) => hold(event.seat, kind),
        () => ({ at: "city", city: event.city }),
      );
    case "row-laid":
      return faces(
        event.cards,
        (kind) => hold(event.seat, kind),
        () => ({ at: "track", color: event.color, seat: event.seat }),
      );
    case "train-robbed":
      return faces(
        event.cards,
        () => ({ at: "track", color: event.color, seat: event.victim }),
        () => ({ at: "away" }),
      );
    case "yard-advanced":
      return faces(
        event.cards,
        (kind) => ({ at: "track", color: kind, seat: event.seat }),
        () => ({ at: "stack", seat: event.seat }),
      );
    default:
      return [];
  }
}

/** Every card by itself. */
function each(cards: Cards): string[] {
  return Object.entries(cards).flatMap(([kind, count]) => Array<string>(count).fill(kind));
}
