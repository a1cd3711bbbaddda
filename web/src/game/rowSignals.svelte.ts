/** Which rows the seat that looks could play into its yard, color by color, and what the server says to the others. */
import { untrack } from "svelte";
import { whyNotText } from "../i18n/whyNot";
import type { LayChoice } from "../wire/protocol";
import type { PlayedTable } from "./played.svelte";

export interface RowSignal {
  /** Whether a row of the color can be played; with `three`, only together with two other colors. */
  open: boolean;
  three: boolean;
  /** How many cards it takes, and how many the hand has for it; null where numbers do not help. */
  least: number | null;
  held: number | null;
  /** Why it cannot be played, in a sentence. */
  text: string;
}

export class RowSignals {
  /** By color; empty while the seat may not play cards. */
  signals = $state.raw<ReadonlyMap<string, RowSignal>>(new Map());

  /** Call while a component is set up. */
  constructor(readonly played: PlayedTable) {
    $effect(() => {
      void played.table.seatView?.decision;
      const { choices, table } = played;
      // Whoever may draw a whole turn's cards, or play some, has not begun the turn with anything else.
      const begins = table.cards !== null && choices.free && (choices.tickets || choices.rows.length > 0);
      let current = true;
      untrack(() => {
        this.signals = begins ? playable(choices.rows, choices.three?.any_three ?? []) : new Map();
        if (begins) void this.#ask(() => current);
      });
      return () => (current = false);
    });
  }

  /** Ask the server about every color that cannot be played as a row, with all that the hand has of it. */
  async #ask(isCurrent: () => boolean): Promise<void> {
    const { played } = this;
    const wilds = played.hand[played.print.wild] ?? 0;
    const asked = played.print.printed.colors.filter((color) => !this.signals.get(color)?.open);
    const found = await Promise.all(
      asked.map(async (color): Promise<[string, RowSignal] | null> => {
        const why = await played.table.why({ do: "lay", color, count: played.hand[color] ?? 0, wilds });
        if (!why) return null;
        const need = why.need?.need === "row-needed" ? why.need : null;
        const three = this.signals.get(color)?.three ?? false;
        const text = whyNotText(played, why);
        return [color, { open: false, three, least: need?.least ?? null, held: need?.held ?? null, text }];
      }),
    );
    if (isCurrent()) this.signals = new Map([...this.signals, ...found.filter((each) => each !== null)]);
  }
}

function playable(rows: readonly LayChoice[], threes: readonly string[]): Map<string, RowSignal> {
  const none = { open: false, three: true, least: null, held: null, text: "" };
  const signals = new Map<string, RowSignal>(threes.map((color) => [color, none]));
  for (const { color: colors, count, wilds } of rows)
    for (const color of colors) {
      const least = Math.min(
        signals.get(color)?.least ?? Infinity,
        ...count.flatMap((cards) => wilds.map((wild) => cards + wild)),
      );
      signals.set(color, { open: true, three: threes.includes(color), least, held: null, text: "" });
    }
  return signals;
}
