/** Routes that a person has marked for a plan: kept on this device for each seat of a table, never sent anywhere. */
const KEY = "branchline.marks";
const MAX_PLANS_KEPT = 60;

type Kept = Record<string, { routes: string[]; at: number }>;

export class Marks {
  #kept = $state.raw<Kept>(read());
  /** Who shares a screen has marks of their own; without a seat nothing can be marked. */
  routes = $derived.by((): ReadonlySet<string> => new Set(this.#key ? this.#kept[this.#key]?.routes : []));

  constructor(
    readonly table: string,
    readonly seat: () => number | null,
  ) {}

  get #key(): string | null {
    const seat = this.seat();
    return seat === null ? null : `${this.table}.${seat}`;
  }

  /** Whether marks can be set here at all. */
  get usable(): boolean {
    return this.#key !== null;
  }

  toggle(route: string): void {
    const routes = new Set(this.routes);
    if (!routes.delete(route)) routes.add(route);
    this.#keep([...routes]);
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(routes: string[]): void {
    if (!this.#key) return;
    const others = Object.entries(read()).filter(([key]) => key !== this.#key);
    const mine = routes.length ? [[this.#key, { routes, at: Date.now() }] as const] : [];
    const newest = [...mine, ...others.sort(([, one], [, two]) => two.at - one.at)].slice(0, MAX_PLANS_KEPT);
    this.#kept = Object.fromEntries(newest);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Without storage the marks last as long as the page.
    }
  }
}

/** Where nobody plans anything: replays and boards alone. */
export function noMarks(): Marks {
  return new Marks("", () => null);
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}
