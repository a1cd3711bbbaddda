/** The progress of a ticket on the board, only for display: the server decides what it is worth. */
import type { Highlight } from "../intent.svelte";
import { type Missing, missing, ownWay } from "./network";
import { isBoardTicket } from "../print";
import type { PlayedTable } from "../played.svelte";

/** What is missing for a ticket of the seat that looks; undefined in a game without routes. */
export function ticketState(played: PlayedTable, id: string): Missing | undefined {
  const ticket = played.print.ticket(id);
  if (!isBoardTicket(ticket) || played.seat === null || !played.print.routes.length) return undefined;
  return missing(played.print.routes, played.owners, played.seat, ticket.cities, played.closed);
}

/** What to show on the board for a ticket: its cities, the own routes between them, and what is to be built. */
export function ticketHighlight(played: PlayedTable, id: string): Partial<Highlight> {
  const cities = played.print.ticket(id).cities;
  const state = ticketState(played, id);
  if (!state || played.seat === null) return { cities };
  const own = new Set<string>();
  for (const city of cities)
    for (const route of ownWay(played.print.routes, played.owners, played.seat, city)) own.add(route);
  return { cities, routes: [...own], way: state.routes ?? [] };
}
