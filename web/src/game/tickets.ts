/** How a ticket stands on the board, for the eye only: the server alone decides what it is worth. */
import type { Light } from "./intent.svelte";
import { type Missing, missing, ownWay } from "./network";
import { isBoardTicket } from "./print";
import type { Room } from "./played.svelte";

/** What is missing for a ticket of the seat that looks; nothing to say in a game without routes. */
export function ticketState(room: Room, id: string): Missing | undefined {
  const ticket = room.print.ticket(id);
  if (!isBoardTicket(ticket) || room.seat === null || !room.print.routes.length) return undefined;
  return missing(room.print.routes, room.owners, room.seat, ticket.cities);
}

/** What to show on the board for a ticket: its cities, the own routes between them, and what is to be built. */
export function ticketLight(room: Room, id: string): Partial<Light> {
  const cities = room.print.ticket(id).cities;
  const state = ticketState(room, id);
  if (!state || room.seat === null) return { cities };
  const own = new Set<string>();
  for (const city of cities)
    for (const route of ownWay(room.print.routes, room.owners, room.seat, city)) own.add(route);
  return { cities, routes: [...own], way: state.routes ?? [] };
}
