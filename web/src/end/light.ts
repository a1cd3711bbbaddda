/** What of the board a line of a score sheet is about. */
import type { Light } from "../lib/desk.svelte";
import { isBoardTicket } from "../lib/print";
import type { Room } from "../lib/room.svelte";
import type { Line } from "../wire/protocol";
import { wayOver } from "./beats";

export function lightOfLine(room: Room, seat: number, line: Line): Partial<Light> {
  if (line.source === "routes") return { routes: routesOf(room, seat) };
  if (line.source === "longest-path") return { routes: line.routes ?? [] };
  if (line.city) return { cities: [line.city] };
  if (!line.ticket) return {};
  const ticket = room.print.ticket(line.ticket);
  if (!isBoardTicket(ticket)) return {};
  const usable = new Set([...routesOf(room, seat), ...(line.routes ?? [])]);
  const routes = line.finish === "missed" ? [] : wayOver(room.print.routes, usable, ticket.cities);
  return { cities: ticket.cities, routes };
}

function routesOf(room: Room, seat: number): string[] {
  return [...room.owners].flatMap(([route, owner]) => (owner === seat ? [route] : []));
}
