/** What differs between two versions of a board. */
import { type BoardTables, ends } from "./tables";

export interface Differences {
  cities: Changes;
  routes: Changes;
  tickets: Changes;
  /** Values outside the lists, by the keys that lead there: `rules.pieces`. */
  values: { key: string; before: unknown; after: unknown }[];
}

export interface Changes {
  added: string[];
  removed: string[];
  changed: { id: string; keys: string[] }[];
}

const LISTS = new Set(["city", "route", "ticket", "tour"]);

export function compare(before: BoardTables, after: BoardTables): Differences {
  return {
    cities: changes(before.city, after.city, (city) => city.id),
    routes: changes(
      before.route,
      after.route,
      (route) => `${ends(route)}${route.kind === "sea" ? " ~" : ""}`,
    ),
    tickets: changes([...before.ticket, ...tours(before)], [...after.ticket, ...tours(after)], (ticket) =>
      ends(ticket),
    ),
    values: values(withoutLists(before), withoutLists(after)),
  };
}

export function isSame({ cities, routes, tickets, values }: Differences): boolean {
  const none = ({ added, removed, changed }: Changes) => !added.length && !removed.length && !changed.length;
  return none(cities) && none(routes) && none(tickets) && !values.length;
}

function tours(tables: BoardTables) {
  return (tables.tour ?? []).map(({ cities, ...rest }) => ({ between: cities, ...rest }));
}

/** Entries are known again by their key; several with one key, as lanes, are told apart by their order. */
function changes<T extends object>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (each: T) => string,
): Changes {
  const [one, two] = [numbered(before, keyOf), numbered(after, keyOf)];
  return {
    added: [...two.keys()].filter((key) => !one.has(key)),
    removed: [...one.keys()].filter((key) => !two.has(key)),
    changed: [...two].flatMap(([id, value]) => {
      const old = one.get(id);
      const keys = old ? differing(old, value) : [];
      return keys.length ? [{ id, keys }] : [];
    }),
  };
}

function numbered<T>(entries: readonly T[], keyOf: (each: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const entry of entries) {
    let key = keyOf(entry);
    for (let number = 2; found.has(key); number++) key = `${keyOf(entry)} (${number})`;
    found.set(key, entry);
  }
  return found;
}

function differing(one: object, two: object): string[] {
  const [a, b] = [one, two] as Record<string, unknown>[];
  const keys = new Set([...Object.keys(one), ...Object.keys(two)]);
  return [...keys].filter((key) => JSON.stringify(a?.[key]) !== JSON.stringify(b?.[key]));
}

function withoutLists(tables: BoardTables): Record<string, unknown> {
  return Object.fromEntries(Object.entries(tables).filter(([key]) => !LISTS.has(key)));
}

function values(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  prefix = "",
): Differences["values"] {
  return differing(before, after).flatMap((key) => {
    const [one, two] = [before[key], after[key]];
    if (isTable(one) && isTable(two)) return values(one, two, `${prefix}${key}.`);
    return [{ key: prefix + key, before: one, after: two }];
  });
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
