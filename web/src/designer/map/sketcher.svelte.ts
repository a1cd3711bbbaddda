/** What mouse, fingers and keys do on the sketch: choose, place, move and join cities. */
import { notices } from "../../ui/notices.svelte";
import { t, translation } from "../../i18n/translation.svelte";
import type { Designer, Tool } from "../designer.svelte";
import { freshName, withCity, withoutCity, withRoute, withTicket } from "../edits";
import { cityName, put } from "../tables";
import type { Drag, SketchTouches } from "./gestures";
import { earth, plane, type Point, rounded } from "./projection";
import { distanceTo, RADIUS, sketched } from "./sketch";
import { SketchView } from "./view.svelte";

/** Pixels that the pointer of the keyboard moves at once. */
const STEP = 16;
const FINE_STEP = 4;
/** How far from a city or a route it is still meant: by a finger, or by a mouse. */
const REACH = { city: [26, RADIUS + 6], route: [16, 8] } as const;
const TOOLS: Record<string, Tool> = { s: "select", c: "city", r: "route", t: "ticket" };

export class Sketcher implements SketchTouches {
  readonly onEarth: boolean;
  readonly view: SketchView;
  /** A city on its way to another place. */
  moving = $state.raw<{ id: string; at: Point } | null>(null);
  /** A route or ticket on its way from a city. */
  line = $state.raw<{ from: string; to: Point } | null>(null);
  /** Where the keyboard points, in pixels; null while it is not used. */
  cursor = $state.raw<Point | null>(null);
  readonly places = $derived.by(
    () =>
      new Map(
        this.designer.tables.city.map(
          (city) => [city.id, this.moving?.id === city.id ? this.moving.at : city.at] as const,
        ),
      ),
  );
  readonly spots = $derived.by(
    () => new Map([...this.places].map(([id, at]) => [id, this.view.screen(at)] as const)),
  );
  readonly routes = $derived.by(() => sketched(this.designer.tables, (city) => this.spots.get(city)));

  constructor(readonly designer: Designer) {
    this.onEarth = designer.sheet === "earth";
    this.view = new SketchView(this.onEarth ? earth : plane);
  }

  /** Everything; of an empty board the middle of Europe, or a part of the sheet so far from zero that it is no earth. */
  home(): void {
    const start: Point[] = this.onEarth ? [[-10, 37], [32, 60]] : [[1000, 1000], [2200, 1800]]; // prettier-ignore
    const { city } = this.designer.tables;
    this.view.fit(city.length ? city.map(({ at }) => at) : start, this.onEarth ? 4 : 400);
  }

  click(point: Point, rough: boolean): void {
    this.cursor = null;
    this.#act(point, rough);
  }

  drag(from: Point, rough: boolean): Drag | null {
    this.cursor = null;
    const city = this.cityAt(from, rough);
    if (!city) return null;
    return this.#joins ? this.#joining(city) : this.#shifting(city);
  }

  pan(dx: number, dy: number): void {
    this.view.pan(dx, dy);
  }

  zoom(factor: number, x: number, y: number): void {
    this.view.zoom(factor, x, y);
  }

  /** What a key does; false for one that does nothing here. */
  press(key: string, fine: boolean): boolean {
    const tool = TOOLS[key.toLowerCase()];
    if (key.startsWith("Arrow")) this.#steer(key, fine ? FINE_STEP : STEP);
    else if (key === "." || key === ",") this.#jump(key === "." ? 1 : -1);
    else if (key === "Enter" || key === " ") this.#act(this.cursor ?? this.#middle, false);
    else if (key === "+" || key === "=") this.view.zoom(1.3);
    else if (key === "-") this.view.zoom(1 / 1.3);
    else if (key === "0") this.home();
    else if (key === "Escape" && this.designer.begun) this.designer.begun = null;
    else if (key === "Delete" || key === "Backspace") this.#remove();
    else if (tool) this.designer.tool = tool;
    else return false;
    return true;
  }

  cityAt([x, y]: Point, rough: boolean): string | null {
    let best: string | null = null;
    let near: number = REACH.city[rough ? 0 : 1];
    for (const [id, [cx, cy]] of this.spots) {
      const far = Math.hypot(cx - x, cy - y);
      if (far < near) [best, near] = [id, far];
    }
    return best;
  }

  routeAt(point: Point, rough: boolean): number | null {
    let best: number | null = null;
    let near: number = REACH.route[rough ? 0 : 1];
    for (const each of this.routes) {
      const far = distanceTo(each, point);
      if (far < near) [best, near] = [each.index, far];
    }
    return best;
  }

