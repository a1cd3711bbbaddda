/** What of the board a ticket, or a line of a score sheet, is about. */
import type { Light } from "../game/intent.svelte";
import { isBoardTicket } from "../game/print";
import type { Room } from "../game/played.svelte";
import type { Line } from "../wire/protocol";
import { wayOver } from "./scoringSteps";

export function lightOfLine(room: Room, seat: number, line: Line): Partial<Light> {
  if (line.source === "routes") return { routes: routesOf(room, seat) };
  if (line.source === "longest-path") return { routes: line.routes ?? [] };
  if (line.city) return { cities: [line.city] };
  return line.ticket ? lightOfTicket(room, seat, line.ticket, line.routes) : {};
}

/** The cities of a ticket, and the way between them over the routes of a seat and those that it borrows. */
export function lightOfTicket(
  room: Room,
  seat: number,
  id: string,
  borrowed: readonly string[] = [],
): Partial<Light> {
  const ticket = room.print.ticket(id);
  if (!isBoardTicket(ticket)) return {};
  const usable = new Set([...routesOf(room, seat), ...borrowed]);
  return { cities: ticket.cities, routes: wayOver(room.print.routes, usable, ticket.cities) };
}

function routesOf(room: Room, seat: number): string[] {
  return [...room.owners].flatMap(([route, owner]) => (owner === seat ? [route] : []));
}
