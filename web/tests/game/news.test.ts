import { describe, expect, it } from "vitest";
import { newSince } from "../../src/game/routes/news";
import type { Entry } from "../../src/game/seat.svelte";
import type { Event as GameEvent } from "../../src/wire/protocol";

const turn = (seat: number): GameEvent => ({ event: "turn-started", seat });
const claim = (seat: number, route: string): GameEvent => ({
  event: "route-claimed",
  seat,
  route,
  pay: {},
  points: 1,
});
const station = (seat: number, city: string): GameEvent => ({ event: "station-built", seat, city, pay: {} });

function entries(...events: GameEvent[]): Entry[] {
  const step: Entry["step"] = { step: "resumed", version: 0, at: 0 };
  return events.map((event, version) => ({ version, at: 0, step, event, undone: false }));
}

describe("what is new since my last turn", () => {
  const round = [turn(0), claim(0, "mine"), turn(1), claim(1, "one"), turn(2), station(2, "wien")];

  it("is what the others built since it began, not what I built", () => {
    const found = newSince(entries(...round), 0, 3);
    expect([...found.routes]).toEqual(["one"]);
    expect([...found.cities]).toEqual(["wien"]);
  });

  it("stays marked while my next turn lasts, and no longer", () => {
    const now = [...round, turn(0), claim(0, "second")];
    expect([...newSince(entries(...now), 0, 3).routes]).toEqual(["one"]);
    expect(newSince(entries(...now, turn(1)), 0, 3).routes.size).toBe(0);
  });

  it("is the last round for those who only watch", () => {
    const now = [turn(0), claim(0, "old"), ...round];
    expect([...newSince(entries(...now), null, 3).routes]).toEqual(["mine", "one"]);
  });

  it("forgets what was taken back", () => {
    const taken = entries(...round).map((entry) => ({
      ...entry,
      undone: entry.event?.event === "route-claimed",
    }));
    expect(newSince(taken, 0, 3).routes.size).toBe(0);
  });
});
