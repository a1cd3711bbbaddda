/** The scoring step by step: one line of the score sheets after the other, with the totals after each. */
import type { ScoreLine, Outcome, Route } from "../wire/protocol";

export interface ScoringStep {
  seat: number;
  line: ScoreLine;
  /** The points of every seat once this line is counted. */
  totals: number[];
}

/** The order in which lines are shown; what can change the winner comes last. */
export const SOURCES: readonly ScoreLine["source"][] = [
  "routes",
  "exchange",
  "stations-left",
  "harbors-left",
  "ticket",
  "harbor",
  "big-city",
  "longest-path",
];

export function scoringSteps(outcome: Outcome): ScoringStep[] {
  const totals = outcome.sheets.map(() => 0);
  const steps: ScoringStep[] = [];
  const order = [...outcome.sheets].sort((one, two) => one.total - two.total || two.seat - one.seat);
  for (const source of SOURCES)
    for (const { seat, lines } of order)
      for (const line of inOrder(lines.filter((each) => each.source === source && counts(each)))) {
        totals[seat] = (totals[seat] ?? 0) + line.points;
        steps.push({ seat, line, totals: [...totals] });
      }
  return steps;
}

/** Small amounts first, losses last. */
function inOrder(lines: ScoreLine[]): ScoreLine[] {
  return lines.sort(
    (one, two) =>
      Number(one.points < 0) - Number(two.points < 0) || Math.abs(one.points) - Math.abs(two.points),
  );
}

/** Whether a line is worth a step: a count of zero is not. */
function counts(line: ScoreLine): boolean {
  return line.points !== 0 || !!line.ticket || !!line.city || !!line.routes?.length;
}

export function sumOf(lines: readonly ScoreLine[], source?: ScoreLine["source"]): number {
  return lines.reduce((all, line) => all + (!source || line.source === source ? line.points : 0), 0);
}

/** The routes between some cities, one after the other, over those that may be used; as far as possible. */
export function pathOver(
  routes: readonly Route[],
  usable: ReadonlySet<string>,
  cities: readonly string[],
): string[] {
  const way: string[] = [];
  for (let i = 1; i < cities.length; i++)
    way.push(...between(routes, usable, cities[i - 1] ?? "", cities[i] ?? ""));
  return [...new Set(way)];
}

function between(routes: readonly Route[], usable: ReadonlySet<string>, from: string, to: string): string[] {
  const came = new Map<string, { city: string; route: string } | null>([[from, null]]);
  const queue = [from];
  for (let here = queue.shift(); here !== undefined && here !== to; here = queue.shift())
    for (const route of routes) {
      if (!usable.has(route.id) || (route.a !== here && route.b !== here)) continue;
      const there = route.a === here ? route.b : route.a;
      if (came.has(there)) continue;
      came.set(there, { city: here, route: route.id });
      queue.push(there);
    }
  const way: string[] = [];
  for (let step = came.get(to); step; step = came.get(step.city)) way.unshift(step.route);
  return way;
}
