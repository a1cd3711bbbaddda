/** After the game: the steps of the scoring, the game in numbers, and the proof of the deal. */
import { webcrypto } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { scoringSteps, pathOver } from "../../src/end/scoringSteps";
import { plain, signed } from "../../src/i18n/points";
import { check, commitmentOf, seedOf } from "../../src/end/fairness";
import { remember, remembered } from "../../src/end/commitments";
import { count, type TimedEntry } from "../../src/end/statistics";
import type { Print } from "../../src/game/print";
import type { Event as GameEvent, ScoreLine, Outcome, Route, Step } from "../../src/wire/protocol";

const LINES: ScoreLine[][] = [
  [
    { source: "routes", points: 40, count: 9 },
    { source: "ticket", points: -8, ticket: "a", finish: "missed" },
    { source: "ticket", points: 12, ticket: "b", finish: "completed" },
    { source: "ticket", points: 5, ticket: "c", finish: "completed" },
    { source: "stations-left", points: 0, count: 0 },
    { source: "longest-path", points: 10, routes: ["x"], count: 30 },
  ],
  [
    { source: "routes", points: 45, count: 8 },
    { source: "longest-path", points: 0, routes: ["y"], count: 20 },
  ],
];
const OUTCOME: Outcome = {
  sheets: LINES.map((lines, seat) => ({
    seat,
    total: lines.reduce((sum, line) => sum + line.points, 0),
    lines,
  })),
  winners: [0],
  decided_by: "points",
};

describe("the story of the scoring", () => {
  const steps = scoringSteps(OUTCOME);

  it("counts every point once", () => {
    expect(steps.at(-1)?.totals).toEqual(OUTCOME.sheets.map((sheet) => sheet.total));
  });

  it("goes from source to source, ends with the winner, and tells what went wrong last", () => {
    expect(steps.map(({ seat, line }) => `${seat} ${line.source} ${line.points}`)).toEqual([
      "1 routes 45",
      "0 routes 40",
      "0 ticket 5",
      "0 ticket 12",
      "0 ticket -8",
      "1 longest-path 0",
      "0 longest-path 10",
    ]);
  });

  it("writes points with a real minus", () => {
    expect([signed(3), signed(-4), plain(3), plain(-4)]).toEqual(["+3", "−4", "3", "−4"]);
  });
});

function route(id: string, a: string, b: string, length = 2): Route {
  return {
    id,
    a,
    b,
    length,
    color: null,
    deck: "trains",
    tunnel: false,
    wilds: 0,
    pairs: 0,
    wraps: false,
    twin: null,
  };
}
const ROUTES = [
  route("ab", "a", "b"),
  route("bc", "b", "c", 3),
  route("cd", "c", "d"),
  route("ad", "a", "d"),
];

describe("the way of a ticket", () => {
  it("leads over usable routes only", () => {
    expect(pathOver(ROUTES, new Set(["ab", "bc", "cd"]), ["a", "d"])).toEqual(["ab", "bc", "cd"]);
    expect(pathOver(ROUTES, new Set(["ab", "bc", "cd", "ad"]), ["a", "d"])).toEqual(["ad"]);
  });

  it("is empty where there is none", () => {
    expect(pathOver(ROUTES, new Set(["ab"]), ["a", "d"])).toEqual([]);
  });

  it("goes through all cities of a tour", () => {
    expect(pathOver(ROUTES, new Set(["ab", "bc", "cd"]), ["b", "a", "c"])).toEqual(["ab", "bc"]);
  });
});

const print = {
  routes: ROUTES,
  wild: "wild",
  route: (id: string) => ROUTES.find((each) => each.id === id),
} as unknown as Print;

function happened(event: GameEvent, more: Partial<TimedEntry> = {}): TimedEntry {
  return { event, at: 0, version: 1, undone: false, ...more };
}

