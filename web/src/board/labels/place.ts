/** Where the names of cities stand at a scale: none on a track, none on another, the important ones first. */
import type { DrawnCity } from "../../wire/protocol";
import type { Box } from "../geometry";
import { type Form, formsOf } from "./forms";
import { crosses, fromPoint, type Obstacles, touch } from "./obstacles";

export type Segment = readonly [number, number, number, number];
type Anchor = "start" | "middle" | "end";

export interface NameWish {
  city: string;
  spot: DrawnCity;
  /** The lines in which it is printed, and its other lines if another language is read. */
  lines: readonly string[];
  /** Whether it may not be left out. */
  must: boolean;
  /** Names of more weight choose first. */
  weight: number;
}

export interface PlacedName {
  city: string;
  anchor: Anchor;
  font: number;
  lines: [string, number, number][];
  box: Box;
  /** From the disc to a name that stands apart from it. */
  leader: Segment | null;
}

export interface Lettering {
  obstacles: Obstacles;
  /** The size of names in units of the board. */
  font: number;
  /** The width of a text in units of its font size. */
  width: (text: string) => number;
  /** Boxes that names keep off. */
  fixed?: readonly Box[];
  /** Boxes and lines that they keep off where they can. */
  kept?: readonly Box[];
  lines?: readonly Segment[];
}

const ASCENT = 0.74;
const HEIGHT = 0.92;
const LEADING = 1.08;
const GAP = 2.5;
const DIRECTIONS = 16;
/** How far from the disc a name may stand, in font sizes; beyond the first ones a line leads to it. */
const NEAR = [0, 0.3, 0.6];
const ASIDE = [1, 1.6, 2.4];
const FAR = [...ASIDE, 3.4, 4.6, 6, 8, 11, 15];

/** Place names, after those that are already `there`. */
export function placeNames(
  wishes: readonly NameWish[],
  lettering: Lettering,
  there: readonly PlacedName[] = [],
): PlacedName[] {
  const placed = [...there];
  const order = [...wishes].sort((a, b) => Number(b.must) - Number(a.must) || b.weight - a.weight);
  const left = order.filter((wish) => {
    const found = place(wish, lettering, placed);
    if (found) placed.push(found);
    return !found;
  });
  // What found no room beside its city may stand a little apart, rather than be left out.
  for (const wish of left) {
    const found = placeApart(wish, lettering, placed, ASIDE);
    if (found) placed.push(found);
  }
  return placed;
}

function place(wish: NameWish, lettering: Lettering, placed: readonly PlacedName[]): PlacedName | null {
  const forms = formsOf(wish.lines);
  const offered = (lettering.kept?.length ?? 0) + (lettering.lines?.length ?? 0) > 0;
  for (const strict of offered ? [true, false] : [false]) {
    const free = (name: PlacedName) => isFree(name, lettering, placed, strict);
    for (const form of forms)
      for (const name of around(wish, form, lettering, NEAR))
        if (free(name) && lettering.obstacles.belongs(name.box, wish.city)) return name;
  }
  if (!wish.must) return null;
  return placeApart(wish, lettering, placed, FAR) ?? leastCovering(wish, forms, lettering, placed);
}

/** A place farther from the city, with a line that leads there. */
function placeApart(
  wish: NameWish,
  lettering: Lettering,
  placed: readonly PlacedName[],
  reaches: readonly number[],
): PlacedName | null {
  for (const form of formsOf(wish.lines))
    for (const name of around(wish, form, lettering, reaches)) {
      if (!isFree(name, lettering, placed, false)) continue;
      const apart = led(name, wish.spot);
      const { leader } = apart;
      if (!leader || !placed.some((other) => crosses(other.box, leader))) return apart;
    }
  return null;
}

function isFree(
  { box }: PlacedName,
  { obstacles, fixed = [], kept = [], lines = [], font }: Lettering,
  placed: readonly PlacedName[],
  strict: boolean,
): boolean {
  if (obstacles.hits(box) || fixed.some((each) => touch(box, each))) return false;
  const wide = grown(box, 0.12 * font);
  if (placed.some((other) => touch(wide, other.box) || (other.leader && crosses(box, other.leader))))
    return false;
  return !strict || !(kept.some((each) => touch(box, each)) || lines.some((line) => crosses(box, line)));
}

/** The place where a name that must be shown covers least, if it fits nowhere. */
function leastCovering(
  wish: NameWish,
  forms: readonly Form[],
  lettering: Lettering,
  placed: readonly PlacedName[],
): PlacedName | null {
  let best: PlacedName | null = null;
  let least = Infinity;
  for (const form of forms)
    for (const name of around(wish, form, lettering, [...NEAR, ...FAR])) {
      if (lettering.obstacles.leaves(name.box)) continue;
      const names = placed.filter((other) => touch(name.box, other.box)).length;
      const cost = lettering.obstacles.count(name.box) + 20 * names;
      if (cost < least) {
        least = cost;
        best = name;
      }
    }
  return best && led(best, wish.spot);
}

/** All places around a city for one form of its name: the printed one first. */
function* around(
  wish: NameWish,
  form: Form,
  lettering: Lettering,
  reaches: readonly number[],
): Generator<PlacedName> {
  const font = lettering.font * form.size;
  const width = Math.max(...form.lines.map(lettering.width)) * font;
  const height = (HEIGHT + (form.lines.length - 1) * LEADING) * font;
  const { spot, city } = wish;
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

/** A name with a line that leads to it from its city. */
function led(name: PlacedName, { at: [x, y], radius }: DrawnCity): PlacedName {
  const { box } = name;
  const away = fromPoint(box, { x, y });
  if (away < radius + GAP + 0.7 * name.font) return name;
  const bx = Math.max(box.left, Math.min(x, box.right));
  const by = Math.max(box.top, Math.min(y, box.bottom));
  const part = radius / away;
  return { ...name, leader: [x + (bx - x) * part, y + (by - y) * part, bx, by] };
}

function grown(box: Box, by: number): Box {
  return { left: box.left - by, right: box.right + by, top: box.top - by, bottom: box.bottom + by };
}
