/** What strong games say about a board: figures that `branchline atlas` has gathered, and the words for them. */
import type { Message } from "../i18n/catalogs";

/** A mean of `n` values; its interval (95 %) reaches so far to either side. */
export interface Mean {
  n: number;
  mean: number;
  reach?: number;
}

export interface TicketFigures {
  id: string;
  worth: Mean | null;
  win: Mean | null;
  kept: Mean | null;
  completed: Mean | null;
}

export interface RouteFigures {
  id: string;
  claimed: Mean;
  at: Mean | null;
  early: Mean | null;
  win: Mean | null;
}

/** How those fared who did something so often. */
export interface Fared {
  margin: Mean;
  win?: Mean;
}

/** The figures for one number of players. */
export interface Figures {
  games: number;
  order: Mean[];
  winning: Mean;
  sources: Record<string, { winners: Mean | null; others: Mean | null }>;
  tickets: TicketFigures[];
  pairs: { ids: [string, string]; worth: Mean; more: number }[];
  keep: (Fared & { kept: number })[];
  draws: (Fared & { draws: number })[];
  routes?: RouteFigures[];
  longest?: { win: Mean; margin: Mean; length: Mean; others: Mean };
  stations?: (Fared & { built: number })[];
  harbors?: (Fared & { built: number })[];
  robberies?: {
    a_game: Mean;
    cards: Mean | null;
    robbers: (Fared & { times: number })[];
    victims: (Fared & { times: number })[];
  };
}

export interface Atlas {
  board: string;
  players: Record<string, Figures>;
  strength: Record<string, Record<string, Mean | null>>;
}

/** A route that is claimed in a smaller part of the games is claimed seldom. */
const OFTEN = 0.2;

export type Words = Record<string, Message>;

const DATA = import.meta.glob<Atlas>("./data/*.json", { import: "default" });
const CONTENT = import.meta.glob<Words>("./content/*.json", { import: "default" });

/** The boards that the atlas knows. */
export function isInAtlas(board: string): boolean {
  return `./data/${board}.json` in DATA;
}

export async function loadAtlas(board: string): Promise<Atlas | null> {
  return (await DATA[`./data/${board}.json`]?.()) ?? null;
}

export async function loadWords(language: string): Promise<Words> {
  const load = CONTENT[`./content/${language}.json`] ?? CONTENT["./content/en.json"];
  return (await load?.()) ?? {};
}

/** Routes that are claimed in the most games. */
export function mostWanted(routes: readonly RouteFigures[], most: number): RouteFigures[] {
  return [...routes].sort((one, two) => two.claimed.mean - one.claimed.mean).slice(0, most);
}

/** Routes that are claimed soonest, of those that are claimed often. */
export function claimedFirst(routes: readonly RouteFigures[], most: number): RouteFigures[] {
  return routes
    .filter(({ claimed }) => claimed.mean >= OFTEN)
    .sort((one, two) => (one.at?.mean ?? 1) - (two.at?.mean ?? 1))
    .slice(0, most);
}

/** Routes that are claimed in the fewest games. */
export function leftAlone(routes: readonly RouteFigures[], most: number): RouteFigures[] {
  return [...routes].sort((one, two) => one.claimed.mean - two.claimed.mean).slice(0, most);
}

/** In which part of the games a route is claimed before a third of the game is over. */
export function earlyShare({ claimed, early }: RouteFigures): number {
  return claimed.mean * (early?.mean ?? 0);
}

export class Numbers {
  readonly #percent: Intl.NumberFormat;
  readonly #plain: Intl.NumberFormat;
  readonly #signed: Intl.NumberFormat;
  readonly #whole: Intl.NumberFormat;

  constructor(language: string) {
    this.#percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
    this.#plain = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#signed = new Intl.NumberFormat(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    });
    this.#whole = new Intl.NumberFormat(language);
  }

  share(value: number | null | undefined): string {
    return value === null || value === undefined ? "" : this.#percent.format(value);
  }

  /** Points more or less than others, with the reach of the interval. */
  margin(mean: Mean | null | undefined): string {
    if (!mean) return "";
    const reach = mean.reach === undefined ? "" : ` ± ${this.#plain.format(mean.reach)}`;
    return minus(this.#signed.format(mean.mean)) + reach;
  }

  plain(mean: Mean | null | undefined): string {
    return mean ? minus(this.#plain.format(mean.mean)) : "";
  }

  more(value: number): string {
    return minus(this.#signed.format(value));
  }

  whole(value: number): string {
    return this.#whole.format(value);
  }
}

function minus(text: string): string {
  return text.replace("-", "−");
}
