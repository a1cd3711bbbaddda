/** Whether two moves are the same answer to a puzzle: the same route with other cards is, and the same card elsewhere. */
import type { Action } from "../wire/protocol";

export function isSameAnswer(one: Action, two: Action, display: readonly (string | null)[]): boolean {
  if (one.do === "claim" && two.do === "claim") return one.route === two.route;
  if (one.do === "station" && two.do === "station") return one.city === two.city;
  if (one.do === "harbor" && two.do === "harbor") return one.city === two.city;
  if (one.do === "draw" && two.do === "draw")
    return display[one.slot] === display[two.slot] && one.refill === two.refill;
  if (one.do === "keep" && two.do === "keep") return sorted(one.kept) === sorted(two.kept);
  return canonical(one) === canonical(two);
}

function sorted(words: readonly string[]): string {
  return [...words].sort().join(" ");
}

/** An action as text, with its fields and the cards in them in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return `{${fields.map(([name, each]) => `${name}:${canonical(each)}`).join()}}`;
}
