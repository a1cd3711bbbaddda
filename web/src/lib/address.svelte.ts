/** The address in the browser as a place of the table: lobby, a table, a replay. */
export type Place =
  | { at: "lobby" }
  | { at: "new" }
  | { at: "table"; table: string }
  | { at: "replay"; query: string }
  | { at: "nowhere" };

export function placeOf(path: string, query = ""): Place {
  if (path === "/" || path === "/index.html") return { at: "lobby" };
  if (path === "/new") return { at: "new" };
  const table = /^\/t\/([a-z2-7]{16})\/?$/.exec(path)?.[1];
  if (table) return { at: "table", table };
  if (/^\/replay\/?$/.test(path)) return { at: "replay", query };
  return { at: "nowhere" };
}

class Address {
  place = $state.raw<Place>(placeOf(location.pathname, location.search));

  constructor() {
    window.addEventListener("popstate", () => this.#read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.place = placeOf(location.pathname, location.search);
  }
}

export const address = new Address();

/** For links that stay inside the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const foreign = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
  if (!link || foreign || link.target || link.origin !== location.origin) return;
  event.preventDefault();
  address.go(link.pathname + link.search + link.hash);
}
