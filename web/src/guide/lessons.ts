/**
 * What a guided game explains: each lesson comes up when its condition holds for the first time, and points at something
 * on the screen. Its words are in `content`, under its id.
 */
import type { Intent } from "../game/intent.svelte";
import type { PlayedTable } from "../game/played.svelte";
import { isBoardTicket } from "../game/print";
import type { Action, Route } from "../wire/protocol";

export interface Moment {
  played: PlayedTable;
  intent: Intent;
  /** What is advised now. */
  next: Action | null;
  /** Whether all advice has been given, or the game is over. */
  finished: boolean;
}

export interface Lesson {
  when: (moment: Moment) => boolean;
  /** What it points at, as a selector; where it has none, at what is advised. */
  at?: (moment: Moment) => string;
}

const LESSONS: Record<string, Lesson> = {
  welcome: { when: () => true },
  tickets: { when: isChoosingTickets, at: () => "[data-sheet]" },
  "card-tickets": { when: isChoosingTickets, at: () => "[data-sheet]" },
  tours: {
    when: (moment) => tourOf(moment) !== undefined,
    at: (moment) => `[data-offer="${tourOf(moment) ?? ""}"]`,
  },
  pieces: { when: ({ played }) => played.choices.pieces !== null, at: () => "[data-sheet]" },
  draw: { when: mayDraw, at: () => ".offer .faces" },
  "two-decks": { when: mayDraw, at: () => ".offer .decks" },
  locomotives: {
    when: (moment) => mayDraw(moment) && wildAt(moment) !== null,
    at: (moment) => wildAt(moment) ?? "",
  },
  second: {
    when: ({ played }) => played.choices.any && phaseOf(played) === "second-card",
    at: () => ".offer .decks",
  },
  claim: { when: (moment) => claims(moment, () => true) },
  points: { when: ownsRoute, at: ({ played }) => `.players [data-player="${played.seat ?? 0}"]` },
  double: { when: ({ played }) => played.closed.size > 0, at: () => ".stage [data-look=closed]" },
  "more-tickets": { when: drawsTickets },
  ferries: { when: (moment) => claims(moment, ({ wilds }) => wilds > 0) },
  tunnels: { when: (moment) => claims(moment, ({ tunnel }) => tunnel) },
  toll: {
    when: ({ played }) =>
      phaseOf(played) === "toll" && (played.choices.toll !== null || played.choices.leave),
  },
  stations: { when: (moment) => moment.next?.do === "station" || builds(moment, "stations") },
  ships: { when: (moment) => claims(moment, ({ deck }) => deck === "ships") },
  "double-ships": {
    when: (moment) => claims(moment, ({ deck }) => deck === "ships") && doubleShip(moment) !== undefined,
    at: (moment) => `.own [data-kind="${doubleShip(moment) ?? ""}"]`,
  },
  pairs: { when: (moment) => claims(moment, ({ pairs }) => pairs > 0) },
  harbors: { when: (moment) => moment.next?.do === "harbor" || builds(moment, "harbors") },
  exchange: { when: ({ next, intent }) => next?.do === "exchange" || intent.planned?.is === "exchange" },
  yard: { when: ({ next, intent }) => next?.do === "lay" || intent.planned?.is === "row" },
  robbing: { when: robs, at: (moment) => `.stage [data-track="${robbedColor(moment) ?? ""}"]` },
  three: { when: ({ next, intent }) => next?.do === "lay-three" || intent.planned?.is === "three" },
  track: {
    when: ({ played }) => (played.table.cards?.players[played.seat ?? 0]?.stack_size ?? 0) > 0,
    at: ({ played }) => `.stage [data-stack="${played.seat ?? 0}"]`,
  },
  settlement: { when: ({ played }) => played.choices.settle !== null, at: () => "[data-sheet]" },
  halves: { when: ({ played }) => (played.table.cards?.half ?? 1) > 1, at: () => ".bar .prompt" },
  end: { when: ({ finished }) => finished },
};

