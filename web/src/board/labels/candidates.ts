/** The places where a name could stand: around its city, near or far, whatever else is there. */
import type { DrawnCity } from "../../wire/protocol";
import type { Box } from "../geometry";
import type { Form } from "./forms";
import { fromPoint } from "./obstacles";

export type Segment = readonly [number, number, number, number];
type Anchor = "start" | "middle" | "end";

export interface PlacedName {
  city: string;
  anchor: Anchor;
  font: number;
  lines: [string, number, number][];
  box: Box;
  /** From the disc to a name that stands apart from it. */
  leader: Segment | null;
}

const ASCENT = 0.74;
const HEIGHT = 0.92;
const LEADING = 1.08;
const GAP = 2.5;
const DIRECTIONS = 24;

/** All places around a city for one form of its name: the printed one first. */
export function* around(
  { city, spot }: { city: string; spot: DrawnCity },
  form: Form,
  wanted: { font: number; width: (text: string) => number },
  reaches: readonly number[],
): Generator<PlacedName> {
  const font = wanted.font * form.size;
  const width = Math.max(...form.lines.map(wanted.width)) * font;
  const height = (HEIGHT + (form.lines.length - 1) * LEADING) * font;
  const at = (x: number, y: number, anchor: Anchor) =>
    written(city, form.lines, font, anchor, x, y, width, height);
  if (reaches[0] === 0) yield printedPlace(spot, width, height, at);
  for (const reach of reaches)
    for (let i = 0; i < DIRECTIONS; i++) {
      const turn = (2 * Math.PI * i) / DIRECTIONS;
      const away = spot.radius + GAP + reach * font;
      const dx = Math.cos(turn);
      const dy = Math.sin(turn);
      const aside = Math.max(-1, Math.min(1, 1.5 * dx));
      const below = Math.max(-1, Math.min(1, 1.5 * dy));
      const x = spot.at[0] + dx * away + (aside * width) / 2;
      const y = spot.at[1] + dy * away + (below * height) / 2;
      yield at(x, y, aside > 0.4 ? "start" : aside < -0.4 ? "end" : "middle");
    }
}

/** The place for which the board was laid out, kept at its side of the city whatever the size. */
function printedPlace(
  { at: [, cy], radius, label }: DrawnCity,
  width: number,
  height: number,
  at: (x: number, y: number, anchor: Anchor) => PlacedName,
): PlacedName {
  const [left, top, right, bottom] = label?.box ?? [0, 0, 0, 0];
  const anchor = label?.anchor ?? "middle";
  const x = anchor === "start" ? left + width / 2 : anchor === "end" ? right - width / 2 : (left + right) / 2;
  const middle = (top + bottom) / 2;
  const y = middle < cy - radius ? bottom - height / 2 : middle > cy + radius ? top + height / 2 : middle;
  return at(x, y, anchor);
}

/** A name around a middle. */
function written(
  city: string,
  texts: readonly string[],
  font: number,
  anchor: Anchor,
  x: number,
  y: number,
  width: number,
  height: number,
): PlacedName {
  const box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  const edge = anchor === "start" ? box.left : anchor === "end" ? box.right : x;
  const lines = texts.map((text, i): [string, number, number] => [
    text,
    edge,
    box.top + (ASCENT + i * LEADING) * font,
  ]);
  return { city, anchor, font, lines, box, leader: null };
}

/** A name with a line that leads to it from its city, if it stands apart from it. */
export function led(name: PlacedName, { at: [x, y], radius }: DrawnCity): PlacedName {
  const { box } = name;
  const away = fromPoint(box, { x, y });
  if (away < radius + GAP + 0.7 * name.font) return name;
  const bx = Math.max(box.left, Math.min(x, box.right));
  const by = Math.max(box.top, Math.min(y, box.bottom));
  const part = radius / away;
  return { ...name, leader: [x + (bx - x) * part, y + (by - y) * part, bx, by] };
}
