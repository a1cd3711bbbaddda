/** Whose turn it is, and what everybody did last. */
import type { PlayedTable } from "./played.svelte";
import { say, t } from "../i18n/translation.svelte";

const OWN_PHASE: Record<string, string> = {
  "choosing-tickets": "first-tickets",
  "choosing-pieces": "first-pieces",
  "offer-seen": "ticket-offer",
  settling: "settlement",
};

/** One sentence on what the viewer may do or waits for. */
export function turnText(played: PlayedTable): string {
  const { table } = played;
  const phase = table.view?.phase;
  if (!phase) return "";
  if (table.state?.status === "finished" || phase.phase === "finished") return t("phase.finished");
  if (table.choices.any)
    return say(`phase.${OWN_PHASE[phase.phase] ?? phase.phase}`, {
      count: "extra" in phase ? phase.extra : 0,
    });
  const players = table.actors.map((seat) => played.names[seat] ?? "").join(", ");
  return t(table.actors.length > 1 ? "turn.waiting" : "turn.other", { players });
}

const MINOR_EVENTS = new Set([
  "turn-started",
  "card-turned-up",
  "ticket-deck-changed",
  "deck-reshuffled",
  "drawing-stopped",
  "row-emptied",
]);

/** The last thing that each seat did. */
export function lastActions(played: PlayedTable): string[] {
  const words: string[] = [];
  const entries = played.table.entries;
  const seats = played.names.length;
  let found = 0;
  for (let i = entries.length - 1; i >= 0 && found < seats; i--) {
    const event = entries[i]?.event;
    if (!event || entries[i]?.undone || MINOR_EVENTS.has(event.event)) continue;
    const seat = "seat" in event ? event.seat : "robber" in event ? event.robber : -1;
    if (seat < 0 || words[seat] !== undefined) continue;
    words[seat] = played.prose.event(event);
    found++;
  }
  return words;
}
