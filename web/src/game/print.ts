/** Everything printed on a board and its cards, found by id. */
import type {
  BigCity,
  BoardTicket,
  CardKind,
  CardTicket,
  PrintedBoard,
  PrintedCity,
  Route,
  Ticket,
} from "../wire/protocol";
import type { Drawing } from "../wire/protocol";

export class Print {
  readonly drawing: Drawing | null;
  readonly wild: string;
  #cities: Map<string, PrintedCity>;
  #routes: Map<string, Route>;
  #tickets: Map<string, Ticket>;
  #kinds: Map<string, CardKind>;
  #order: Map<string, number>;
  #from = new Map<string, Route[]>();

  constructor(readonly printed: PrintedBoard) {
    this.drawing = printed.drawing ?? null;
    this.#cities = byId(printed.cities);
    this.#routes = byId(this.routes);
    this.#tickets = byId(printed.tickets);
    this.#kinds = byId(printed.kinds);
    this.#order = new Map(printed.kinds.map((kind, number) => [kind.id, number]));
    this.wild = printed.kinds.find((kind) => kind.color === null)?.id ?? "wild";
    for (const route of this.routes)
      for (const city of [route.a, route.b]) this.#from.set(city, [...this.routesFrom(city), route]);
  }

  get routes(): Route[] {
    return this.printed.routes ?? [];
  }

  get bigCities(): BigCity[] {
    return this.printed.big_cities ?? [];
  }

  /** Two decks mean two sorts of cards and of pieces: trains and ships. */
  get twoDecks(): boolean {
    return this.printed.decks.length > 1;
  }

  city(id: string): PrintedCity {
    return found(this.#cities, id);
  }

  route(id: string): Route {
    return found(this.#routes, id);
  }

  ticket(id: string): Ticket {
    return found(this.#tickets, id);
  }

  kind(id: string): CardKind {
    return found(this.#kinds, id);
  }

  routesFrom(city: string): Route[] {
    return this.#from.get(city) ?? [];
  }

  /** The points for claiming a route; null in a game without routes. */
  worth(route: string): number | null {
    const { rules } = this.printed;
    return "points" in rules ? (rules.points[this.route(route).length] ?? 0) : null;
  }

  /** The kinds of some cards, in the order in which they are printed. */
  sorted(cards: Record<string, number>): [string, number][] {
    return Object.entries(cards)
      .filter(([, count]) => count > 0)
      .sort(([one], [two]) => (this.#order.get(one) ?? 0) - (this.#order.get(two) ?? 0));
  }
}

export function isBoardTicket(ticket: Ticket): ticket is BoardTicket {
  return !("needs" in ticket);
}

export function isCardTicket(ticket: Ticket): ticket is CardTicket {
  return "needs" in ticket;
}

function byId<T extends { id: string }>(things: readonly T[]): Map<string, T> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

function found<T>(map: Map<string, T>, id: string): T {
  const thing = map.get(id);
  if (thing === undefined) throw new Error(`nothing printed is called ${id}`);
  return thing;
}