  get #joins(): boolean {
    return this.designer.tool === "route" || this.designer.tool === "ticket";
  }

  get #middle(): Point {
    return [this.view.width / 2, this.view.height / 2];
  }

  #nameOf(id: string): string {
    const city = this.designer.tables.city.find((each) => each.id === id);
    return city ? cityName(city, translation.language) : id;
  }

  #act(point: Point, rough: boolean): void {
    const { designer } = this;
    const city = this.cityAt(point, rough);
    if (this.#joins) return this.#join(city);
    if (city) return designer.select({ kind: "city", id: city });
    if (designer.tool === "city") return this.#add(point);
    const route = this.routeAt(point, rough);
    designer.select(route === null ? null : { kind: "route", index: route });
  }

  #add(point: Point): void {
    const { designer } = this;
    const name = freshName(designer.tables, t("designer.city"));
    designer.change(withCity(designer.tables, name, rounded(this.view.place(point), this.onEarth)));
    const added = designer.tables.city.at(-1);
    if (added) designer.select({ kind: "city", id: added.id });
    notices.speak(t("designer.added", { what: name }));
  }

  /** The first city begins a route or a ticket, the second ends it. */
  #join(city: string | null): void {
    const { begun } = this.designer;
    if (city === null || city === begun) this.designer.begun = null;
    else if (begun === null) {
      this.designer.begun = city;
      notices.speak(t("designer.begun", { city: this.#nameOf(city) }));
    } else this.#finish(begun, city);
  }

  #finish(from: string, to: string): void {
    const { designer } = this;
    const cities = { from: this.#nameOf(from), to: this.#nameOf(to) };
    const kind = designer.tool === "ticket" ? "ticket" : "route";
    const before = designer.tables[kind].length;
    designer.begun = null;
    designer.change((kind === "ticket" ? withTicket : withRoute)(designer.tables, from, to));
    if (designer.tables[kind].length === before)
      return notices.show(t("designer.ticket-twice", cities), "warn");
    designer.select({ kind, index: before });
    notices.speak(t("designer.joined", cities));
  }

  #joining(city: string): Drag {
    return {
      move: (to) => (this.line = { from: city, to }),
      end: (at) => {
        this.line = null;
        const other = this.cityAt(at, true);
        if (other && other !== city) this.#finish(city, other);
      },
      cancel: () => (this.line = null),
    };
  }

  #shifting(city: string): Drag {
    return {
      move: (to) => (this.moving = { id: city, at: rounded(this.view.place(to), this.onEarth) }),
      end: () => {
        const to = this.moving;
        this.moving = null;
        const { designer } = this;
        const index = designer.tables.city.findIndex((each) => each.id === city);
        if (to && index >= 0) designer.change(put(designer.tables, ["city", index, "at"], to.at));
        designer.select({ kind: "city", id: city });
      },
      cancel: () => (this.moving = null),
    };
  }

  #steer(key: string, step: number): void {
    const [x, y] = this.cursor ?? this.#middle;
    const dx = key === "ArrowLeft" ? -step : key === "ArrowRight" ? step : 0;
    const dy = key === "ArrowUp" ? -step : key === "ArrowDown" ? step : 0;
    const at = this.view.place([x + dx, y + dy]);
    this.#point(at);
    const city = this.cursor && this.cityAt(this.cursor, false);
    notices.speak(city ? this.#nameOf(city) : rounded(at, this.onEarth).join(", "));
  }

  /** Take the pointer of the keyboard to the next city, or to the one before. */
  #jump(step: number): void {
    const ids = this.designer.tables.city.map((city) => city.id);
    const here = this.cursor ? ids.indexOf(this.cityAt(this.cursor, false) ?? "") : -1;
    const next = here < 0 ? (step > 0 ? 0 : ids.length - 1) : (here + step + ids.length) % ids.length;
    const id = ids[next];
    const at = id === undefined ? undefined : this.places.get(id);
    if (id === undefined || !at) return;
    this.#point(at);
    notices.speak(this.#nameOf(id));
  }

  #point(at: Point): void {
    this.view.reveal(at);
    this.cursor = this.view.screen(at);
  }

  #remove(): void {
    const { designer } = this;
    const { selection, tables } = designer;
    if (selection?.kind === "city") designer.change(withoutCity(tables, selection.id));
    else if (selection) designer.change(put(tables, [selection.kind, selection.index], null));
  }
}
