/** How one card flies: in a bow, growing or shrinking to its place, turned over on the way or when it lies. */
import type { Flight } from "./flights";
import { move } from "./motions";
import type { Spot } from "./places";

/** A flight whose ends are on the screen. */
export interface Flying extends Flight {
  id: number;
  start: Spot;
  end: Spot;
  upright: boolean;
}

const TIME = 440;
/** Robbed cards are looked after for a while. */
const AWAY = 900;

/** Let the image of a card fly; `first` if its pile begins with it. Null where nothing can move. */
export function fly(node: HTMLElement, card: Flying, first: boolean): Animation | null {
  const { start, end, delay, side, to } = card;
  const distance = Math.hypot(end.x - start.x, end.y - start.y);
  const duration = to.at === "away" ? AWAY : TIME + Math.min(180, distance / 6);
  const timing = { duration, delay, fill: "both" } as const;
  const flight = move(node, bow(card), { ...timing, easing: "cubic-bezier(0.35, 0, 0.3, 1)" });
  if (to.at !== "slot" && to.at !== "pile")
    move(node, [{ opacity: 1 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }], timing);
  if (side === "turns") turnOver(node.querySelector(".turner"), delay + duration * 0.15, duration * 0.7);
  const landing = delay + duration;
  if (side === "turned-there") turnUp(end.element?.querySelector(".face"), landing);
  else if (to.at === "pile" && first) appear(end.element, landing);
  else if (to.at === "player" || to.at === "pile") bump(end.element, landing);
  return flight;
}

function bow({ id, start, end, to }: Flying): Keyframe[] {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const size = end.width / start.width;
  const tilt = to.at === "away" ? 24 * ((id % 3) - 1) - 8 : 0;
  const lift = Math.min(60, Math.abs(dx) / 6);
  const at = (x: number, y: number, scale: number, angle: number) =>
    `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(${scale}) rotate(${angle}deg)`;
  return [
    { transform: at(0, 0, 1, 0) },
    { transform: at(dx / 2, dy / 2 - lift, (1 + size) / 2 + 0.08, tilt / 2) },
    { transform: at(dx, dy, size, tilt) },
  ];
}

function turnOver(card: Element | null, delay: number, duration: number): void {
  const frames = [{ transform: "rotateY(180deg)" }, { transform: "none" }];
  if (card) move(card, frames, { duration, delay, fill: "both", easing: "ease-in-out" });
}

/** Until the card lies in its place nothing is seen there; then its face is turned up. */
function turnUp(face: Element | null | undefined, delay: number): void {
  const edge = "rotateY(90deg)";
  const frames = [
    { opacity: 0, transform: edge },
    { opacity: 1, transform: edge, offset: 0.01 },
    { opacity: 1, transform: "none" },
  ];
  if (face) move(face, frames, { duration: 260, delay, fill: "backwards", easing: "ease-out" });
}

function appear(pile: Element | null, delay: number): void {
  if (pile) move(pile, [{ opacity: 0 }, { opacity: 1 }], { duration: 60, delay, fill: "backwards" });
}

function bump(place: Element | null, delay: number): void {
  if (place)
    move(place, [{ scale: 1 }, { scale: 1.12, offset: 0.35 }, { scale: 1 }], { duration: 260, delay });
}