describe("the game in numbers", () => {
  it("counts what happened, and not what was taken back", () => {
    const { seats, growth } = count(
      [
        happened({ event: "turn-started", seat: 0 }),
        happened({ event: "card-taken", seat: 0, slot: 1, kind: "wild" }),
        happened({ event: "turn-started", seat: 1 }),
        happened({ event: "route-claimed", seat: 1, route: "bc", pay: {}, points: 4 }),
        happened({ event: "route-claimed", seat: 1, route: "ab", pay: {}, points: 2 }, { undone: true }),
        happened({ event: "turn-started", seat: 0 }),
        happened({ event: "tunnel-dug", seat: 0, route: "ab", laid: {}, revealed: [], extra: 2 }),
        happened({ event: "game-ended", reason: "last-turns" }),
      ],
      print,
      2,
    );
    expect(seats[0]).toMatchObject({ turns: 2, faceUp: 1, wilds: 1, tunnels: 1, toll: 2, routes: 0 });
    expect(seats[1]).toMatchObject({ turns: 1, routes: 1, spaces: 3, lengths: new Map([[3, 1]]) });
    expect(growth).toEqual({
      of: "points",
      values: [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 4],
        [0, 4],
      ],
    });
  });

  it("measures how long people thought, not bots", () => {
    const moved = (seat: number, by: "person" | "bot", at: number, version: number): TimedEntry => ({
      event: { event: "passed", seat },
      step: { step: "played", version, at, seat, by, events: [], why: null } as Step,
      at,
      version,
      undone: false,
    });
    const found = count(
      [moved(1, "bot", 100, 1), moved(0, "person", 107, 2), moved(1, "bot", 109, 3)],
      print,
      2,
    );
    expect(found.seats.map((seat) => seat.time)).toEqual([7, 0]);
  });
});

describe("the fair deal", () => {
  // jsdom has no hashes of its own; the values are those of branchline.server.room.fairness.
  beforeAll(() => vi.stubGlobal("crypto", webcrypto));
  const deal = {
    table: "k4bq7xw2m3nadf5e",
    game: "europe",
    edition: "2019",
    digest: "abc123",
    options: { first: 1, open_stacks: true },
    secret: "00ff",
    entropy: ["8f31", null],
    commitment: "dfe093b5dc087047fe78a1933461cd9cda99b538e4d4f7449263089cc1a36dcc",
    seed: "key:1c2f2a34223e968ca729994c88f21e8df3dd616549d3c319897bd2d3ebde8380",
  };
  const oldDeal = {
    ...deal,
    commitment: "e6ee706cfdb42db00a4c26f5c601e278401909af877ca242e1776c6f6fb3c0ac",
    seed: "67581827112025531280738625293543476845135606743681451384852949343330630002389",
  };

  it("is computed as the server computes it", async () => {
    expect(await commitmentOf(deal)).toBe(deal.commitment);
    expect(await seedOf(deal)).toBe(deal.seed);
    const plainDeal = { ...deal, game: "usa", edition: "2004", options: { first: null, open_stacks: false } };
    expect(await seedOf({ ...plainDeal, entropy: ["8f31", ""] })).toBe(
      "key:e531920884a81b1c15cf82bb8c690c5859ab6db9123a7bb5c91d12fd75147f0a",
    );
  });

  it("is computed for games that were dealt in the first way", async () => {
    expect(await check(oldDeal)).toEqual({ promised: true, dealt: true });
    expect(await check({ ...oldDeal, secret: "00fe" })).toEqual({ promised: false, dealt: false });
  });

  it("was promised in one way only", async () => {
    expect(await check({ ...deal, seed: oldDeal.seed })).toEqual({ promised: false, dealt: true });
    expect(await check({ ...oldDeal, seed: deal.seed })).toEqual({ promised: false, dealt: true });
  });

  it("finds another secret, and another seed", async () => {
    expect(await check(deal)).toEqual({ promised: true, dealt: true });
    expect(await check({ ...deal, secret: "00fe" })).toEqual({ promised: false, dealt: false });
    expect(await check({ ...deal, entropy: ["8f32", null] })).toEqual({ promised: true, dealt: false });
  });

  it("keeps the promise that was seen first", () => {
    remember("t", "one");
    remember("t", "two");
    expect(remembered("t")).toBe("one");
    expect(remembered("other")).toBeNull();
  });
});
