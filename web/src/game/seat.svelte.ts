/** A table as one seat (or a spectator) sees it: the view, what the seat may do, and all that happened. */
import type { BoardView, CardView, Event as GameEvent, SeatUpdate, Step, View } from "../wire/protocol";
import { Choices } from "./choices";

/** One thing that happened: an event of the game, or something at the table around it. */
export interface Entry {
  version: number;
  at: number;
  step: Step;
  event: GameEvent | null;
  /** Taken back since. */
  undone: boolean;
}

const SILENT = new Set(["created", "entropy-added", "resumed", "paced"]);

export class SeatView {
  view = $state.raw<View | null>(null);
  /** The seats that must decide now. */
  actors = $state.raw<number[]>([]);
  decision = $state<number | null>(null);
  choices = $state.raw(new Choices([]));
  /** Why no move of this seat can be taken back now; null when one can. */
  noTakeback = $state<string | null>(null);
  entries = $state.raw<Entry[]>([]);

  constructor(readonly seat: number | null) {}

  /** Take in what the server sent; its steps follow the known ones. */
  receive(look: SeatUpdate): void {
    this.noTakeback = look.no_takeback;
    if (look.steps.length) this.entries = extended(this.entries, look.steps);
    if (look.view === null) return;
    this.view = look.view;
    this.actors = look.actors;
    this.decision = look.decision ?? null;
    this.choices = new Choices(look.choices ?? []);
  }

  forget(): void {
    this.entries = [];
  }
}

function extended(entries: readonly Entry[], steps: readonly Step[]): Entry[] {
  let out = [...entries];
  for (const step of steps) {
    if (step.step === "taken-back")
      out = out.map((entry) => (entry.version > step.to && entry.event ? { ...entry, undone: true } : entry));
    out.push(...entriesOf(step));
  }
  return out;
}

export function entriesOf(step: Step): Entry[] {
  const { version, at } = step;
  if (step.step === "started" || step.step === "played")
    return step.events.map((event) => ({ version, at, step, event, undone: false }));
  return SILENT.has(step.step) ? [] : [{ version, at, step, event: null, undone: false }];
}

export function isBoardView(view: View): view is BoardView {
  return "board" in view;
}

export function isCardView(view: View): view is CardView {
  return "cardset" in view;
}
