/** What names must keep off: spaces of routes, discs of cities, other names. */
import type { Drawing } from "../../wire/protocol";
import type { Box } from "../geometry";

/** A rectangle turned around its middle. */
export interface Turned {
  x: number;
  y: number;
  cos: number;
  sin: number;
  along: number;
  across: number;
}

const CELL = 80;
/** Trains are a little larger than their spaces. */
const SWELL = 1;
const NONE: readonly Turned[] = [];

export class Obstacles {
  #cells = new Map<number, Turned[]>();
  readonly #discs: { city: string; x: number; y: number; r: number }[] = [];

  constructor(readonly drawing: Drawing) {
    const [length, breadth] = drawing.slot;
    for (const lane of Object.values(drawing.routes))
      for (const [x, y, angle] of lane.slots) {
        const turn = (angle * Math.PI) / 180;
        this.#add({
          x,
          y,
          cos: Math.cos(turn),
          sin: Math.sin(turn),
          along: (lane.width ?? length) / 2,
          across: breadth / 2 + SWELL,
        });
      }
    for (const [city, { at, radius }] of Object.entries(drawing.cities))
      this.#discs.push({ city, x: at[0], y: at[1], r: radius + 1 });
  }

  /** Whether a box lies on a space or on a disc, or outside the board. */
  hits(box: Box): boolean {
    return (
      this.leaves(box) || this.#onSpace(box) || this.#discs.some((disc) => fromPoint(box, disc) < disc.r)
    );
  }

  leaves(box: Box): boolean {
    const [width, height] = this.drawing.size;
    return box.left < 2 || box.top < 2 || box.right > width - 2 || box.bottom > height - 2;
  }

  /** How many spaces and discs a box covers: for a name that must stand somewhere. */
  count(box: Box): number {
    const spaces = new Set<Turned>();
    for (const key of cells(box))
      for (const space of this.#cells.get(key) ?? NONE) if (overlaps(box, space)) spaces.add(space);
    return spaces.size + 2 * this.#discs.filter((disc) => fromPoint(box, disc) < disc.r).length;
  }

  /** Whether a box is nearer to its own city than to any other. */
  belongs(box: Box, own: string): boolean {
    const mine = this.#discs.find(({ city }) => city === own);
    if (!mine) return true;
    const away = fromPoint(box, mine);
    return this.#discs.every((disc) => disc === mine || fromPoint(box, disc) > away);
  }

  #onSpace(box: Box): boolean {
    for (const key of cells(box))
      for (const space of this.#cells.get(key) ?? NONE) if (overlaps(box, space)) return true;
    return false;
  }

  #add(space: Turned): void {
    const reach = Math.hypot(space.along, space.across);
    const box = {
      left: space.x - reach,
      right: space.x + reach,
      top: space.y - reach,
      bottom: space.y + reach,
    };
    for (const key of cells(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(space);
      else this.#cells.set(key, [space]);
    }
  }
}

/** The squares of a grid that a box touches. */
function cells(box: Box): number[] {
  const found: number[] = [];
  for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row++)
    for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column++)
      found.push(row * 1000 + column);
  return found;
}

/** The distance of a point from a box; 0 inside it. */
export function fromPoint(box: Box, { x, y }: { x: number; y: number }): number {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

export function touch(one: Box, two: Box): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
}

/** Whether a box lies wholly in another. */
export function holds(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    inner.right <= outer.right &&
    outer.top <= inner.top &&
    inner.bottom <= outer.bottom
  );
}

/** Whether an upright box and a turned one overlap: no axis of either separates them. */
export function overlaps(box: Box, { x, y, cos, sin, along, across }: Turned): boolean {
  const halfWidth = (box.right - box.left) / 2;
  const halfHeight = (box.bottom - box.top) / 2;
  const dx = (box.left + box.right) / 2 - x;
  const dy = (box.top + box.bottom) / 2 - y;
  const c = Math.abs(cos);
  const s = Math.abs(sin);
  return (
    Math.abs(dx) < halfWidth + along * c + across * s &&
    Math.abs(dy) < halfHeight + along * s + across * c &&
    Math.abs(dx * cos + dy * sin) < along + halfWidth * c + halfHeight * s &&
    Math.abs(dy * cos - dx * sin) < across + halfWidth * s + halfHeight * c
  );
}

/** Whether a line from one point to another runs through a box. */
export function crosses(box: Box, [ax, ay, bx, by]: readonly [number, number, number, number]): boolean {
  let from = 0;
  let to = 1;
  for (const [start, step, least, most] of [
    [ax, bx - ax, box.left, box.right],
    [ay, by - ay, box.top, box.bottom],
  ] as const) {
    if (step === 0) {
      if (start < least || start > most) return false;
      continue;
    }
    const one = (least - start) / step;
    const two = (most - start) / step;
    from = Math.max(from, Math.min(one, two));
    to = Math.min(to, Math.max(one, two));
  }
  return from <= to;
}
