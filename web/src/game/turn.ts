/** Whose turn it is, and what everybody did last. */
import type { PlayedTable } from "./played.svelte";
import { listed } from "../i18n/lists";
import { say, t } from "../i18n/translation.svelte";
import type { Choices } from "./choices";

const OWN_PHASE: Record<string, string> = {
  "choosing-tickets": "first-tickets",
  "choosing-pieces": "first-pieces",
  "offer-seen": "ticket-offer",
  settling: "settlement",
};

/** What a seat may do, each thing once; where there is little room, without what has a button in the prompt. */
function deeds(choices: Choices, short: boolean): string[] {
  const placed = [
    ...(choices.draws.size || choices.decks.length ? ["draw"] : []),
    ...(choices.routes.size ? ["claim"] : []),
    ...(choices.rows.length || choices.three ? ["lay"] : []),
    ...(choices.tickets ? ["tickets"] : []),
    ...(choices.stations.size ? ["station"] : []),
    ...(choices.harbors.size ? ["harbor"] : []),
  ];
  if (short && placed.length) return placed;
  return [...placed, ...(choices.exchanges.length ? ["exchange"] : []), ...choices.buttons];
}

/** One sentence on what the viewer may do or waits for; `short` where there is little room. */
export function turnText(played: PlayedTable, short = false): string {
  const { table } = played;
  const phase = table.view?.phase;
  if (!phase) return "";
  if (table.state?.status === "finished" || phase.phase === "finished") return t("phase.finished");
  if (phase.phase === "turn" && table.choices.any) {
    const named = deeds(table.choices, short).map((deed) => say(`${short ? "deed" : "do"}.${deed}`));
    return t("turn.yours", { actions: listed(named, "disjunction") });
  }
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

/** The last thing that each seat did; a tunnel of the version `hushed` is not told yet. */
export function lastActions(played: PlayedTable, hushed: number | null = null): string[] {
  const words: string[] = [];
  const entries = played.table.entries;
  const seats = played.names.length;
  let found = 0;
  for (let i = entries.length - 1; i >= 0 && found < seats; i--) {
    const event = entries[i]?.event;
    if (!event || entries[i]?.undone || MINOR_EVENTS.has(event.event)) continue;
    if (event.event === "tunnel-dug" && entries[i]?.version === hushed) continue;
    const seat = "seat" in event ? event.seat : "robber" in event ? event.robber : -1;
    if (seat < 0 || words[seat] !== undefined) continue;
    words[seat] = played.prose.event(event);
    found++;
  }
  return words;
}
