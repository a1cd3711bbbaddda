/** The keyboard's place on the board: a city, or one of its routes. It is the board's only tab stop. */
import type { Drawing } from "../wire/protocol";
import { cityTowards, isDirection } from "./geometry";
import type { Print } from "../game/print";

export interface Place {
  is: "city" | "route";
  id: string;
  at: [number, number];
}

export class Cursor {
  city = $state("");
  route = $state<string | null>(null);
  #print: Print;
  #drawing: () => Drawing;

  constructor(print: Print, drawing: () => Drawing) {
    this.#print = print;
    this.#drawing = drawing;
    this.city = middlemost(drawing());
  }

  at(place: { city: string } | { route: string }): void {
    if ("city" in place) {
      this.city = place.city;
      this.route = null;
      return;
    }
    this.route = place.route;
    const { a, b } = this.#print.route(place.route);
    if (this.city !== a && this.city !== b) this.city = a;
  }

  /** Where a key leads; null for keys that do not move. */
  move(key: string): Place | null {
    if (isDirection(key)) {
      const city = cityTowards(this.#drawing(), this.city, key);
      return city === null ? null : this.#toCity(city);
    }
    if (key === "PageDown" || key === ".") return this.#nextRoute(1);
    if (key === "PageUp" || key === ",") return this.#nextRoute(-1);
    if (key === "Home" || (key === "Escape" && this.route !== null)) return this.#toCity(this.city);
    if (key === "End" && this.route !== null) {
      const { a, b } = this.#print.route(this.route);
      return this.#toCity(this.city === a ? b : a);
    }
    return null;
  }

  /** What an element of the board stands for. */
  under(element: Element): { route: string } | { city: string } | null {
    const found = element.closest<SVGGElement>("[data-route], [data-city]");
    const { route, city } = found?.dataset ?? {};
    return route ? { route } : city ? { city } : null;
  }

  #toCity(city: string): Place {
    this.city = city;
    this.route = null;
    return { is: "city", id: city, at: this.#drawing().cities[city]?.at ?? [0, 0] };
  }

  #nextRoute(step: number): Place | null {
    const routes = this.#print.routesFrom(this.city);
    if (!routes.length) return null;
    const here = routes.findIndex((route) => route.id === this.route);
    const next = here < 0 && step < 0 ? routes.length - 1 : (here + step + routes.length) % routes.length;
    const route = routes[next];
    if (!route) return null;
    this.route = route.id;
    const slots = this.#drawing().routes[route.id]?.slots ?? [];
    const slot = slots[Math.floor(slots.length / 2)];
    return { is: "route", id: route.id, at: slot ? [slot[0], slot[1]] : [0, 0] };
  }
}

function middlemost(drawing: Drawing): string {
  const [width, height] = drawing.size;
  let best = "";
  let least = Infinity;
  for (const [city, spot] of Object.entries(drawing.cities)) {
    const away = Math.hypot(spot.at[0] - width / 2, spot.at[1] - height / 2);
    if (!spot.junction && away < least) {
      least = away;
      best = city;
    }
  }
  return best;
}
