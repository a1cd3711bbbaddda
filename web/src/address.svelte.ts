/** The page's address: lobby, a table, a replay. */
export type Place =
  | { at: "lobby" }
  | { at: "new" }
  | { at: "table"; table: string }
  /** Without a table, a record is opened from a file. */
  | { at: "replay"; table: string | null }
  /** A board file of one's own. */
  | { at: "board" }
  /** Where boards are made; with the digest of a file, that board is opened. */
  | { at: "designer"; file: string | null }
  /** One's own games on this device. */
  | { at: "history" }
  /** The deal of the day. */
  | { at: "daily" }
  /** The rules of a board's game. */
  | { at: "rules"; board: string }
  /** What strong games say about a board. */
  | { at: "atlas"; board: string }
  /** The puzzles, or one of them. */
  | { at: "puzzles"; puzzle: string | null }
  | { at: "nowhere" };

export function placeOf(path: string): Place {
  if (path === "/" || path === "/index.html") return { at: "lobby" };
  if (path === "/new") return { at: "new" };
  if (path === "/board") return { at: "board" };
  if (path === "/games") return { at: "history" };
  if (path === "/daily") return { at: "daily" };
  const design = /^\/designer(?:\/([0-9a-f]{64}))?\/?$/.exec(path);
  if (design) return { at: "designer", file: design[1] ?? null };
  const table = /^\/t\/([a-z2-7]{16})\/?$/.exec(path)?.[1];
  if (table) return { at: "table", table };
  const replay = /^\/replay(?:\/([a-z2-7]{16}))?\/?$/.exec(path);
  if (replay) return { at: "replay", table: replay[1] ?? null };
  const rules = /^\/rules\/([a-z-]+)\/?$/.exec(path)?.[1];
  if (rules) return { at: "rules", board: rules };
  const atlas = /^\/atlas\/([a-z-]+)\/?$/.exec(path)?.[1];
  if (atlas) return { at: "atlas", board: atlas };
  const puzzles = /^\/puzzles(?:\/([a-z-]+-\d+-\d+))?\/?$/.exec(path);
  if (puzzles) return { at: "puzzles", puzzle: puzzles[1] ?? null };
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
