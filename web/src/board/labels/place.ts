/** Where the names of cities stand at a scale: none on a track, none on another, the important ones first. */
import type { DrawnCity } from "../../wire/protocol";
import type { Box } from "../geometry";
import { around, led, type PlacedName, type Segment } from "./candidates";
import { formsOf } from "./forms";
import { crosses, holds, type Obstacles, touch } from "./obstacles";

export interface NameWish {
  city: string;
  spot: DrawnCity;
  /** The lines in which it is printed. */
  lines: readonly string[];
  /** Whether it may not be left out. */
  must: boolean;
  /** Names of more weight choose first. */
  weight: number;
}

export interface Lettering {
  obstacles: Obstacles;
  /** The size of names in units of the board. */
  font: number;
  /** The width of a text in units of its font size. */
  width: (text: string) => number;
  /** The part of the board that is in view: a name that must be shown stays in it with its city. */
  view?: Box | null;
  /** Boxes that names keep off. */
  fixed?: readonly Box[];
  /** Lines that they keep off where they can. */
  lines?: readonly Segment[];
}

type Order = (one: NameWish, two: NameWish) => number;
const byWeight: Order = (one, two) => two.weight - one.weight;
const byColumn: Order = (one, two) => one.spot.at[0] - two.spot.at[0];
const byRow: Order = (one, two) => one.spot.at[1] - two.spot.at[1];
const ORDERS: readonly Order[] = [byWeight, byColumn, byRow].flatMap((order): Order[] => [
  order,
  (one, two) => order(two, one),
]);

type Test = (name: PlacedName) => boolean;

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
  const placed = [
    ...there,
    ...placeMusts(
      wishes.filter(({ must }) => must),
      lettering,
      there,
    ),
  ];
  const others = wishes.filter(({ must }) => !must).sort(byWeight);
  const left = others.filter((wish) => {
    const found = placeNear(wish, lettering, placed);
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

/** Names that must be shown, in the one of a few orders that leaves most of them beside their cities. */
function placeMusts(
  wishes: readonly NameWish[],
  lettering: Lettering,
  there: readonly PlacedName[],
): PlacedName[] {
  let best: PlacedName[] = [];
  let least = Infinity;
  for (const order of ORDERS) {
    const placed = [...there];
    for (const wish of [...wishes].sort(order)) {
      const found = placeSurely(wish, lettering, placed);
      if (found) placed.push(found);
    }
    const added = placed.slice(there.length);
    const cost = added.reduce((sum, name) => sum + costOf(name, lettering), 0);
    if (cost < least) {
      least = cost;
      best = added;
    }
    if (cost === 0) break;
  }
  return best;
}

/** How far a name stands from its city, one far worse than two less far, and most if it lies on something. */
function costOf({ box, leader }: PlacedName, { obstacles }: Lettering): number {
  const length = leader ? Math.hypot(leader[2] - leader[0], leader[3] - leader[1]) : 0;
  return length ** 2 + (obstacles.hits(box) ? 1e6 : 0);
}

/** A name that must be shown: in view if its city is, near or apart, and on a track only if there is no other place. */
function placeSurely(wish: NameWish, lettering: Lettering, placed: readonly PlacedName[]): PlacedName | null {
  const [x, y] = wish.spot.at;
  const view =
    lettering.view && holds(lettering.view, { left: x, top: y, right: x, bottom: y }) ? lettering.view : null;
  for (const frame of view ? [view, null] : [null]) {
    const inside: Test = ({ box }) => !frame || holds(frame, box);
    const found =
      placeNear(wish, lettering, placed, inside) ?? placeApart(wish, lettering, placed, FAR, inside);
    if (found) return found;
  }
  return leastCovering(wish, lettering, placed, view);
}

/** A place beside the city. */
function placeNear(
  wish: NameWish,
  lettering: Lettering,
  placed: readonly PlacedName[],
  inside: Test = () => true,
): PlacedName | null {
  const { lines = [], obstacles } = lettering;
  const clear: Test = ({ box }) => !lines.some((line) => crosses(box, line));
  const forms = formsOf(wish.lines);
  for (const test of lines.length ? [clear, () => true] : [() => true])
    for (const form of forms)
      for (const name of around(wish, form, lettering, NEAR))
        if (
          isFree(name, lettering, placed) &&
          inside(name) &&
          test(name) &&
          obstacles.belongs(name.box, wish.city)
        )
          return name;
  return null;
}

/** A place farther from the city, as near as can be, with a line that leads there. */
function placeApart(
  wish: NameWish,
  lettering: Lettering,
  placed: readonly PlacedName[],
  reaches: readonly number[],
  inside: Test = () => true,
): PlacedName | null {
  const forms = formsOf(wish.lines);
  for (const reach of reaches)
    for (const form of forms)
      for (const name of around(wish, form, lettering, [reach])) {
        if (!isFree(name, lettering, placed) || !inside(name)) continue;
        const apart = led(name, wish.spot);
        const { leader } = apart;
        if (!leader || !placed.some((other) => crosses(other.box, leader))) return apart;
      }
  return null;
}

function isFree(
  { box }: PlacedName,
  { obstacles, fixed = [], font }: Lettering,
  placed: readonly PlacedName[],
): boolean {
  if (obstacles.hits(box) || fixed.some((each) => touch(box, each))) return false;
  const wide = grown(box, 0.12 * font);
  return !placed.some((other) => touch(wide, other.box) || (other.leader && crosses(box, other.leader)));
}

/** The place where a name that must be shown covers least, if it fits nowhere. */
function leastCovering(
  wish: NameWish,
  lettering: Lettering,
  placed: readonly PlacedName[],
  view: Box | null,
): PlacedName | null {
  let best: PlacedName | null = null;
  let least = Infinity;
  for (const form of formsOf(wish.lines))
    for (const name of around(wish, form, lettering, [...NEAR, ...FAR])) {
      if (lettering.obstacles.leaves(name.box) || (view && !holds(view, name.box))) continue;
      const names = placed.filter((other) => touch(name.box, other.box)).length;
      const cost = lettering.obstacles.count(name.box) + 20 * names;
      if (cost < least) {
        least = cost;
        best = name;
      }
    }
  return best && led(best, wish.spot);
}

function grown(box: Box, by: number): Box {
  return { left: box.left - by, right: box.right + by, top: box.top - by, bottom: box.bottom + by };
}
