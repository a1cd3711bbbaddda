/** Single-key shortcuts of the table. They are off while something is being typed, and can be switched off. */
import type { Intent } from "./intent.svelte";
import type { Moves } from "./moves";
import { settings } from "../settings/settings.svelte";

export interface KeyActions {
  open(what: "help" | "command"): void;
  zoom(): void;
  hint(): void;
}

export function pressed(event: KeyboardEvent, intent: Intent, moves: Moves, actions: KeyActions): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    intent.plan(null);
    intent.clearHighlight();
    return;
  }
  if (!settings.values.keys || typing(event.target)) return;
  const decks = moves.played.print.printed.decks;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key) && moves.played.choices.free) void moves.slot(Number(key) - 1);
  else if (key === "d" && decks[0]) void moves.deck(decks[0]);
  else if (key === "s" && decks[1]) void moves.deck(decks[1]);
  else if (key === "t") void moves.ticketDeck();
  else if (key === "/" || key === "c") actions.open("command");
  else if (key === "l" && moves.played.print.drawing) intent.listed = !intent.listed;
  else if (key === "z") actions.zoom();
  else if (key === "m" && intent.pointed.route) moves.mark(intent.pointed.route);
  else if (key === "h") actions.hint();
  else if (key === "?") actions.open("help");
  else return;
  event.preventDefault();
}

function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return !!element?.closest?.(
    "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], dialog",
  );
}
