/** Where the spaces of routes lie in the sketch: straight lines between cities, lanes side by side. */
import { areLanes, type BoardTables, type RouteTable } from "../tables";
import type { Point } from "./projection";

export const RADIUS = 9;
const GAP = 13;
const BREADTH = 11;

export interface SketchedRoute {
  index: number;
  route: RouteTable;
  from: Point;
  to: Point;
  /** Middle, angle in degrees and length of each space. */
  spaces: { x: number; y: number; angle: number; length: number }[];
  breadth: number;
}

export function sketched(tables: BoardTables, placeOf: (city: string) => Point | undefined): SketchedRoute[] {
  return tables.route.flatMap((route, index) => {
    const [a, b] = route.between;
    const [start, end] = [placeOf(a), placeOf(b)];
    if (!start || !end) return [];
    const beside = tables.route.flatMap((each, i) => (areAlong(each, route) ? [i] : []));
    const lane = beside.indexOf(index) - (beside.length - 1) / 2;
    // Both lanes lie on the same sides of the line, whichever city each of them names first.
    const turned = a > b ? -1 : 1;
    return [laid(route, index, start, end, lane * turned * GAP)];
  });
}

function areAlong(one: RouteTable, two: RouteTable): boolean {
  return areLanes({ ...one, kind: "rail" }, { ...two, kind: "rail" });
}

function laid(route: RouteTable, index: number, start: Point, end: Point, aside: number): SketchedRoute {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const rim = Math.min(RADIUS + 3, far / 3);
  const from: Point = [start[0] + ux * rim - uy * aside, start[1] + uy * rim + ux * aside];
  const to: Point = [end[0] - ux * rim - uy * aside, end[1] - uy * rim + ux * aside];
  const count = Math.max(1, Math.min(route.length || 1, 30));
  const pitch = (far - 2 * rim) / count;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const spaces = Array.from({ length: count }, (_, i) => ({
    x: from[0] + ux * pitch * (i + 0.5),
    y: from[1] + uy * pitch * (i + 0.5),
    angle,
    length: Math.max(2, pitch - Math.min(3, pitch / 4)),
  }));
  return { index, route, from, to, spaces, breadth: BREADTH };
}

/** The distance of a point from the line of a route. */
export function distanceTo({ from, to }: SketchedRoute, [x, y]: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const held = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from[0] - held * dx, y - from[1] - held * dy);
}
