/** A move in one sentence: its most important event. */
import type { PlayedTable } from "../game/played.svelte";
import type { Playback } from "./playback.svelte";

const MINOR_EVENTS = new Set([
  "turn-started",
  "card-turned-up",
  "ticket-deck-changed",
  "deck-reshuffled",
  "yard-advanced",
  "row-emptied",
  "display-flushed",
  "choice-made",
]);

export function headline(played: PlayedTable, playback: Playback, move: number): string {
  const events = (playback.moves[move] ?? []).flatMap(({ event }) => (event ? [event] : []));
  const notable = events.filter((event) => !MINOR_EVENTS.has(event.event));
  // A secret choice has no other event; of the deal, who starts is enough.
  const chosen = notable.length ? notable : events.slice(0, 1);
  return (move === 0 ? chosen.slice(0, 1) : chosen).map((event) => played.prose.event(event)).join(" ");
}