/** The lessons of each game, in the order in which they are told where several come up at once. */
export const COURSES: Readonly<Record<string, readonly string[]>> = {
  usa: [
    "welcome",
    "tickets",
    "draw",
    "locomotives",
    "second",
    "double",
    "points",
    "claim",
    "more-tickets",
    "end",
  ],
  europe: [
    "welcome",
    "tickets",
    "draw",
    "locomotives",
    "second",
    "points",
    "claim",
    "ferries",
    "stations",
    "tunnels",
    "toll",
    "end",
  ],
  world: [
    "welcome",
    "tickets",
    "tours",
    "pieces",
    "draw",
    "two-decks",
    "locomotives",
    "second",
    "points",
    "double-ships",
    "ships",
    "harbors",
    "pairs",
    "exchange",
    "end",
  ],
  cards: [
    "welcome",
    "card-tickets",
    "draw",
    "locomotives",
    "second",
    "track",
    "robbing",
    "yard",
    "three",
    "settlement",
    "halves",
    "end",
  ],
};

export function lesson(id: string): Lesson {
  const found = LESSONS[id];
  if (!found) throw new Error(`there is no lesson ${id}`);
  return found;
}

/** The lessons that come up now and were not told yet. */
export function pending(moment: Moment, told: ReadonlySet<string>): string[] {
  const course = COURSES[moment.played.print.printed.game] ?? [];
  return course.filter((id) => !told.has(id) && lesson(id).when(moment));
}

function phaseOf(played: PlayedTable): string {
  return played.table.view?.phase.phase ?? "";
}

function isChoosingTickets({ played }: Moment): boolean {
  return played.choices.keep !== null && phaseOf(played) === "choosing-tickets";
}

function tourOf({ played }: Moment): string | undefined {
  return played.choices.keep?.offer.find((id) => {
    const ticket = played.print.ticket(id);
    return isBoardTicket(ticket) && ticket.cities.length > 2;
  });
}

function mayDraw({ played }: Moment): boolean {
  return played.choices.free && phaseOf(played) === "turn" && played.choices.decks.length > 0;
}

/** Where a locomotive lies: face up, or in hand. */
function wildAt({ played }: Moment): string | null {
  const { wild } = played.print;
  const slot = played.table.view?.display.indexOf(wild) ?? -1;
  if (slot >= 0) return `.offer [data-slot="${slot}"]`;
  return played.hand[wild] ? `.own [data-kind="${wild}"]` : null;
}

/** Whether a route of this sort is advised, or was chosen and is about to be paid for. */
function claims({ played, intent, next }: Moment, wish: (route: Route) => boolean): boolean {
  const planned = intent.planned?.is === "route" ? intent.planned.route : null;
  const route = next?.do === "claim" ? next.route : planned;
  return route !== null && played.choices.any && wish(played.print.route(route));
}

function ownsRoute({ played }: Moment): boolean {
  return (played.table.board?.players[played.seat ?? 0]?.routes.length ?? 0) > 0;
}

function drawsTickets({ played, next }: Moment): boolean {
  return next?.do === "tickets" || (played.choices.keep !== null && phaseOf(played) !== "choosing-tickets");
}

function builds({ played, intent }: Moment, what: "stations" | "harbors"): boolean {
  return intent.planned?.is === "city" && played.choices[what].has(intent.planned.city);
}

function doubleShip({ played }: Moment): string | undefined {
  return Object.keys(played.hand).find((id) => played.hand[id] && played.print.kind(id).covers > 1);
}

/** A color in somebody else's yard that is advised, or was chosen. */
function robbedColor({ played, intent, next }: Moment): string | undefined {
  const color = next?.do === "lay" ? next.color : intent.planned?.is === "row" ? intent.planned.color : "";
  const row = played.table.cards?.yards[played.print.printed.colors.indexOf(color)];
  return row && row.seat !== played.seat ? color : undefined;
}

function robs(moment: Moment): boolean {
  return robbedColor(moment) !== undefined;
}
