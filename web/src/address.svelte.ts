/** The page's address: lobby, a table, a replay. */
export type Place =
  | { at: "lobby" }
  | { at: "new" }
  | { at: "table"; table: string }
  /** Without a table, a record is opened from a file. */
  | { at: "replay"; table: string | null }
  /** A board file of one's own. */
  | { at: "board" }
  /** One's own games on this device. */
  | { at: "history" }
  | { at: "nowhere" };

export function placeOf(path: string): Place {
  if (path === "/" || path === "/index.html") return { at: "lobby" };
  if (path === "/new") return { at: "new" };
  if (path === "/board") return { at: "board" };
  if (path === "/games") return { at: "history" };
  const table = /^\/t\/([a-z2-7]{16})\/?$/.exec(path)?.[1];
  if (table) return { at: "table", table };
  const replay = /^\/replay(?:\/([a-z2-7]{16}))?\/?$/.exec(path);
  if (replay) return { at: "replay", table: replay[1] ?? null };
  return { at: "nowhere" };
}

class Address {
  place = $state.raw<Place>(placeOf(location.pathname));

  constructor() {
    window.addEventListener("popstate", () => this.#read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.place = placeOf(location.pathname);
  }
}

export const address = new Address();

/** Click handler for links that stay inside the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const foreign = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
  if (!link || foreign || link.target || link.origin !== location.origin) return;
  event.preventDefault();
  address.go(link.pathname + link.search + link.hash);
}
