/** A player's routes as a network, only for display: whether a ticket's cities are connected, and what is missing. */
import type { Route } from "../../wire/protocol";

export interface Missing {
  connected: boolean;
  /** Routes on the shortest path that are not claimed yet; null when every path is blocked. */
  routes: string[] | null;
  spaces: number;
}

/** The shortest path through these cities in order: own routes cost nothing, free ones their length, closed lanes are no way. */
export function missing(
  routes: readonly Route[],
  owner: ReadonlyMap<string, number>,
  seat: number,
  cities: readonly string[],
  closed: ReadonlySet<string> = new Set(),
): Missing {
  const open = routes.filter((route) => !closed.has(route.id));
  const built = new Set<string>();
  const found: Missing = { connected: true, routes: [], spaces: 0 };
  for (let i = 1; i < cities.length; i++) {
    const way = shortest(open, owner, seat, built, cities[i - 1] ?? "", cities[i] ?? "");
    if (way === null) return { connected: false, routes: null, spaces: 0 };
    for (const route of way) {
      built.add(route.id);
      found.routes?.push(route.id);
      found.spaces += route.length;
      found.connected = false;
    }
  }
  return found;
}

/** The free routes on the cheapest path between two cities (Dijkstra over a few dozen cities). */
function shortest(
  routes: readonly Route[],
  owner: ReadonlyMap<string, number>,
  seat: number,
  built: ReadonlySet<string>,
  from: string,
  to: string,
): Route[] | null {
  const cost = new Map([[from, 0]]);
  const came = new Map<string, { city: string; route: Route; free: boolean }>();
  const done = new Set<string>();
  for (;;) {
    const here = nearest(cost, done);
    if (here === null) return null;
    if (here === to) break;
    done.add(here);
    for (const route of routes) {
      if (route.a !== here && route.b !== here) continue;
      const owned = owner.get(route.id);
      if (owned !== undefined && owned !== seat) continue;
      const mine = owned === seat || built.has(route.id);
      const there = route.a === here ? route.b : route.a;
      const price = (cost.get(here) ?? 0) + (mine ? 0 : route.length);
      if (price >= (cost.get(there) ?? Infinity)) continue;
      cost.set(there, price);
      came.set(there, { city: here, route, free: !mine });
    }
  }
  const way: Route[] = [];
  for (let step = came.get(to); step; step = came.get(step.city)) if (step.free) way.unshift(step.route);
  return way;
}

function nearest(cost: ReadonlyMap<string, number>, done: ReadonlySet<string>): string | null {
  let best: string | null = null;
  for (const [city, price] of cost)
    if (!done.has(city) && (best === null || price < (cost.get(best) ?? Infinity))) best = city;
  return best;
}

/** The seat's routes that are connected with a city. */
export function ownWay(
  routes: readonly Route[],
  owner: ReadonlyMap<string, number>,
  seat: number,
  city: string,
): Set<string> {
  const reached = new Set([city]);
  const way = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const route of routes) {
      if (owner.get(route.id) !== seat || way.has(route.id)) continue;
      if (!reached.has(route.a) && !reached.has(route.b)) continue;
      way.add(route.id);
      reached.add(route.a).add(route.b);
      grown = true;
    }
  }
  return way;
}
