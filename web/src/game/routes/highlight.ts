/** The part of the board that an event is about. */
import type { Event as GameEvent } from "../../wire/protocol";
import type { Highlight } from "../intent.svelte";

export function highlightOf(event: GameEvent): Partial<Highlight> {
  switch (event.event) {
    case "route-claimed":
    case "tunnel-dug":
    case "tunnel-left":
      return { routes: [event.route] };
    case "station-built":
    case "harbor-built":
      return { cities: [event.city] };
    default:
      return {};
  }
}
