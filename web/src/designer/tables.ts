/** A board file as tables, as the server reads and writes it; keys that the designer does not know are kept as they are. */
export type Names = Record<string, string>;

export interface CityTable {
  id: string;
  name: string;
  names?: Names;
  at: [number, number];
  harbor?: boolean;
  junction?: boolean;
}

export interface RouteTable {
  between: [string, string];
  length: number;
  color: string;
  kind?: "rail" | "sea";
  tunnel?: boolean;
  wilds?: number;
  pairs?: number;
  wraps?: boolean;
  id?: string;
}

export interface TicketTable {
  between: [string, string];
  points: number;
  long?: boolean;
  id?: string;
}

export interface TourTable {
  cities: string[];
  in_order: number;
  connected: number;
  penalty: number;
}

export interface TicketRules {
  first_offer: number;
  first_long?: number;
  first_keep: number;
  first_return: string;
  offer: number;
  keep: number;
}

export interface RulesTable {
  deal: number[];
  display: number[];
  pieces: number[];
  points: number[];
  tickets: TicketRules;
  [key: string]: unknown;
}

export interface PaletteTable {
  colors: string[];
  names?: Record<string, Names>;
  wilds: number;
  card: { copies: number; suffix?: string; deck?: number; covers?: number; harbor?: boolean }[];
}

export interface BoardTables {
  id: string;
  name: string;
  names?: Names;
  game: string;
  seats?: number[];
  city: CityTable[];
  route: RouteTable[];
  ticket: TicketTable[];
  tour?: TourTable[];
  rules: RulesTable;
  palette: PaletteTable;
  [key: string]: unknown;
}

/** Keys and numbers that lead to a place in the tables. */
export type KeyPath = readonly (string | number)[];

/** Lists and sections that every board has; a file that lacks one is shown as if it were empty. */
export function completed(tables: Record<string, unknown>): BoardTables {
  const list = (key: string) => (Array.isArray(tables[key]) ? tables[key] : []);
  return { ...tables, city: list("city"), route: list("route"), ticket: list("ticket") } as BoardTables;
}

/** Whether every entry has what the page needs to show it; what else is wrong with it, the server says. */
export function isShaped(tables: Record<string, unknown>): boolean {
  const { palette, rules, name, id } = tables;
  const all = (key: string, fits: (entry: Record<string, unknown>) => boolean) => {
    const list = tables[key] ?? [];
    return Array.isArray(list) && list.every((entry) => isTable(entry) && fits(entry));
  };
  return (
    isText(name) &&
    isText(id) &&
    isTable(rules) &&
    isTable(rules.tickets) &&
    isTable(palette) &&
    areTexts(palette.colors) &&
    Array.isArray(palette.card) &&
    palette.card.every(isTable) &&
    all("city", (city) => isText(city.id) && isText(city.name) && arePlace(city.at)) &&
    all("route", (route) => arePair(route.between) && isNumber(route.length) && isText(route.color)) &&
    all("ticket", (ticket) => arePair(ticket.between) && isNumber(ticket.points)) &&
    all("tour", (tour) => areTexts(tour.cities))
  );
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const arePair = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isText);
const arePlace = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isNumber);

export function at(tables: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (here, key) => (here as Record<string | number, unknown> | undefined)?.[key],
    tables,
  );
}

/** The same tables with another value at a place; `null` or `undefined` takes away what is there. */
export function put<T>(tables: T, path: KeyPath, value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  if (Array.isArray(tables)) {
    const index = Number(key);
    if (rest.length === 0 && (value === null || value === undefined)) return tables.toSpliced(index, 1) as T;
    return tables.with(index, put(tables[index], rest, value)) as T;
  }
  const table = (tables ?? {}) as Record<string | number, unknown>;
  const here = table[key];
  if (rest.length === 0 && (value === null || value === undefined)) return without(table, key) as T;
  // A key that is there keeps its place among the others.
  return { ...(tables as object), [key]: put(here, rest, value) } as T;
}

export function without<T extends object, K extends keyof T>(values: T, key: K): Omit<T, K> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== String(key))) as Omit<T, K>;
}

/** The name of a city in a language, or its plain one. */
export function cityName(city: CityTable, language: string): string {
  return city.names?.[language] ?? city.name;
}

export function isSea(route: RouteTable): boolean {
  return route.kind === "sea";
}

/** Whether two routes have the same ends and kind: the lanes of a double route. */
export function areLanes(one: RouteTable, two: RouteTable): boolean {
  return isSea(one) === isSea(two) && ends(one) === ends(two);
}

export function ends(of: { between: readonly string[] }): string {
  return [...of.between].sort().join(" ");
}

/** What an id may be made of: small letters and digits with hyphens. */
export function idOf(name: string, fold: (text: string) => string, taken: ReadonlySet<string>): string {
  const plain =
    fold(name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "city";
  for (let number = 1; ; number++) {
    const id = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.has(id)) return id;
  }
}
