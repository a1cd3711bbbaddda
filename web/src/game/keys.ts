/** Single keys of the table. They rest while something is being typed, and can be switched off. */
import type { Desk } from "./intent.svelte";
import type { Moves } from "./moves";
import { settings } from "../settings/settings.svelte";

export interface Doors {
  open(what: "help" | "command"): void;
  zoom(): void;
}

export function pressed(event: KeyboardEvent, desk: Desk, moves: Moves, doors: Doors): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    desk.choose(null);
    desk.darken();
    return;
  }
  if (!settings.wishes.keys || typing(event.target)) return;
  const decks = moves.room.print.printed.decks;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key) && moves.room.choices.free) void moves.slot(Number(key) - 1);
  else if (key === "d" && decks[0]) void moves.deck(decks[0]);
  else if (key === "s" && decks[1]) void moves.deck(decks[1]);
  else if (key === "t") void moves.ticketDeck();
  else if (key === "/" || key === "c") doors.open("command");
  else if (key === "l" && moves.room.print.drawing) desk.listed = !desk.listed;
  else if (key === "z") doors.zoom();
  else if (key === "?") doors.open("help");
  else return;
  event.preventDefault();
}

function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return !!element?.closest?.(
    "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], dialog",
  );
}
