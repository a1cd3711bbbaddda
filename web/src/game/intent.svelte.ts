/** What a person is about to do at the table, and what is pointed at: nothing here has been sent yet. */
import type { Sections } from "../rules/sections";
import type { Action } from "../wire/protocol";
import { type Marks, noMarks } from "./routes/marks.svelte";

/** An action that has been begun: its sheet is open. */
export type PlannedAction =
  | { is: "route"; route: string; card?: string }
  | { is: "city"; city: string }
  | { is: "refill"; slot: number }
  | { is: "confirm"; action: Action }
  | { is: "exchange" }
  | { is: "row"; color: string }
  | { is: "three" };

/** What stands out on the board. */
export interface Highlight {
  routes: readonly string[];
  cities: readonly string[];
  /** Routes still to be built for a ticket. */
  way: readonly string[];
}

const NOTHING: Highlight = { routes: [], cities: [], way: [] };

export class Intent {
  constructor(readonly marks: Marks = noMarks()) {}

  planned = $state.raw<PlannedAction | null>(null);
  /** The route or city under the pointer or the keyboard's focus. */
  pointed = $state.raw<{ route?: string; city?: string }>({});
  highlighted = $state.raw<Highlight>(NOTHING);
  /** A kind of card that is being dragged. */
  dragged = $state<string | null>(null);
  /** Whether the board is shown as a list. */
  listed = $state(false);
  /** What may be chosen of an offer is shown on the board too. */
  offered = $state.raw<readonly { ticket: string; kept: boolean }[]>([]);

  /** While the cards for a tunnel are turned up: the version whose verdict is not told yet. */
  suspense = $state<number | null>(null);
  /** Why a kind of card in hand cannot be played, told at the card. */
  told = $state.raw<{ kind: string; text: string; rule: Sections | undefined } | null>(null);
  /** While the end is counted, the points counted so far. */
  totals = $state.raw<readonly number[] | null>(null);
  /** A part of the board that somebody asked to see. */
  shown = $state.raw<Highlight>(NOTHING);

  plan(action: PlannedAction | null): void {
    this.planned = action;
  }

  highlight(parts: Partial<Highlight>): void {
    this.highlighted = { ...NOTHING, ...parts };
  }

  /** Highlight a part of the board and bring it into sight. */
  show(parts: Partial<Highlight>): void {
    this.highlight(parts);
    this.shown = { ...NOTHING, ...parts };
  }

  clearHighlight(): void {
    this.highlighted = NOTHING;
  }
}
