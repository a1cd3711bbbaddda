import { describe, expect, it } from "vitest";
import type { Drawing } from "../../src/wire/protocol";
import { cityTowards, type Direction, hit, boundsOf } from "../../src/board/geometry";
import europe from "../../../src/branchline/draw/layouts/europe.json";
import usa from "../../../src/branchline/draw/layouts/usa.json";
import world from "../../../src/branchline/draw/layouts/world.json";

const BOARDS = Object.entries({ usa, europe, world } as unknown as Record<string, Drawing>);
const KEYS: Direction[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

describe.each(BOARDS)("on the board %s", (_, drawing) => {
  it("the middle of every space is on its own route", () => {
    for (const [route, lane] of Object.entries(drawing.routes))
      for (const [x, y] of lane.slots) expect(hit(drawing, x, y, 5), route).toEqual({ route });
  });

  it("every city is hit by its disc", () => {
    for (const [city, spot] of Object.entries(drawing.cities))
      if (!spot.junction) expect(hit(drawing, ...spot.at, 0)).toEqual({ city });
  });

  it("the arrow keys lead to every city", () => {
    const cities = Object.keys(drawing.cities).filter((city) => !drawing.cities[city]?.junction);
    const reached = new Set(cities.slice(0, 1));
    for (const city of reached)
      for (const key of KEYS) {
        const next = cityTowards(drawing, city, key);
        if (next) reached.add(next);
      }
    expect([...reached].sort()).toEqual(cities.sort());
  });

  it("its cities lie inside it", () => {
    const bounds = boundsOf(drawing, Object.keys(drawing.cities), 0);
    expect(bounds?.left).toBeGreaterThan(0);
    expect(bounds?.right).toBeLessThan(drawing.size[0]);
  });
});

describe("beyond the edge of a board that wraps", () => {
  it("lies what lies at the other edge", () => {
    const drawing = world as unknown as Drawing;
    const [x, y] = drawing.cities.lagos?.at ?? [0, 0];
    expect(hit(drawing, x + drawing.size[0], y, 0)).toEqual({ city: "lagos" });
    expect(hit(drawing, x - drawing.size[0], y, 0)).toEqual({ city: "lagos" });
  });
});

describe("empty sea", () => {
  it("is nothing", () => {
    expect(hit(usa as unknown as Drawing, 2, 2, 3)).toBeNull();
  });
});
