/** The board in words, for those who hear it and for tips. */
import { named, t } from "./translation.svelte";
import type { Room } from "../game/played.svelte";

export function describeRoute(room: Room, id: string): string {
  const route = room.print.route(id);
  const owner = room.owners.get(id);
  const parts = [
    `${room.teller.city(route.a)}\u00a0– ${room.teller.city(route.b)}`,
    t("board.spaces", { count: route.length }),
    room.teller.color(route.color),
  ];
  if (room.print.twoDecks) parts.push(t(route.deck === "ships" ? "board.sea" : "board.rail"));
  if (route.tunnel) parts.push(t("board.tunnel"));
  if (route.wilds) parts.push(t("board.ferry", { count: route.wilds }));
  if (route.pairs) parts.push(t("board.pairs", { count: route.pairs }));
  if (owner !== undefined) parts.push(t("board.claimed", { player: room.names[owner] ?? "" }));
  else if (room.choices.routes.has(id)) parts.push(t("board.claimable"));
  else parts.push(t("board.free"));
  return parts.join(", ");
}

export function describeCity(room: Room, id: string): string {
  const city = room.print.city(id);
  const parts = [named(city), t("board.routes-here", { count: room.print.routesFrom(id).length })];
  if (city.harbor) parts.push(t("board.harbor-city"));
  const builder = room.builders.get(id);
  if (builder !== undefined) parts.push(t("board.built", { player: room.names[builder] ?? "" }));
  else if (room.choices.stations.has(id)) parts.push(t("board.station-possible"));
  else if (room.choices.harbors.has(id)) parts.push(t("board.harbor-possible"));
  return parts.join(", ");
}
