import { expect, test } from "vitest";
import { isSameAnswer } from "../../src/puzzles/answer";
import type { Action } from "../../src/wire/protocol";

const DISPLAY = ["red", "blue", "red", null, "wild"];

function same(one: Action, two: Action): boolean {
  return isSameAnswer(one, two, DISPLAY);
}

test("the same route with other cards is the same answer", () => {
  const route = { do: "claim", route: "paris--zurich", pay: { red: 3 } } as const;
  expect(same(route, { ...route, pay: { blue: 2, wild: 1 } })).toBe(true);
  expect(same(route, { ...route, route: "paris--dieppe" })).toBe(false);
});

test("the same card in another place is the same answer, unless another deck refills it", () => {
  const card = { do: "draw", slot: 0, refill: "train" } as const;
  expect(same(card, { ...card, slot: 2 })).toBe(true);
  expect(same(card, { ...card, slot: 1 })).toBe(false);
  expect(same(card, { ...card, slot: 2, refill: "ship" })).toBe(false);
});

test("the same tickets in another order are the same answer", () => {
  const keep = { do: "keep", kept: ["a--b", "c--d"], returned: ["e--f"] } as const;
  const other: Action = { do: "keep", kept: ["c--d", "a--b"], returned: ["e--f"] };
  expect(same({ ...keep, kept: [...keep.kept], returned: [...keep.returned] }, other)).toBe(true);
  expect(same(other, { ...other, kept: ["a--b"] })).toBe(false);
});

test("anything else is the same answer when it is the same", () => {
  expect(same({ do: "tickets" }, { do: "tickets" })).toBe(true);
  expect(same({ do: "tickets" }, { do: "pass" })).toBe(false);
  const row = { do: "lay", color: "red", count: 3, wilds: 1 } as const;
  expect(same(row, { wilds: 1, count: 3, color: "red", do: "lay" })).toBe(true);
  expect(same(row, { ...row, wilds: 0 })).toBe(false);
});
