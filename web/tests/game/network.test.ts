import { describe, expect, it } from "vitest";
import { missing, ownWay } from "../../src/game/routes/network";
import type { Route } from "../../src/wire/protocol";
import { printed } from "../little";

const routes = printed.routes ?? [];

describe("what a ticket misses", () => {
  it("is the shortest way over free routes", () => {
    expect(missing(routes, new Map(), 0, ["paris", "wien"])).toEqual({
      connected: false,
      routes: ["paris--zurich--1", "wien--zurich"],
      spaces: 5,
    });
  });

  it("is nothing where own routes lead all the way", () => {
    const owners = new Map([
      ["paris--zurich--2", 0],
      ["wien--zurich", 0],
    ]);
    expect(missing(routes, owners, 0, ["paris", "wien"]).connected).toBe(true);
  });

  it("cannot be had where others bar every way", () => {
    expect(missing(routes, new Map([["wien--zurich", 1]]), 0, ["paris", "wien"]).routes).toBeNull();
  });

  it("cannot be had over a closed lane", () => {
    const others = new Map([["paris--zurich--1", 1]]);
    const closed = new Set(["paris--zurich--2"]);
    expect(missing(routes, others, 0, ["paris", "zurich"]).routes).toEqual(["paris--zurich--2"]);
    expect(missing(routes, others, 0, ["paris", "zurich"], closed).routes).toBeNull();
  });

  it("counts a route once for all cities of a tour", () => {
    expect(missing(routes, new Map(), 0, ["paris", "zurich", "paris"]).spaces).toBe(2);
  });

  it("is as short as any way that there is", () => {
    const seed = Date.now() % 100_000;
    const random = generator(seed);
    for (let round = 0; round < 60; round++) {
      const found = randomRoutes(random);
      const owners = new Map(
        found.flatMap(({ id }) => (random() < 0.4 ? [[id, random() < 0.5 ? 0 : 1]] : [])) as [
          string,
          number,
        ][],
      );
      const told = missing(found, owners, 0, ["c0", "c1"]);
      const spaces = told.routes === null ? Infinity : told.spaces;
      expect(spaces, `seed ${seed}, round ${round}`).toBe(
        shortestBySearch(found, owners, "c0", "c1", new Set()),
      );
    }
  });
});

describe("the own network", () => {
  it("is what hangs together with a city", () => {
    const owners = new Map([
      ["paris--zurich--1", 0],
      ["lodz--wien", 0],
      ["wien--zurich", 1],
    ]);
    expect([...ownWay(routes, owners, 0, "paris")]).toEqual(["paris--zurich--1"]);
  });
});

function generator(seed: number): () => number {
  let state = seed + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function randomRoutes(random: () => number): Route[] {
  const [model] = routes;
  if (!model) throw new Error("the little country has routes");
  return Array.from({ length: 8 }, (_, i) => {
    const a = Math.floor(5 * random());
    const b = (a + 1 + Math.floor(4 * random())) % 5;
    return { ...model, id: `r${i}`, a: `c${a}`, b: `c${b}`, length: 1 + Math.floor(4 * random()) };
  });
}

/** Every path, by brute force. */
function shortestBySearch(
  all: readonly Route[],
  owners: ReadonlyMap<string, number>,
  here: string,
  to: string,
  seen: ReadonlySet<string>,
): number {
  if (here === to) return 0;
  let best = Infinity;
  for (const route of all) {
    const there = route.a === here ? route.b : route.b === here ? route.a : null;
    if (there === null || seen.has(there) || owners.get(route.id) === 1) continue;
    const price = owners.get(route.id) === 0 ? 0 : route.length;
    best = Math.min(best, price + shortestBySearch(all, owners, there, to, new Set([...seen, here])));
  }
  return best;
}
