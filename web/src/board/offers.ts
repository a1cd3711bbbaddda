/** Tickets on offer as curves across the board. */
import type { Print } from "../game/print";
import type { Drawing } from "../wire/protocol";
import type { Box } from "./geometry";
import type { Segment } from "./labels/candidates";

export interface OfferLine {
  ticket: string;
  path: string;
  /** Its cities. */
  points: [number, number][];
  /** Where its number stands. */
  top: [number, number];
  segments: Segment[];
}

const BALL = 13;
const PIECES = 10;

/** One curve for each ticket through its cities, each bent a little more than the one before. */
export function offerLines(drawing: Drawing, print: Print, tickets: readonly string[]): OfferLine[] {
  return tickets.map((ticket, i) => {
    const points = print.ticket(ticket).cities.flatMap((city) => {
      const at = drawing.cities[city]?.at;
      return at ? [[at[0], at[1]] as [number, number]] : [];
    });
    return { ticket, points, ...curve(points, 0.1 + 0.03 * i) };
  });
}

function curve(
  points: readonly [number, number][],
  lift: number,
): Pick<OfferLine, "path" | "top" | "segments"> {
  let path = `M${points[0]?.join(" ") ?? ""}`;
  let top: [number, number] = points[0] ?? [0, 0];
  const segments: Segment[] = [];
  for (let k = 1; k < points.length; k++) {
    const [ax, ay] = points[k - 1] ?? [0, 0];
    const [bx, by] = points[k] ?? [0, 0];
    const mx = (ax + bx) / 2 + (by - ay) * lift;
    const my = (ay + by) / 2 - (bx - ax) * lift;
    path += `Q${mx} ${my} ${bx} ${by}`;
    if (k === Math.ceil((points.length - 1) / 2)) top = [(ax + bx) / 4 + mx / 2, (ay + by) / 4 + my / 2];
    const at = (part: number): [number, number] => {
      const left = 1 - part;
      return [
        left * left * ax + 2 * left * part * mx + part * part * bx,
        left * left * ay + 2 * left * part * my + part * part * by,
      ];
    };
    for (let i = 0; i < PIECES; i++) segments.push([...at(i / PIECES), ...at((i + 1) / PIECES)]);
  }
  return { path, top, segments };
}

/** The radius of the ball that bears a number, so that it can be read at a scale. */
export function ballRadius(scale: number): number {
  return Math.max(BALL, 9 / scale);
}

export function ballOf({ top: [x, y] }: OfferLine, scale: number): Box {
  const r = ballRadius(scale);
  return { left: x - r, right: x + r, top: y - r, bottom: y + r };
}
