/** The moves that a guided game advises, and which of them is next. They are possible in its fixed deal; nobody must follow. */
import { type Choices, samePay } from "../game/choices";
import type { Entry } from "../game/seat.svelte";
import type { Action } from "../wire/protocol";

const LINES = import.meta.glob<Action[]>("./lines/*.json", { import: "default" });

/** The advice for a board, in the order of the decisions. */
export async function loadLine(board: string): Promise<readonly Action[]> {
  return (await LINES[`./lines/${board}.json`]?.()) ?? [];
}

/** How many decisions a seat has made that still stand. */
export function decisionsOf(entries: readonly Entry[], seat: number): number {
  const versions = entries.flatMap(({ step, undone, version }) =>
    step.step === "played" && step.seat === seat && !undone ? [version] : [],
  );
  return new Set(versions).size;
}

/** The next move of the line, or after another way was taken the first of those to come that is possible now. */
export function advice(line: readonly Action[], made: number, choices: Choices): Action | null {
  const [next, ...later] = line.slice(made);
  if (next && isOffered(choices, next)) return next;
  return later.find((action) => !action.do.startsWith("draw") && isOffered(choices, action)) ?? null;
}

/** Whether an action is among the choices. */
export function isOffered(choices: Choices, action: Action): boolean {
  switch (action.do) {
    case "keep":
      return (
        choices.keep?.offer.length === action.kept.length + action.returned.length &&
        offersAll(choices, action.kept)
      );
    case "pieces":
      return choices.pieces?.pieces.some((pieces) => samePay(pieces, action.pieces)) ?? false;
    case "draw":
      return choices.draws.get(action.slot)?.includes(action.refill ?? "trains") ?? false;
    case "draw-blind":
      return choices.decks.includes(action.deck ?? "trains");
    case "claim":
      return choices.routes.get(action.route)?.pays.some((pay) => samePay(pay, action.pay)) ?? false;
    case "toll":
      return choices.toll?.some((pay) => samePay(pay, action.pay)) ?? false;
    case "station":
      return choices.stations.get(action.city)?.pays.some((pay) => samePay(pay, action.pay)) ?? false;
    case "harbor":
      return choices.harbors.get(action.city)?.pays.some((pay) => samePay(pay, action.pay)) ?? false;
    case "exchange":
      return choices.exchanges.some(
        ({ give, count }) => give.includes(action.give) && count.includes(action.count),
      );
    case "lay":
      return choices.rows.some(
        ({ color, count, wilds }) =>
          color.includes(action.color) && count.includes(action.count) && wilds.includes(action.wilds),
      );
    case "lay-three":
      return action.colors.every((color) => choices.three?.any_three.includes(color));
    case "settle":
      return choices.settle !== null && action.tickets.every((id) => choices.settle?.any_of.includes(id));
    default:
      return choices.bare.has(action.do);
  }
}

function offersAll({ keep }: Choices, tickets: readonly string[]): boolean {
  return tickets.every((id) => keep?.offer.includes(id));
}
