/** Replays: frames fold to views, any move can be shown, links name moves. */
import { describe, expect, it } from "vitest";
import { placeOf } from "../../src/address.svelte";
import type { Print } from "../../src/game/print";
import { moveIn, reasonsOf } from "../../src/replay/load";
import { Playback } from "../../src/replay/playback.svelte";
import type { Replay, Step } from "../../src/wire/protocol";

const REPLAY: Replay = {
  board: "little",
  file: "",
  game: "usa",
  edition: "2004",
  digest: "",
  options: { first: null, open_stacks: false },
  names: ["Ann", "Bea"],
  seat: null,
  open: true,
  frames: [
    {
      seat: null,
      events: [{ event: "game-started", first: 1 }],
      actors: [1],
      changed: { board: "usa", turn: 1, tickets_left: 9 },
      hands: [
        { hand: { red: 4 }, tickets: [] },
        { hand: { blue: 4 }, tickets: [] },
      ],
    },
    { seat: 1, events: [{ event: "passed", seat: 1 }], actors: [0], changed: { turn: 0 }, hands: null },
    {
      seat: 0,
      events: [{ event: "route-claimed", seat: 0, route: "ab", pay: {}, points: 2 }],
      actors: [],
      changed: { turn: 1, tickets_left: 8 },
      hands: [
        { hand: { red: 2 }, tickets: [] },
        { hand: { blue: 4 }, tickets: [] },
      ],
    },
  ],
  outcome: { sheets: [], winners: [0], decided_by: "points" },
  seed: "1",
  proof: null,
  differences: [],
};

function playback(): Playback {
  return new Playback("k4bq7xw2m3nadf5e", REPLAY, { printed: { name: "Little" } } as Print, []);
}

describe("a playback", () => {
  it("lays what changed over what was there", () => {
    const shown = playback();
    const views = [0, 1, 2].map((move) => {
      shown.go(move);
      return shown.view;
    });
    expect(views).toEqual([
      { board: "usa", turn: 1, tickets_left: 9 },
      { board: "usa", turn: 0, tickets_left: 9 },
      { board: "usa", turn: 1, tickets_left: 8 },
    ]);
  });

  it("keeps hands that did not change", () => {
    const shown = playback();
    shown.go(1);
    expect(shown.hands[0]?.hand).toEqual({ red: 4 });
    shown.go(2);
    expect(shown.hands[0]?.hand).toEqual({ red: 2 });
  });

  it("stays within the game", () => {
    const shown = playback();
    shown.go(99);
    expect(shown.at).toBe(2);
    shown.go(-3);
    expect(shown.at).toBe(0);
  });

  it("tells what happened so far, and lets only the newest move", () => {
    const shown = playback();
    shown.go(1);
    expect(shown.entries.map(({ event }) => event?.event)).toEqual(["game-started", "passed"]);
    expect(shown.news).toHaveLength(1);
    shown.go(0);
    expect(shown.news).toEqual([]);
  });

  it("is over at its last move", () => {
    const shown = playback();
    expect([shown.state.status, shown.outcome]).toEqual(["playing", null]);
    shown.go(2);
    expect([shown.state.status, shown.outcome]).toEqual(["finished", REPLAY.outcome]);
  });
});

describe("what bots say", () => {
  it("belongs to the moves that count", () => {
    const moved = (version: number, why: string | null): Step => ({
      step: "played",
      version,
      at: 0,
      seat: 0,
      by: "bot",
      events: [],
      why,
    });
    const undone: Step = { step: "taken-back", version: 7, at: 0, seat: 0, to: 4 };
    expect(reasonsOf([moved(4, "a"), moved(5, "b"), undone, moved(8, null)])).toEqual([null, "a", null]);
  });
});

describe("links", () => {
  it("name a move", () => {
    expect([moveIn("#move=12"), moveIn("#move="), moveIn("#seat=x"), moveIn("")]).toEqual([
      12,
      null,
      null,
      null,
    ]);
  });

  it("lead to the replay of a table, or to a place for records", () => {
    expect(placeOf("/replay/k4bq7xw2m3nadf5e")).toEqual({ at: "replay", table: "k4bq7xw2m3nadf5e" });
    expect(placeOf("/replay")).toEqual({ at: "replay", table: null });
    expect(placeOf("/replay/nonsense")).toEqual({ at: "nowhere" });
  });
});
