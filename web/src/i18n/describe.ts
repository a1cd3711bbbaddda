/** Routes and cities in words, for screen readers and tooltips. */
import { named, t } from "./translation.svelte";
import type { PlayedTable } from "../game/played.svelte";

/** What is printed on a route, and what it scores: all that one needs to know before claiming it. */
export function describeSpaces(played: PlayedTable, id: string): string {
  const points = played.print.worth(id);
  return [...spaces(played, id), ...(points === null ? [] : [t("board.scores", { count: points })])].join(
    ", ",
  );
}

function spaces(played: PlayedTable, id: string): string[] {
  const route = played.print.route(id);
  const parts = [t("board.spaces", { count: route.length }), played.prose.color(route.color)];
  if (played.print.twoDecks) parts.push(t(route.deck === "ships" ? "board.sea" : "board.rail"));
  if (route.tunnel) parts.push(t("board.tunnel"));
  if (route.wilds) parts.push(t("board.ferry", { count: route.wilds }));
  if (route.pairs) parts.push(t("board.pairs", { count: route.pairs }));
  return parts;
}

export function describeRoute(played: PlayedTable, id: string, marked?: ReadonlySet<string>): string {
  const route = played.print.route(id);
  const owner = played.owners.get(id);
  const points = played.print.worth(id);
  const ends = `${played.prose.city(route.a)}\u00a0– ${played.prose.city(route.b)}`;
  const parts = [ends, ...spaces(played, id)];
  if (points !== null && owner === undefined) parts.push(t("board.scores", { count: points }));
  if (owner !== undefined) {
    parts.push(t("board.claimed", { player: played.names[owner] ?? "" }));
    if (played.news.routes.has(id)) parts.push(t("board.new"));
  } else if (played.closed.has(id)) parts.push(t("board.closed"));
  else if (played.choices.routes.has(id)) parts.push(t("board.claimable"));
  else parts.push(t("board.free"));
  if (owner === undefined && marked?.has(id)) parts.push(t("board.marked"));
  return parts.join(", ");
}

export function describeCity(played: PlayedTable, id: string): string {
  const city = played.print.city(id);
  const parts = [named(city), t("board.routes-here", { count: played.print.routesFrom(id).length })];
  if (city.harbor) parts.push(t("board.harbor-city"));
  const builder = played.builders.get(id);
  if (builder !== undefined) {
    parts.push(t("board.built", { player: played.names[builder] ?? "" }));
    if (played.news.cities.has(id)) parts.push(t("board.new"));
  } else if (played.choices.stations.has(id)) parts.push(t("board.station-possible"));
  else if (played.choices.harbors.has(id)) parts.push(t("board.harbor-possible"));
  return parts.join(", ");
}
