import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { suggest } from "../../src/game/commands";
import { Print } from "../../src/game/print";
import { PlayedTable } from "../../src/game/played.svelte";
import { translation } from "../../src/i18n/translation.svelte";
import { Table } from "../../src/game/table.svelte";
import type { Choice } from "../../src/wire/protocol";
import { look, printed, view, welcome } from "../little";
import { TestSocket, useTestSockets } from "../socket";

let table: Table;
let played: PlayedTable;

function sit(choices?: Choice[]): void {
  const told = choices ? look({ choices }) : look({ view: view() });
  TestSocket.last.open().say(welcome({ updates: [told] }));
}

function actions(text: string) {
  return suggest(played, text, 20).map(({ action }) => action);
}

beforeEach(async () => {
  useTestSockets();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(printed))));
  await translation.load("en");
  table = new Table("k4bq7xw2m3nadf5e");
  played = new PlayedTable(table, new Print(printed));
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

describe("a typed command", () => {
  it("claims a route with the cards that are named", () => {
    sit();
    expect(actions("claim paris zurich red")[0]).toEqual({
      do: "claim",
      route: "paris--zurich--1",
      pay: { red: 2 },
    });
    expect(actions("claim paris zurich locomotive")).toEqual([
      { do: "claim", route: "paris--zurich--1", pay: { red: 1, wild: 1 } },
    ]);
  });

  it("understands beginnings of words, in any order, and every name of a city", () => {
    sit();
    expect(actions("cl zur par")[0]).toMatchObject({ route: "paris--zurich--1" });
    expect(actions("claim vienna")[0]).toMatchObject({ route: "wien--zurich" });
    expect(actions("claim wieden")[0]).toMatchObject({ route: "wien--zurich" });
  });

  it("finds nothing that is not legal", () => {
    sit();
    expect(actions("claim lodz")).toEqual([]);
    expect(actions("station paris")).toEqual([]);
  });

  it("draws by place, by color, or blind", () => {
    sit();
    expect(actions("draw 2")).toEqual([{ do: "draw", slot: 1, refill: "trains" }]);
    expect(actions("draw blue")).toEqual([{ do: "draw", slot: 1, refill: "trains" }]);
    expect(actions("draw blind")).toEqual([{ do: "draw-blind", deck: "trains" }]);
    expect(actions("draw 5")).toEqual([]);
  });

  it("keeps tickets by their numbers in the offer", () => {
    const offer = ["paris--wien", "paris--lodz", "lodz--zurich"];
    sit([{ do: "keep", offer, least: 2, ordered: false }]);
    expect(actions("keep 1 3")).toEqual([
      { do: "keep", kept: ["paris--wien", "lodz--zurich"], returned: ["paris--lodz"] },
    ]);
    expect(actions("keep 2")).toEqual([]);
    expect(actions("keep 1 2 3")).toHaveLength(1);
  });

  it.each([
    ["pl", "zajmij paris zurich czerwony"],
    ["ro", "preia paris zurich rosu"],
  ] as const)("is understood in %s", async (language, text) => {
    await translation.load(language);
    sit();
    expect(actions(text)[0]).toEqual({ do: "claim", route: "paris--zurich--1", pay: { red: 2 } });
  });
});
