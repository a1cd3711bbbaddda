/** The part of the board that a ticket or a line of a score sheet is about. */
import type { Highlight } from "../game/intent.svelte";
import { isBoardTicket } from "../game/print";
import type { PlayedTable } from "../game/played.svelte";
import type { ScoreLine } from "../wire/protocol";
import { pathOver } from "./scoringSteps";

export function highlightOfLine(played: PlayedTable, seat: number, line: ScoreLine): Partial<Highlight> {
  if (line.source === "routes") return { routes: routesOf(played, seat) };
  if (line.source === "longest-path") return { routes: line.routes ?? [] };
  if (line.city) return { cities: [line.city] };
  return line.ticket ? highlightOfTicket(played, seat, line.ticket, line.routes) : {};
}

/** The cities of a ticket, and the path between them over a seat's own and borrowed routes. */
export function highlightOfTicket(
  played: PlayedTable,
  seat: number,
  id: string,
  borrowed: readonly string[] = [],
): Partial<Highlight> {
  const ticket = played.print.ticket(id);
  if (!isBoardTicket(ticket)) return {};
  const usable = new Set([...routesOf(played, seat), ...borrowed]);
  return { cities: ticket.cities, routes: pathOver(played.print.routes, usable, ticket.cities) };
}

function routesOf(played: PlayedTable, seat: number): string[] {
  return [...played.owners].flatMap(([route, owner]) => (owner === seat ? [route] : []));
}
