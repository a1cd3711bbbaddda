/** A line of a score sheet in words. */
import type { PlayedTable } from "../game/played.svelte";
import { say, t } from "../i18n/translation.svelte";
import type { ScoreLine } from "../wire/protocol";

/** What gave the points: a ticket, a city, a number of something. */
export function detailOf(played: PlayedTable, line: ScoreLine): string {
  const count = line.count ?? 0;
  switch (line.source) {
    case "routes":
      return t("count.routes", { count });
    case "ticket": {
      const borrowed = line.routes?.map((route) => played.prose.route(route)).join("; ");
      const cities = line.ticket ? played.prose.ticketCities(line.ticket) : "";
      return borrowed ? `${cities} (${t("score.borrowed", { routes: borrowed })})` : cities;
    }
    case "longest-path":
      return t("board.spaces", { count });
    case "stations-left":
      return t("count.stations", { count });
    case "harbors-left":
      return t("count.harbors", { count });
    case "exchange":
      return t("end.pieces", { count });
    case "harbor":
    case "big-city":
      return t("end.harbor", { city: line.city ? played.prose.city(line.city) : "", count });
  }
}

export function finishOf(line: ScoreLine): string {
  return line.finish ? say(`finish.${line.finish}`) : "";
}
