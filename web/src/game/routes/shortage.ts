/** How many cards a hand lacks to pay for several routes together; only for display, the server decides what pays. */
import type { CardKind, Route } from "../../wire/protocol";

/** Spaces of one color that are to be covered, on a gray route of any one color. */
interface Demand {
  deck: string;
  color: string | null;
  spaces: number;
}

/** So many gray demands are tried in every color; beyond, the largest take the best color first. */
const MAX_TRIED = 6;

export function shortage(
  routes: readonly Route[],
  kinds: readonly CardKind[],
  hand: Record<string, number>,
): number {
  const { supply, wilds } = supplyOf(kinds, hand);
  const demands = routes.flatMap(demandsOf);
  let missing = 0;
  for (const { deck, color, spaces } of demands) {
    if (color === null) continue;
    const covered = take(supply, key(deck, color), spaces);
    missing += spaces - covered;
  }
  const gray = demands.filter(({ color }) => color === null).sort((one, two) => two.spaces - one.spaces);
  missing += sum(gray.map(({ spaces }) => spaces)) - most(gray, supply, 0);
  const forFerries = sum(routes.map((route) => route.wilds));
  const spare = Math.max(0, wilds - forFerries);
  return Math.max(0, forFerries - wilds) + Math.max(0, missing - spare);
}

/** A marked space of hard terrain takes a pair of any color (W-17), a ferry's sign a wild (E-7). */
function demandsOf(route: Route): Demand[] {
  const { deck, color } = route;
  const pairs = Array.from({ length: route.pairs }, () => ({ deck, color: null, spaces: 2 }));
  const spaces = route.length - route.pairs - route.wilds;
  return spaces > 0 ? [{ deck, color, spaces }, ...pairs] : pairs;
}

function supplyOf(kinds: readonly CardKind[], hand: Record<string, number>) {
  const supply = new Map<string, number>();
  let wilds = 0;
  for (const kind of kinds) {
    const count = hand[kind.id] ?? 0;
    if (kind.color === null) wilds += count;
    else {
      const at = key(kind.deck, kind.color);
      supply.set(at, (supply.get(at) ?? 0) + count * kind.covers);
    }
  }
  return { supply, wilds };
}

/** The most spaces that gray demands can have covered, each in one color. */
function most(gray: readonly Demand[], supply: ReadonlyMap<string, number>, at: number): number {
  const demand = gray[at];
  if (!demand) return 0;
  const colors = [...supply]
    .filter(([color, count]) => count > 0 && color.startsWith(`${demand.deck} `))
    .sort(([, one], [, two]) => two - one);
  let best = colors.length ? 0 : most(gray, supply, at + 1);
  for (const [color] of at < MAX_TRIED ? colors : colors.slice(0, 1)) {
    const left = new Map(supply);
    const covered = take(left, color, demand.spaces);
    best = Math.max(best, covered + most(gray, left, at + 1));
  }
  return best;
}

function take(supply: Map<string, number>, at: string, wanted: number): number {
  const taken = Math.min(supply.get(at) ?? 0, wanted);
  supply.set(at, (supply.get(at) ?? 0) - taken);
  return taken;
}

function key(deck: string, color: string): string {
  return `${deck} ${color}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, two) => one + two, 0);
}
