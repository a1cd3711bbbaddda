/** Trains that roll out from one end of their route, space by space, and ships that glide. */
import { settings } from "../settings/settings.svelte";
import { move } from "./motions";

/** The place and the angle of a space. */
export type Slot = readonly [x: number, y: number, angle: number];

/** Milliseconds for each space. */
const STEP = 130;
/** The cards that pay for it come first. */
const WAIT = 220;
/** A board that wraps has routes over its edge; nothing rolls from one edge to the other. */
const FAR = 4;

/**
 * The keyframes of the piece that comes to stand on space `mine`: the whole train moves from before the first space,
 * the piece of the last space ahead. A piece is seen once it is on the route. The coordinates are those of its space.
 */
export function rolling(slots: readonly Slot[], mine: number, width: number): Keyframe[] {
  const last = slots.length - 1;
  const frames: Keyframe[] = [];
  for (let step = 0; step <= last; step++) {
    const at = mine - last + step;
    const [x, y, angle] = slotAt(slots, at, width);
    frames.push({ transform: seenFrom(slots[mine] ?? [0, 0, 0], x, y, angle), opacity: at < 0 ? 0 : 1 });
  }
  return frames.length > 1
    ? frames
    : [{ opacity: 0, transform: `translate(${-width / 2}px, 0)` }, { opacity: 1 }];
}

/** Whether the spaces of a route lie next to each other, as they do unless the route leaves the board. */
export function connected(slots: readonly Slot[], width: number): boolean {
  return slots.every(([x, y], i) => {
    const [px, py] = slots[i - 1] ?? [x, y];
    return Math.hypot(x - px, y - py) < FAR * width;
  });
}

/** A space of the route, or one that would lie before the first. */
function slotAt(slots: readonly Slot[], at: number, width: number): Slot {
  const [x, y, angle] = slots[Math.max(0, at)] ?? [0, 0, 0];
  if (at >= 0) return [x, y, angle];
  const turn = (angle * Math.PI) / 180;
  return [x - Math.cos(turn) * width, y - Math.sin(turn) * width, angle];
}

function seenFrom([ox, oy, turned]: Slot, x: number, y: number, angle: number): string {
  const back = (-turned * Math.PI) / 180;
  const dx = (x - ox) * Math.cos(back) - (y - oy) * Math.sin(back);
  const dy = (x - ox) * Math.sin(back) + (y - oy) * Math.cos(back);
  return `translate(${round(dx)}px, ${round(dy)}px) rotate(${round(smallest(angle - turned))}deg)`;
}

/** The same turn the short way round; a wagon looks the same from both ends. */
function smallest(angle: number): number {
  const half = ((angle % 180) + 180) % 180;
  return half > 90 ? half - 180 : half;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Let a piece roll to its space; gives what stops it. */
export function roll(
  piece: Element,
  slots: readonly Slot[],
  mine: number,
  width: number,
  gliding: boolean,
): (() => void) | undefined {
  if (!settings.animated) return;
  const frames = connected(slots, width) ? rolling(slots, mine, width) : [{ opacity: 0 }, { opacity: 1 }];
  // Every space is a small stop for wagons; ships know none.
  const stops = frames.map((frame) => ({
    ...frame,
    easing: gliding ? "linear" : "cubic-bezier(0.4, 0, 0.3, 1)",
  }));
  const moving = move(piece, stops, {
    duration: STEP * Math.max(3, slots.length),
    delay: WAIT,
    fill: "backwards",
    easing: gliding ? "ease-out" : "linear",
  });
  return () => moving?.cancel();
}
