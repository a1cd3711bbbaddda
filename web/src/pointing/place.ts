/** Where the guide and its ring stand: the ring around what is meant, the guide where it hides as little as possible. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What must stay free of the guide, and how much it matters. */
const KEEP_FREE: readonly [string, number][] = [
  ["[data-sheet] footer", 20],
  ["[data-sheet]", 6],
  [".offer", 2],
  [".own", 2],
  [".tools", 2],
  ["[data-look=claimable]", 0.5],
];
const EDGE = 8;

/** The box of an element; of a route its spaces, as far as they lie together. Nothing for what is out of sight. */
export function boxOf(element: Element): Place | null {
  const slots = [...element.querySelectorAll(".slot, .disc")];
  const label = element.closest("label");
  const boxes = (slots.length ? slots : [label ?? element]).map((each) => each.getBoundingClientRect());
  const first = boxes.find(inWindow);
  if (!first) return null;
  const near = boxes.filter((box) => inWindow(box) && Math.abs(box.left - first.left) < innerWidth / 2);
  const left = Math.min(...near.map((box) => box.left));
  const top = Math.min(...near.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...near.map((box) => box.right)) - left,
    height: Math.max(...near.map((box) => box.bottom)) - top,
  };
}

/** How much of a box, from below, lies behind the sheet of a question that the element is no part of. */
export function behindSheet(element: Element, box: Place): number {
  const sheet = document.querySelector("[data-sheet]");
  if (!sheet || sheet.contains(element)) return 0;
  const { left, right, top, bottom } = sheet.getBoundingClientRect();
  const lower = box.top + box.height;
  const isOver = left < box.left + box.width && right > box.left && top > box.top && bottom >= lower;
  return isOver ? Math.max(0, lower - top) : 0;
}

function inWindow({ left, top, right, bottom, width }: DOMRect): boolean {
  return width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}

/** Of nine places in the window the one that covers least of what is needed. */
export function corner(panel: HTMLElement, ring: Place | null): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = panel;
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const free = KEEP_FREE.flatMap(([selector, weight]) =>
    [...document.querySelectorAll(selector)].map(
      (each) => [each.getBoundingClientRect() as Place, weight] as const,
    ),
  );
  if (ring) free.push([ring, 50]);
  const lefts = [EDGE, (innerWidth - width) / 2, innerWidth - width - EDGE];
  const tops = [bar + EDGE, (bar + innerHeight - height) / 2, innerHeight - height - EDGE];
  const places = tops.flatMap((top) =>
    lefts.map((left) => ({ left, top: Math.max(top, bar + EDGE), width, height })),
  );
  const cost = (place: Place) => free.reduce((sum, [box, weight]) => sum + weight * overlap(place, box), 0);
  const now = panel.getBoundingClientRect() as Place;
  // It stays where it is unless another place is clearly better.
  const best = places.reduce((one, two) => (cost(two) < cost(one) ? two : one));
  const settled = places.some(
    (place) => Math.abs(place.left - now.left) < 2 && Math.abs(place.top - now.top) < 2,
  );
  return settled && cost(now) <= cost(best) * 1.1 + 100 ? now : best;
}

function overlap(one: Place, two: Place): number {
  const wide = Math.min(one.left + one.width, two.left + two.width) - Math.max(one.left, two.left);
  const high = Math.min(one.top + one.height, two.top + two.height) - Math.max(one.top, two.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** What an element is called, for those who do not see the ring; of a player's card, with all its numbers, the name. */
export function nameOf(element: Element): string {
  const label =
    element.getAttribute("aria-label") ??
    element.getAttribute("title") ??
    element.querySelector("h2, [data-who]")?.textContent ??
    element.textContent;
  return label.trim().replace(/\s+/g, " ").slice(0, 120);
}
