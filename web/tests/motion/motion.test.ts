/** What moves when something has happened: which cards fly where, when nothing moves, and how it is cut short. */
import { describe, expect, it, vi } from "vitest";
import { fallen, thrown } from "../../src/end/confetti";
import { announcedIn, queued } from "../../src/motion/announcements";
import { type Flight, flightsOf } from "../../src/motion/flights";
import { type Motion, Motions } from "../../src/motion/motions";
import { GAP, Pace } from "../../src/motion/pace";
import { connected, rolling, type Slot } from "../../src/motion/roll";
import { soundsOf } from "../../src/motion/sounds";
import type { Entry } from "../../src/game/seat.svelte";
import type { Event as GameEvent, LastTurns, PlayedStep, TrainRobbed } from "../../src/wire/protocol";

function entries(...events: GameEvent[]): Entry[] {
  const step = { step: "played", version: 8, at: 0 } as PlayedStep;
  return events.map((event) => ({ version: 8, at: 0, step, event, undone: false }));
}

function seen(viewer: number | null, ...events: GameEvent[]): Flight[] {
  return flightsOf(entries(...events), viewer, () => "trains");
}

describe("a card that flies", () => {
  it("goes face up from the display to the pile of whoever sees the own hand", () => {
    const [flight] = seen(0, { event: "card-taken", seat: 0, slot: 2, kind: "red" });
    expect(flight).toMatchObject({
      from: { at: "slot", slot: 2 },
      to: { at: "pile", kind: "red" },
      side: "face",
    });
  });

  it("is turned over on its way from the deck to the own hand", () => {
    const [flight] = seen(0, { event: "card-drawn", seat: 0, deck: "trains", kind: "red" });
    expect(flight).toMatchObject({ kind: "red", side: "turns", to: { at: "pile", kind: "red" } });
  });

  it("has no face when another seat draws it, whatever is known of it", () => {
    for (const kind of [null, "red"])
      for (const viewer of [0, null]) {
        const [flight] = seen(viewer, { event: "card-drawn", seat: 1, deck: "trains", kind });
        expect(flight).toMatchObject({ kind: null, side: "back", to: { at: "player", seat: 1 } });
      }
  });

  it("is dealt face down to the others", () => {
    const flights = seen(0, { event: "cards-dealt", seat: 1, count: 4, cards: null });
    expect(flights.map(({ kind }) => kind)).toEqual([null, null, null, null]);
  });

  it("stays a secret as a ticket, one's own too", () => {
    const kept = {
      event: "tickets-kept",
      seat: 0,
      count: 2,
      returned_count: 1,
      returned: [],
      kept: ["a", "b"],
    };
    const flights = seen(0, kept as GameEvent);
    expect(flights).toHaveLength(2);
    expect(flights.every(({ kind, side }) => kind === null && side === "back")).toBe(true);
  });

  it("goes one after the other to the route that it pays for", () => {
    const flights = seen(0, {
      event: "route-claimed",
      seat: 1,
      route: "a--b",
      pay: { red: 2, wild: 1 },
      points: 4,
    });
    expect(flights.map(({ kind }) => kind)).toEqual(["red", "red", "wild"]);
    expect(flights.map(({ delay }) => delay)).toEqual(
      [...flights.map(({ delay }) => delay)].sort((a, b) => a - b),
    );
    expect(flights[0]).toMatchObject({ from: { at: "player", seat: 1 }, to: { at: "route", route: "a--b" } });
  });

  it("leaves the yard that is robbed", () => {
    const robbed: TrainRobbed = {
      event: "train-robbed",
      robber: 0,
      victim: 1,
      color: "red",
      cards: { red: 2, wild: 1 },
    };
    const flights = seen(0, robbed);
    expect(flights).toHaveLength(3);
    expect(flights[0]).toMatchObject({ from: { at: "track", color: "red", seat: 1 }, to: { at: "away" } });
  });

  it("is one of a few: a crowd is not followed by anybody's eyes", () => {
    const deal = [0, 1, 2, 3, 4].map(
      (seat) => ({ event: "cards-dealt", seat, count: 4, cards: null }) as const,
    );
    expect(seen(null, ...deal).length).toBeLessThan(20);
  });

  it("does not fly for what was taken back", () => {
    const taken = entries({ event: "card-taken", seat: 0, slot: 0, kind: "red" });
    expect(
      flightsOf(
        taken.map((entry) => ({ ...entry, undone: true })),
        0,
        () => "trains",
      ),
    ).toEqual([]);
  });
});

