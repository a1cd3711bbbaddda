/** What can be counted in a game: events only, no rules. */
import type { Event as GameEvent, Step } from "../wire/protocol";
import type { Print } from "../game/print";

/** What counting needs to know about one event. */
export interface TimedEntry {
  event: GameEvent | null;
  step?: Step;
  at: number;
  version: number;
  undone: boolean;
}

export interface Count {
  turns: number;
  faceUp: number;
  blind: number;
  wilds: number;
  tickets: number;
  routes: number;
  spaces: number;
  lengths: Map<number, number>;
  tunnels: number;
  toll: number;
  rows: number;
  robbed: number;
  victim: number;
  track: number;
  /** Seconds that a person thought; 0 where that was not measured. */
  time: number;
}

/** How something grew, turn by turn: a number for each seat after each turn. */
export interface Growth {
  of: "points" | "track";
  values: number[][];
}

export interface Statistics {
  seats: Count[];
  growth: Growth;
}

export function count(entries: readonly TimedEntry[], print: Print, seats: number): Statistics {
  const counts = Array.from({ length: seats }, nothing);
  const of = print.routes.length ? "points" : "track";
  const now = counts.map(() => 0);
  const values: number[][] = [[...now]];
  for (const { event, undone } of entries) {
    if (!event || undone) continue;
    add(counts, event, print);
    const grown = growth(event, of);
    if (grown) now[grown.seat] = (now[grown.seat] ?? 0) + grown.by;
    if (event.event === "turn-started" || event.event === "game-ended") values.push([...now]);
  }
  addTimes(counts, entries);
  return { seats: counts, growth: { of, values } };
}

function nothing(): Count {
  return {
    turns: 0,
    faceUp: 0,
    blind: 0,
    wilds: 0,
    tickets: 0,
    routes: 0,
    spaces: 0,
    lengths: new Map(),
    tunnels: 0,
    toll: 0,
    rows: 0,
    robbed: 0,
    victim: 0,
    track: 0,
    time: 0,
  };
}

function add(counts: Count[], event: GameEvent, print: Print): void {
  if (event.event === "train-robbed") {
    const robber = counts[event.robber];
    const victim = counts[event.victim];
    if (robber) robber.robbed++;
    if (victim) victim.victim++;
    return;
  }
  const mine = "seat" in event ? counts[event.seat] : undefined;
  if (!mine) return;
  switch (event.event) {
    case "turn-started":
      mine.turns++;
      break;
    case "card-taken":
      mine.faceUp++;
      if (event.kind === print.wild) mine.wilds++;
      break;
    case "card-drawn":
      mine.blind++;
      break;
    case "tickets-kept":
      mine.tickets += event.count;
      break;
    case "route-claimed": {
      const { length } = print.route(event.route);
      mine.routes++;
      mine.spaces += length;
      mine.lengths.set(length, (mine.lengths.get(length) ?? 0) + 1);
      break;
    }
    case "tunnel-dug":
      mine.tunnels++;
      mine.toll += event.extra;
      break;
    case "row-laid":
      mine.rows++;
      break;
    case "yard-advanced":
      mine.track += total(event.cards);
  }
}

function growth(event: GameEvent, of: Growth["of"]): { seat: number; by: number } | null {
  if (of === "points" && event.event === "route-claimed") return { seat: event.seat, by: event.points };
  if (of === "track" && event.event === "yard-advanced") return { seat: event.seat, by: total(event.cards) };
  return null;
}

/** The time between two steps counts for whoever decides. Long pauses, such as nights, do not count. */
const LONGEST_THOUGHT = 1800;

function addTimes(counts: Count[], entries: readonly TimedEntry[]): void {
  let last = 0;
  let version = -1;
  for (const { step, at, version: number } of entries) {
    if (number === version || !at) continue;
    version = number;
    const mine = step?.step === "played" && step.by === "person" ? counts[step.seat] : undefined;
    if (mine && last) mine.time += Math.min(Math.max(at - last, 0), LONGEST_THOUGHT);
    last = at;
  }
}

function total(cards: Record<string, number>): number {
  return Object.values(cards).reduce((all, each) => all + each, 0);
}
