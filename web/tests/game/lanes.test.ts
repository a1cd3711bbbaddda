import { describe, expect, it } from "vitest";
import { closedLanes } from "../../src/game/routes/lanes";
import { missing } from "../../src/game/routes/network";
import { printed } from "../little";

const routes = printed.routes ?? [];
const others = new Map([["paris--zurich--1", 1]]);
const own = new Map([["paris--zurich--1", 0]]);

describe("the second lane of a double route", () => {
  it("is closed to everybody when two or three play (B-15)", () => {
    for (const seats of [2, 3]) {
      expect([...closedLanes(routes, others, 0, seats)]).toEqual(["paris--zurich--2"]);
      expect([...closedLanes(routes, others, null, seats)]).toEqual(["paris--zurich--2"]);
    }
  });

  it("is closed only to whoever has the first when four or five play (B-15)", () => {
    for (const seats of [4, 5]) {
      expect(closedLanes(routes, others, 0, seats).size).toBe(0);
      expect([...closedLanes(routes, own, 0, seats)]).toEqual(["paris--zurich--2"]);
      expect(closedLanes(routes, own, null, seats).size).toBe(0);
    }
  });

  it("is not closed once it is owned, nor while both are free", () => {
    const both = new Map([...others, ["paris--zurich--2", 0]] as [string, number][]);
    expect(closedLanes(routes, both, 0, 4).size).toBe(0);
    expect(closedLanes(routes, new Map(), 0, 2).size).toBe(0);
  });

  it("is no way for a ticket", () => {
    const closed = closedLanes(routes, others, 0, 2);
    expect(missing(routes, others, 0, ["paris", "zurich"], closed).routes).toBeNull();
  });
});
