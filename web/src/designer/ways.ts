/** The shortest way between two cities, and what a ticket for it is worth. */
import type { BoardTables } from "./tables";

export interface Way {
  cities: string[];
  /** Numbers of the routes in the file. */
  routes: number[];
  spaces: number;
}

/** Dijkstra over a few dozen cities; null where no chain of routes leads there. */
export function shortestWay(tables: Pick<BoardTables, "route">, from: string, to: string): Way | null {
  const cost = new Map([[from, 0]]);
  const came = new Map<string, { city: string; route: number }>();
  const done = new Set<string>();
  for (;;) {
    const here = nearest(cost, done);
    if (here === null) return null;
    if (here === to) break;
    done.add(here);
    tables.route.forEach((route, index) => {
      if (!route.between.includes(here)) return;
      const there = route.between[0] === here ? route.between[1] : route.between[0];
      const price = (cost.get(here) ?? 0) + route.length;
      if (price >= (cost.get(there) ?? Infinity)) return;
      cost.set(there, price);
      came.set(there, { city: here, route: index });
    });
  }
  const way: Way = { cities: [to], routes: [], spaces: cost.get(to) ?? 0 };
  for (let step = came.get(to); step; step = came.get(step.city)) {
    way.cities.unshift(step.city);
    way.routes.unshift(step.route);
  }
  return way;
}

function nearest(cost: ReadonlyMap<string, number>, done: ReadonlySet<string>): string | null {
  let best: string | null = null;
  for (const [city, price] of cost)
    if (!done.has(city) && (best === null || price < (cost.get(best) ?? Infinity))) best = city;
  return best;
}

/** A point for each space of the shortest way, as the printed boards have it (docs/make-your-own-board.md). */
export function suggestedWorth(way: Way | null): number {
  return Math.max(1, way?.spaces ?? 1);
}
