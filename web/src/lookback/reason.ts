/** The reason for a move, which an analysis has as numbers, in a sentence: as `branchline.bots.reason` tells it. */
import type { PlayedTable } from "../game/played.svelte";
import { knows, say } from "../i18n/translation.svelte";
import type { Values } from "../i18n/format";
import type { MoveReason } from "../wire/protocol";

/** Null for a reason that no catalog has. */
export function tellReason(played: PlayedTable, reason: MoveReason): string | null {
  const key = `why.${reason.key}`;
  if (!knows(key)) return null;
  const values: Values = {};
  for (const [place, value] of Object.entries(reason.values)) values[place] = told(played, place, value);
  return say(key, values);
}

function told(
  { print, prose, names }: PlayedTable,
  place: string,
  value: number | number[],
): string | number {
  const { cities, tickets, kinds, colors, decks } = print.printed;
  const one = Number(value);
  const many = Array.isArray(value) ? value : [value];
  switch (place) {
    case "route":
      return prose.route(print.routes[one]?.id ?? "");
    case "city":
      return prose.city(cities[one]?.id ?? "");
    case "card":
      return prose.card(kinds[one]?.id ?? "");
    case "cards":
      return prose.cards(Object.fromEntries(many.map((count, kind) => [kinds[kind]?.id ?? "", count])));
    case "color":
      return prose.color(colors[one] ?? null);
    case "ticket":
      return prose.ticket(tickets[one]?.id ?? "");
    case "tickets":
      return prose.tickets(many.map((ticket) => tickets[ticket]?.id ?? ""));
    case "pieces":
      return prose.pieces(Object.fromEntries(many.map((count, deck) => [decks[deck] ?? "", count])));
    case "player":
      return names[one] ?? "";
    case "deck":
      return say(`deck.${decks[one] ?? ""}`);
    default:
      return one;
  }
}
