/** What others have built since the viewer's last turn. It stays marked until the viewer's next turn is over. */
import type { Entry } from "../seat.svelte";

export interface News {
  routes: Set<string>;
  cities: Set<string>;
}

export function newSince(entries: readonly Entry[], seat: number | null, seats: number): News {
  const news: News = { routes: new Set(), cities: new Set() };
  for (const { event, undone } of entries.slice(lastTurn(entries, seat, seats))) {
    if (!event || undone || !("seat" in event) || event.seat === seat) continue;
    if (event.event === "route-claimed") news.routes.add(event.route);
    else if (event.event === "station-built" || event.event === "harbor-built") news.cities.add(event.city);
  }
  return news;
}

/** Where the viewer's last turn begins, the present one not counted; for a spectator, where the last round begins. */
function lastTurn(entries: readonly Entry[], seat: number | null, seats: number): number {
  let passed = 0;
  let latest = true;
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (entry?.event?.event !== "turn-started" || entry.undone) continue;
    passed += 1;
    if (seat === null ? passed === seats : entry.event.seat === seat && !latest) return i;
    latest = false;
  }
  return 0;
}
