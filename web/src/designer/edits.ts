/** What can be done to a board, each as a function from tables to tables. */
import { fold } from "../i18n/fold";
import {
  areLanes,
  type BoardTables,
  type CityTable,
  ends,
  idOf,
  isSea,
  type RouteTable,
  without,
} from "./tables";
import { shortestWay, suggestedWorth } from "./ways";

const USUAL_LENGTH = 3;
const MAX_SUGGESTED_LENGTH = 6;

export function withCity(
  tables: BoardTables,
  name: string,
  at: [number, number],
  names?: CityTable["names"],
): BoardTables {
  const id = idOf(name, fold, new Set(tables.city.map((city) => city.id)));
  const city: CityTable = { id, name, at, ...(names && Object.keys(names).length ? { names } : {}) };
  return { ...tables, city: [...tables.city, city] };
}

/** A number for a city that has no name yet. */
export function freshName(tables: BoardTables, word: string): string {
  const taken = new Set(tables.city.map((city) => city.name));
  for (let number = tables.city.length + 1; ; number++)
    if (!taken.has(`${word} ${number}`)) return `${word} ${number}`;
}

/** A city goes with its routes, tickets and tours. */
export function withoutCity(tables: BoardTables, id: string): BoardTables {
  const tours = tables.tour?.filter((tour) => !tour.cities.includes(id));
  return {
    ...tables,
    city: tables.city.filter((city) => city.id !== id),
    route: tables.route.filter((route) => !route.between.includes(id)),
    ticket: tables.ticket.filter((ticket) => !ticket.between.includes(id)),
    ...(tours ? { tour: tours } : {}),
  };
}

/** A city gets another name, and while it is new also the id that goes with it, wherever it is named. */
export function renamed(tables: BoardTables, id: string, name: string): BoardTables {
  const others = new Set(tables.city.map((city) => city.id).filter((other) => other !== id));
  const old = tables.city.find((city) => city.id === id);
  if (!old) return tables;
  const follows = idOf(old.name, fold, others) === id;
  const fresh = follows ? idOf(name, fold, others) : id;
  const swap = (each: string) => (each === id ? fresh : each);
  const pair = <T extends { between: [string, string] }>(each: T): T =>
    each.between.includes(id) ? { ...each, between: [swap(each.between[0]), swap(each.between[1])] } : each;
  return {
    ...tables,
    city: tables.city.map((city) => (city.id === id ? { ...city, id: fresh, name } : city)),
    route: tables.route.map(pair),
    ticket: tables.ticket.map(pair),
    ...(tables.tour ? { tour: tables.tour.map((tour) => ({ ...tour, cities: tour.cities.map(swap) })) } : {}),
  };
}

/** A route between two cities: as long as its way is by the others, in the color that has the fewest spaces. */
export function withRoute(tables: BoardTables, a: string, b: string): BoardTables {
  const route: RouteTable = {
    between: [a, b],
    length: suggestedLength(tables, a, b),
    color: rarestColor(tables),
  };
  const other = tables.route.find((each) => areLanes(each, route));
  if (other) {
    route.length = other.length;
    if (other.color === route.color) route.color = rarestColor(tables, other.color);
  }
  return { ...tables, route: [...tables.route, route] };
}

/** The other lane of a double route: the same but for its color. */
export function withLane(tables: BoardTables, index: number): BoardTables {
  const route = tables.route[index];
  if (!route) return tables;
  const plain = !route.wilds && !route.pairs;
  const lane = {
    ...without(route, "id"),
    color: plain && route.color !== "any" ? rarestColor(tables, route.color) : route.color,
  };
  return { ...tables, route: tables.route.toSpliced(index + 1, 0, lane) };
}

export function lanesOf(tables: BoardTables, index: number): number[] {
  const route = tables.route[index];
  return route ? tables.route.flatMap((each, i) => (areLanes(each, route) ? [i] : [])) : [];
}

/** A value of a route; its other lane keeps the same length. */
export function withRouteValue<K extends keyof RouteTable>(
  tables: BoardTables,
  index: number,
  key: K,
  value: RouteTable[K] | undefined,
): BoardTables {
  const lanes = key === "length" ? lanesOf(tables, index) : [index];
  return {
    ...tables,
    route: tables.route.map((route, i) => (lanes.includes(i) ? sensible(changed(route, key, value)) : route)),
  };
}

function changed<K extends keyof RouteTable>(
  route: RouteTable,
  key: K,
  value: RouteTable[K] | undefined,
): RouteTable {
  return (value === undefined ? without(route, key) : { ...route, [key]: value }) as RouteTable;
}

/** Ferries and pair spaces are gray, and there are no more of them than spaces. */
function sensible(route: RouteTable): RouteTable {
  const found = { ...route };
  if (found.wilds) found.wilds = Math.min(found.wilds, found.length);
  if (found.pairs) found.pairs = Math.min(found.pairs, found.length);
  if (found.wilds || found.pairs) found.color = "any";
  return found;
}

export function withTicket(tables: BoardTables, a: string, b: string): BoardTables {
  if (a === b || tables.ticket.some((ticket) => ends(ticket) === ends({ between: [a, b] }))) return tables;
  const points = suggestedWorth(shortestWay(tables, a, b));
  return { ...tables, ticket: [...tables.ticket, { between: [a, b], points }] };
}

/** How many spaces a route would have that is drawn as the others are: by its distance, in their measure. */
export function suggestedLength(tables: BoardTables, a: string, b: string): number {
  const places = new Map(tables.city.map((city) => [city.id, city.at]));
  const distance = (route: { between: readonly [string, string] }) => {
    const [one, two] = route.between.map((id) => places.get(id));
    return one && two ? distanceOf(one, two) : 0;
  };
  const measures = tables.route
    .filter((route) => distance(route) > 0)
    .map((route) => route.length / distance(route))
    .sort((x, y) => x - y);
  const measure = measures[Math.floor(measures.length / 2)];
  if (measure === undefined) return USUAL_LENGTH;
  return Math.max(1, Math.min(MAX_SUGGESTED_LENGTH, Math.round(distance({ between: [a, b] }) * measure)));
}

function distanceOf([x, y]: [number, number], [u, v]: [number, number]): number {
  const onEarth = Math.abs(y) <= 90 && Math.abs(v) <= 90;
  const shrink = onEarth ? Math.cos((((y + v) / 2) * Math.PI) / 180) : 1;
  return Math.hypot((x - u) * shrink, y - v);
}

function rarestColor(tables: BoardTables, except = ""): string {
  const spaces = new Map<string, number>(tables.palette.colors.map((color) => [color, 0]));
  for (const route of tables.route)
    if (spaces.has(route.color)) spaces.set(route.color, (spaces.get(route.color) ?? 0) + route.length);
  spaces.delete(except);
  let best = "any";
  for (const [color, count] of spaces) if (best === "any" || count < (spaces.get(best) ?? 0)) best = color;
  return best;
}

/** The spaces in each color, gray ones under "any", and of sea routes apart. */
export function spaces(tables: BoardTables): { color: string; rail: number; sea: number }[] {
  return [...tables.palette.colors, "any"].map((color) => ({
    color,
    rail: sum(tables.route.filter((route) => route.color === color && !isSea(route))),
    sea: sum(tables.route.filter((route) => route.color === color && isSea(route))),
  }));
}

function sum(routes: RouteTable[]): number {
  return routes.reduce((all, route) => all + route.length, 0);
}
