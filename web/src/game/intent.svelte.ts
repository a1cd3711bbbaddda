/** What a person is about to do at the table, and what is pointed at: nothing here has been sent yet. */
import type { Action } from "../wire/protocol";

export type Intent =
  | { is: "route"; route: string; card?: string }
  | { is: "city"; city: string }
  | { is: "refill"; slot: number }
  | { is: "confirm"; action: Action }
  | { is: "exchange" }
  | { is: "row"; color: string }
  | { is: "three" };

/** What is made to stand out on the board. */
export interface Light {
  routes: readonly string[];
  cities: readonly string[];
  /** Routes still to be built for a ticket. */
  way: readonly string[];
}

const DARK: Light = { routes: [], cities: [], way: [] };

export class Desk {
  intent = $state.raw<Intent | null>(null);
  /** The route or city under the pointer or the keyboard's focus. */
  pointed = $state.raw<{ route?: string; city?: string }>({});
  light = $state.raw<Light>(DARK);
  /** A kind of card that is being dragged. */
  dragged = $state<string | null>(null);
  /** Whether the board is shown as a list. */
  listed = $state(false);
  /** What may be chosen of an offer is shown on the board too. */
  offered = $state.raw<readonly { ticket: string; kept: boolean }[]>([]);

  choose(intent: Intent | null): void {
    this.intent = intent;
  }

  shine(light: Partial<Light>): void {
    this.light = { ...DARK, ...light };
  }

  darken(): void {
    this.light = DARK;
  }
}
