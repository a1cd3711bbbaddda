/** Which route or city is at a point of the board, with some tolerance for fingers. */
import type { Drawing } from "../wire/protocol";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Hit = { route: string } | { city: string } | null;

/** The city or route nearest to a point, within `reach` units; a city wins where both are touched. */
export function hit(drawing: Drawing, x: number, y: number, reach: number): Hit {
  const [width] = drawing.size;
  if (drawing.wraps) x = ((x % width) + width) % width;
  for (const [city, spot] of Object.entries(drawing.cities)) {
    if (!spot.junction && Math.hypot(spot.at[0] - x, spot.at[1] - y) <= spot.radius + Math.min(reach, 6))
      return { city };
  }
  let best: string | null = null;
  let nearest = reach;
  for (const [route, lane] of Object.entries(drawing.routes)) {
    for (const slot of lane.slots) {
      const away = fromSlot(slot, (lane.width ?? drawing.slot[0]) / 2, drawing.slot[1] / 2, x, y);
      if (away <= nearest) {
        nearest = away;
        best = route;
        if (away === 0) return { route };
      }
    }
  }
  return best === null ? null : { route: best };
}

/** The distance of a point from a rotated rectangle; 0 inside it. */
function fromSlot(
  [sx, sy, angle]: readonly [number, number, number],
  halfWidth: number,
  halfHeight: number,
  x: number,
  y: number,
): number {
  const turn = (-angle * Math.PI) / 180;
  const dx = x - sx;
  const dy = y - sy;
  const along = Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn)) - halfWidth;
  const across = Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn)) - halfHeight;
  return Math.hypot(Math.max(along, 0), Math.max(across, 0));
}

/** The part of the board that some cities take, with a margin; names need more of it at their sides. */
export function boundsOf(drawing: Drawing, cities: Iterable<string>, margin = 80): Box | null {
  const spots = [...cities].map((city) => drawing.cities[city]).filter((spot) => spot !== undefined);
  return boundsOfPoints(
    spots.map((spot) => spot.at),
    margin,
  );
}

/** The part of the board that some routes and cities take. */
export function boundsOfParts(
  drawing: Drawing,
  { routes, cities }: { routes: Iterable<string>; cities: Iterable<string> },
): Box | null {
  const slots = [...routes].flatMap((route) => drawing.routes[route]?.slots ?? []);
  const spots = [...cities].flatMap((city) => drawing.cities[city] ?? []);
  return boundsOfPoints([...slots, ...spots.map((spot) => spot.at)], 50);
}

/** Boxes around everything that is played on: cities and spaces. */
export function contentsOf({ cities, routes, slot: [width] }: Drawing): Box[] {
  const around = ([x, y]: readonly [number, number, ...number[]], reach: number) => ({
    left: x - reach,
    top: y - reach,
    right: x + reach,
    bottom: y + reach,
  });
  return [
    ...Object.values(cities).map(({ at, radius }) => around(at, radius)),
    ...Object.values(routes).flatMap(({ slots }) => slots.map((slot) => around(slot, width / 2))),
  ];
}

function boundsOfPoints(
  points: readonly (readonly [number, number, ...number[]])[],
  margin: number,
): Box | null {
  if (!points.length) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs) - 1.5 * margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + 1.5 * margin,
    bottom: Math.max(...ys) + margin,
  };
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const TOWARDS: Record<Direction, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isDirection(key: string): key is Direction {
  return key in TOWARDS;
}

/** The city to which an arrow key leads: near, and roughly in its direction. */
export function cityTowards(drawing: Drawing, from: string, direction: Direction): string | null {
  const here = drawing.cities[from];
  if (!here) return null;
  const [tx, ty] = TOWARDS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const [city, spot] of Object.entries(drawing.cities)) {
    if (city === from || spot.junction) continue;
    const dx = spot.at[0] - here.at[0];
    const dy = spot.at[1] - here.at[1];
    const ahead = dx * tx + dy * ty;
    const aside = Math.abs(dx * ty) + Math.abs(dy * tx);
    if (ahead <= 0 || aside > 1.6 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = city;
    }
  }
  return best;
}
