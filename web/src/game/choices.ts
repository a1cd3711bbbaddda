/** The legal actions of a seat, indexed by what is clicked: slots, decks, routes, cities, cards. */
import type {
  Choice,
  ExchangeChoice,
  KeepChoice,
  LayChoice,
  LayThreeChoice,
  PiecesChoice,
  SettleChoice,
} from "../wire/protocol";

export type Payment = Record<string, number>;

type WithoutFields<Each> = Each extends { do: string } ? (keyof Each extends "do" ? Each : never) : never;
/** A choice that is an action as it stands. */
export type BareAction = WithoutFields<Choice>;

/** The ticket deck is clicked, and a tunnel is left on the sheet of its toll. */
const PLACED = new Set<BareAction["do"]>(["tickets", "leave"]);

/** The ways to pay for something; `more` of them are not listed. */
export interface Price {
  pays: Payment[];
  more: number;
}

export class Choices {
  readonly draws = new Map<number, string[]>();
  readonly decks: string[] = [];
  readonly routes = new Map<string, Price>();
  readonly stations = new Map<string, Price>();
  readonly harbors = new Map<string, Price>();
  readonly exchanges: ExchangeChoice[] = [];
  readonly rows: LayChoice[] = [];
  toll: Payment[] | null = null;
  keep: KeepChoice | null = null;
  pieces: PiecesChoice | null = null;
  three: LayThreeChoice | null = null;
  settle: SettleChoice | null = null;
  /** Actions that have nothing to choose about them, such as to pass. */
  readonly bare = new Set<BareAction["do"]>();

  constructor(readonly all: readonly Choice[]) {
    for (const choice of all) this.#add(choice);
  }

  get any(): boolean {
    return this.all.length > 0;
  }

  /** Whether the seat may choose any action of a turn, rather than having to answer a question. */
  get free(): boolean {
    return this.any && !(this.keep || this.pieces || this.settle || this.toll || this.leave);
  }

  get tickets(): boolean {
    return this.bare.has("tickets");
  }

  get leave(): boolean {
    return this.bare.has("leave");
  }

  /** Bare actions that have no place of their own on the table. */
  get buttons(): BareAction["do"][] {
    return [...this.bare].filter((word) => !PLACED.has(word));
  }

  #add(choice: Choice): void {
    switch (choice.do) {
      case "draw":
        for (const slot of choice.slot)
          this.draws.set(slot, [...(this.draws.get(slot) ?? []), ...choice.refill]);
        break;
      case "draw-blind":
        this.decks.push(...choice.deck);
        break;
      case "claim":
        for (const route of choice.route) add(this.routes, route, choice.pay, choice.more ?? 0);
        break;
      case "station":
        for (const city of choice.city) add(this.stations, city, choice.pay, 0);
        break;
      case "harbor":
        for (const city of choice.city) add(this.harbors, city, choice.pay, 0);
        break;
      case "exchange":
        this.exchanges.push(choice);
        break;
      case "lay":
        this.rows.push(choice);
        break;
      case "toll":
        this.toll = [...(this.toll ?? []), ...choice.pay];
        break;
      case "keep":
        this.keep = choice;
        break;
      case "pieces":
        this.pieces = choice;
        break;
      case "lay-three":
        this.three = choice;
        break;
      case "settle":
        this.settle = choice;
        break;
      default:
        this.bare.add(choice.do);
    }
  }
}

function add(prices: Map<string, Price>, id: string, pays: Payment[], more: number): void {
  const known = prices.get(id);
  prices.set(id, { pays: [...(known?.pays ?? []), ...pays], more: (known?.more ?? 0) + more });
}

/** Payments in the order in which people want them: few locomotives first, then few kinds of cards, then few cards. */
export function sortedPays(pays: readonly Payment[], wild: string): Payment[] {
  const rank = (pay: Payment) => [pay[wild] ?? 0, Object.keys(pay).length, total(pay)];
  return [...pays].sort((one, two) => compare(rank(one), rank(two)));
}

export function total(cards: Payment): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

export function samePay(one: Payment, two: Payment): boolean {
  const kinds = new Set([...Object.keys(one), ...Object.keys(two)]);
  return [...kinds].every((kind) => (one[kind] ?? 0) === (two[kind] ?? 0));
}

function compare(one: number[], two: number[]): number {
  for (let i = 0; i < one.length; i++) {
    const difference = (one[i] ?? 0) - (two[i] ?? 0);
    if (difference) return difference;
  }
  return 0;
}
