/** The games that ended on this device: kept here and nowhere else, counted, exported, erased. */
import type { Outcome, TableState } from "../wire/protocol";

export interface PastSeat {
  name: string;
  kind: "person" | "bot" | "open";
  level: string;
  points: number;
  resigned: boolean;
}

export interface PastGame {
  table: string;
  /** When it ended, in milliseconds. */
  at: number;
  board: string;
  edition: string;
  seats: PastSeat[];
  /** The seats that were held here. */
  mine: number[];
  winners: number[];
}

interface Kept {
  games: PastGame[];
  /** Games that ended before were erased and are not kept again. */
  erased: number;
}

const KEY = "branchline.games";
const MAX_GAMES_KEPT = 1000;
export const FORMAT = "branchline games 1";

export function pastGames(): PastGame[] {
  return read().games;
}

export function pastGame(state: TableState, outcome: Outcome, mine: readonly number[], at: number): PastGame {
  const points = new Map(outcome.sheets.map((sheet) => [sheet.seat, sheet.total]));
  const seats = state.seats.map(({ seat, name, kind, level, away }) => ({
    name,
    kind,
    level,
    points: points.get(seat) ?? 0,
    resigned: away === "resigned",
  }));
  const { table, board, edition } = state;
  return { table, at, board, edition, seats, mine: [...mine], winners: [...outcome.winners] };
}

/** Keep a game once; who only watched has played none. */
export function keepGame(game: PastGame): void {
  const { games, erased } = read();
  if (!game.mine.length || game.at <= erased || games.some(({ table }) => table === game.table)) return;
  const newest = [...games, game].sort((one, two) => two.at - one.at).slice(0, MAX_GAMES_KEPT);
  write({ games: newest, erased });
}

export function eraseGames(now = Date.now()): void {
  write({ games: [], erased: now });
}

export function exported(games: readonly PastGame[]): string {
  return JSON.stringify({ format: FORMAT, games }, null, 2);
}

export interface Tally {
  of: string;
  games: number;
  won: number;
  best: number;
  average: number;
}

/** Games, wins and points by whatever tells games apart. Those of several people at one screen are nobody's own. */
export function tallies(games: readonly PastGame[], by: (game: PastGame) => string): Tally[] {
  const groups = new Map<string, PastGame[]>();
  for (const game of games) {
    if (game.mine.length !== 1) continue;
    groups.set(by(game), [...(groups.get(by(game)) ?? []), game]);
  }
  return [...groups]
    .map(([of, all]) => {
      const points = all.map(ownPoints);
      const average = points.reduce((sum, each) => sum + each, 0) / all.length;
      return { of, games: all.length, won: all.filter(isWon).length, best: Math.max(...points), average };
    })
    .sort((one, two) => two.games - one.games || one.of.localeCompare(two.of));
}

/** Who was played against: "people", the level of all bots, or "mixed". */
export function opponents({ seats, mine }: PastGame): string {
  const others = seats.filter((_, seat) => !mine.includes(seat));
  if (others.some(({ kind }) => kind === "person")) return "people";
  const levels = new Set(others.map(({ level }) => level));
  return levels.size === 1 ? ([...levels][0] ?? "") : "mixed";
}

/** A seat that was given up has not won, whatever its bot made of it. */
export function isWon({ mine, winners, seats }: PastGame): boolean {
  return mine.some((seat) => winners.includes(seat) && !seats[seat]?.resigned);
}

export function ownPoints({ mine, seats }: PastGame): number {
  return seats[mine[0] ?? -1]?.points ?? 0;
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { games: Array.isArray(kept.games) ? kept.games : [], erased: kept.erased ?? 0 };
  } catch {
    return { games: [], erased: 0 };
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage there is no history.
  }
}