describe("updates that pile up", () => {
  it("are shown when they leave time for it", () => {
    const pace = new Pace();
    expect([0, GAP, 3 * GAP].map((now) => pace.admit(now))).toEqual([true, true, true]);
  });

  it("are dropped, all but the first, until there is quiet again", () => {
    const pace = new Pace();
    expect([0, 20, 120, 200, 300].map((now) => pace.admit(now))).toEqual([true, false, false, false, false]);
    expect(pace.admit(300 + GAP)).toBe(true);
  });
});

describe("what is under way", () => {
  function motion() {
    let end: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (end = resolve));
    return { finished, finish: vi.fn(() => end()), updatePlaybackRate: vi.fn() } satisfies Motion;
  }

  it("is hurried by a later update", () => {
    const motions = new Motions();
    const one = motion();
    motions.add(one);
    motions.hurry();
    expect(one.updatePlaybackRate.mock.calls[0]?.[0]).toBeGreaterThan(1);
    expect(one.finish).not.toHaveBeenCalled();
  });

  it("is over at once when somebody clicks", () => {
    const motions = new Motions();
    const one = motion();
    const skip = vi.fn();
    motions.add(one);
    const quiet = motions.onskip(skip);
    motions.finish();
    expect(one.finish).toHaveBeenCalledOnce();
    expect(skip).toHaveBeenCalledOnce();
    expect(motions.size).toBe(0);
    quiet();
    motions.finish();
    expect(skip).toHaveBeenCalledOnce();
  });

  it("is forgotten when it has arrived", async () => {
    const motions = new Motions();
    const one = motion();
    motions.add(one);
    one.finish();
    await one.finished;
    await Promise.resolve();
    expect(motions.size).toBe(0);
  });
});

describe("announcements", () => {
  const last: LastTurns = { event: "last-turns", seat: 0, turns: 3 };
  const robbery = (color: string): TrainRobbed => ({
    event: "train-robbed",
    robber: 0,
    victim: 1,
    color,
    cards: {},
  });

  it("are made of turning points only", () => {
    const news = entries({ event: "turn-started", seat: 1 }, last, robbery("red"));
    expect(announcedIn(news)).toEqual([last, robbery("red")]);
  });

  it("drop old robberies when too many wait, and never the last round", () => {
    const waiting = queued([robbery("red"), last], [robbery("blue"), robbery("green")]);
    expect(waiting).toEqual([last, robbery("green")]);
  });
});

describe("a train that rolls out", () => {
  const straight: Slot[] = [
    [0, 0, 0],
    [40, 0, 0],
    [80, 0, 0],
  ];

  it("ends on its spaces, the first wagon on the last one", () => {
    for (const mine of [0, 1, 2])
      expect(rolling(straight, mine, 36).at(-1)).toEqual({
        transform: "translate(0px, 0px) rotate(0deg)",
        opacity: 1,
      });
  });

  it("comes from the first space, and is seen only on the route", () => {
    expect(rolling(straight, 2, 36)[0]).toEqual({
      transform: "translate(-80px, 0px) rotate(0deg)",
      opacity: 1,
    });
    expect(rolling(straight, 0, 36).map(({ opacity }) => opacity)).toEqual([0, 0, 1]);
  });

  it("follows the curve in the coordinates of its space", () => {
    const curve: Slot[] = [
      [0, 0, 0],
      [40, 10, 45],
    ];
    expect(rolling(curve, 1, 36)[0]?.transform).toBe("translate(-35.36px, 21.21px) rotate(-45deg)");
  });

  it("does not roll over the edge of the board", () => {
    expect(connected(straight, 36)).toBe(true);
    expect(connected([...straight, [900, 0, 0]], 36)).toBe(false);
  });
});

describe("what is heard", () => {
  it("is each sound once", () => {
    const card: GameEvent = { event: "card-drawn", seat: 1, deck: "trains", kind: null };
    const claimed: GameEvent = { event: "route-claimed", seat: 1, route: "a--b", pay: {}, points: 1 };
    expect(soundsOf(entries(card, card, claimed, { event: "turn-started", seat: 0 }))).toEqual([
      "card",
      "claim",
    ]);
  });
});

describe("confetti", () => {
  it("falls until nothing is left", () => {
    let papers = thrown(400, 800, ["gold"], () => 0.5);
    expect(papers.length).toBeGreaterThan(50);
    for (let i = 0; i < 400 && papers.length; i++) papers = fallen(papers, 0.05, 800);
    expect(papers).toEqual([]);
  });
});
