/** How many cards a hand lacks for the routes of a plan, taken together. */
import { describe, expect, it } from "vitest";
import { shortage } from "../../src/game/routes/shortage";
import type { CardKind, Route } from "../../src/wire/protocol";

function kind(id: string, color: string | null, deck = "trains", covers = 1): CardKind {
  return { id, color, deck, covers, copies: 12, harbor: false };
}
const KINDS = [
  kind("red", "red"),
  kind("blue", "blue"),
  kind("red-ship", "red", "ships"),
  kind("red-two", "red", "ships", 2),
  kind("wild", null),
];

function route(length: number, color: string | null, more: Partial<Route> = {}): Route {
  const plain = { id: `${color}${length}`, a: "a", b: "b", deck: "trains", tunnel: false };
  return { ...plain, length, color, wilds: 0, pairs: 0, wraps: false, twin: null, ...more };
}

describe("the cards that are missing", () => {
  it("are none where the hand has all", () => {
    expect(shortage([route(3, "red")], KINDS, { red: 3 })).toBe(0);
    expect(shortage([], KINDS, {})).toBe(0);
  });

  it("are counted for all routes together: a card pays once", () => {
    expect(shortage([route(2, "red"), route(2, "red")], KINDS, { red: 3 })).toBe(1);
  });

  it("may be made up by wilds, wherever these are needed", () => {
    expect(shortage([route(3, "red"), route(2, "blue")], KINDS, { red: 2, blue: 1, wild: 1 })).toBe(1);
  });

  it("of a gray route are those of its best color", () => {
    expect(shortage([route(4, null)], KINDS, { red: 1, blue: 3 })).toBe(1);
  });

  it("of several gray routes are the fewest that any choice of colors leaves", () => {
    const plan = [route(3, null), route(2, null), route(2, "red")];
    expect(shortage(plan, KINDS, { red: 5, blue: 2 })).toBe(0);
    expect(shortage(plan, KINDS, { red: 4, blue: 2 })).toBe(1);
  });

  it("of a ferry are wilds first", () => {
    const ferry = route(4, null, { wilds: 2 });
    expect(shortage([ferry], KINDS, { red: 9 })).toBe(2);
    expect(shortage([ferry], KINDS, { red: 1, wild: 3 })).toBe(0);
  });

  it("of hard terrain are pairs, each of any one color", () => {
    const hard = route(3, "red", { pairs: 1 });
    expect(shortage([hard], KINDS, { red: 2, blue: 2 })).toBe(0);
    expect(shortage([hard], KINDS, { red: 2, blue: 1 })).toBe(1);
  });

  it("at sea are ships, double ones for two", () => {
    const sea = route(5, "red", { deck: "ships" });
    expect(shortage([sea], KINDS, { red: 9, "red-two": 2 })).toBe(1);
    expect(shortage([sea], KINDS, { "red-ship": 1, "red-two": 2 })).toBe(0);
  });
});
