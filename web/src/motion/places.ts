/** Where the places of the table are on the screen. */
import type { Place } from "./flights";

/** The middle of a card, and how wide it lies there. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  element: Element | null;
}

/** The narrowest that a flying card gets, where its place is only a sign. */
const LEAST = 22;
/** The widest, where its place is a whole route. */
const MOST = 46;

/** The first of these that is on the screen; the later ones stand in where the first is in a tab that is not open. */
function selectors(place: Place): string[] {
  switch (place.at) {
    case "slot":
      return [`[data-slot="${place.slot}"]`];
    case "deck":
      return [`[data-draw="${place.deck}"]`];
    case "pile":
      return [`.hand [data-kind="${CSS.escape(place.kind)}"]`, ".hand", ".own"];
    case "tickets":
      return [".own .tickets", ".own"];
    case "player": {
      const card = `.players [data-player="${place.seat}"]`;
      return [`${card} .counts .${place.part}`, card];
    }
    case "route":
      return [`.board [data-route="${CSS.escape(place.route)}"] .slot`];
    case "city":
      return [`.board [data-city="${CSS.escape(place.city)}"]`];
    case "track":
      return [
        `[data-yard="${place.seat}"] [data-track="${CSS.escape(place.color)}"]`,
        `[data-yard="${place.seat}"]`,
      ];
    case "stack":
      return [`[data-stack="${place.seat}"]`];
    case "away":
      return [];
  }
}

/** Where a place is now; null if it cannot be seen. */
export function spotOf(place: Place): Spot | null {
  for (const selector of selectors(place)) {
    const all = document.querySelectorAll(selector);
    // Of a route the space in the middle.
    const element = place.at === "route" ? all[all.length >> 1] : all[0];
    const box = element?.getBoundingClientRect();
    if (!element || !box?.width || !inSight(element, box)) continue;
    const wide = place.at === "slot" || place.at === "deck" || place.at === "pile" || place.at === "stack";
    const width =
      wide && !element.matches(".hand, .own") ? box.width : Math.min(Math.max(box.width, LEAST), MOST);
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width, element };
  }
  return null;
}

/** Whether the middle of something lies inside the window and inside the stage that it is on. */
function inSight(element: Element, { left, top, width, height }: DOMRect): boolean {
  const x = left + width / 2;
  const y = top + height / 2;
  const frame = element.closest(".stage, .players")?.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return false;
  return !frame || (x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom);
}
