/** The daily deals of this device: which table was played on which day, what came out, and days in a row. */
import type { LevelScore, TableState } from "../wire/protocol";

export interface DailyGame {
  table: string;
  /** One's own points, once the game is over. */
  points: number | null;
  /** How many of the others had more. */
  ahead: number;
  resigned: boolean;
  /** What each level scored with the same cards, once the server has played them. */
  levels: LevelScore[] | null;
}

/** By day, as in 2026-11-17, and by board. */
type Kept = Record<string, Record<string, DailyGame>>;

const KEY = "branchline.daily";
const MAX_DAYS_KEPT = 400;

/** The day of one's own calendar. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day before; noon, so that no change of clocks matters. */
export function dayBefore(day: string): string {
  const noon = new Date(`${day}T12:00:00`);
  noon.setDate(noon.getDate() - 1);
  return dayOf(noon);
}

export function dailyGame(day: string, board: string): DailyGame | null {
  return read()[day]?.[board] ?? null;
}

export function begunGame(table: string): DailyGame {
  return { table, points: null, ahead: 0, resigned: false, levels: null };
}

/** The game with its result; unchanged while it goes on. Whoever asks for a daily deal has the first seat. */
export function finished(game: DailyGame, state: TableState): DailyGame {
  const [mine, ...others] = state.points;
  if (state.status !== "finished" || mine === undefined) return game;
  const ahead = others.filter((points) => points > mine).length;
  return { ...game, points: mine, ahead, resigned: state.seats[0]?.away === "resigned" };
}

export function keepDaily(day: string, board: string, game: DailyGame | null): void {
  const all = read();
  const others = Object.entries(all[day] ?? {}).filter(([other]) => other !== board);
  all[day] = Object.fromEntries(game ? [...others, [board, game]] : others);
  const newest = Object.entries(all)
    .sort(([one], [two]) => (one < two ? 1 : -1))
    .slice(0, MAX_DAYS_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage there is no progress.
  }
}

/** Days in a row on which a board's deal was played to the end, up to today, or yesterday while today's is not. */
export function streak(board: string, today: string): number {
  const all = read();
  const isDone = (day: string) => {
    const game = all[day]?.[board];
    return game !== undefined && game.points !== null && !game.resigned;
  };
  let day = isDone(today) ? today : dayBefore(today);
  let days = 0;
  for (; isDone(day); day = dayBefore(day)) days += 1;
  return days;
}

/** The most points on this device in a daily deal of a board; null before the first. */
export function best(board: string): number | null {
  const points = Object.values(read())
    .map((day) => day[board])
    .flatMap((game) => (game && game.points !== null && !game.resigned ? [game.points] : []));
  return points.length ? Math.max(...points) : null;
}

/** How many levels one was ahead of. */
export function beaten({ points, levels }: DailyGame): number {
  return (levels ?? []).filter((level) => points !== null && level.points < points).length;
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" ? (kept as Kept) : {};
  } catch {
    return {};
  }
}
