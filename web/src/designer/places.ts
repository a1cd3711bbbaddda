/** Places of the earth by name: the bigger cities of GeoNames, and what our boards call them in other languages. */
import { fold } from "../i18n/fold";
import type { Names } from "./tables";

export interface PlaceFound {
  name: string;
  names: Names;
  country: string;
  at: [number, number];
}

type Row = [name: string, lon: number, lat: number, country: string, names?: Names];
interface Known {
  words: string[];
  row: Row;
}

const MAX_SHOWN = 8;
let loading: Promise<Known[]> | undefined;

function known(): Promise<Known[]> {
  loading ??= import("../../../src/branchline/draw/coast/places.json").then(({ default: rows }) =>
    (rows as unknown as Row[]).map((row) => ({
      words: [row[0], ...Object.values(row[4] ?? {})].map(fold),
      row,
    })),
  );
  return loading;
}

/** The places that begin as the text does, then those that contain it; the bigger first. */
export async function searchPlaces(text: string): Promise<PlaceFound[]> {
  const wanted = fold(text.trim());
  if (!wanted) return [];
  const all = await known();
  const begin = all.filter(({ words }) => words.some((word) => word.startsWith(wanted)));
  const inside =
    begin.length < MAX_SHOWN ? all.filter(({ words }) => words.some((w) => w.indexOf(wanted) > 0)) : [];
  return [...new Set([...begin, ...inside])]
    .slice(0, MAX_SHOWN)
    .map(({ row: [name, lon, lat, country, names] }) => ({
      name,
      names: names ? { en: name, ...names } : {},
      country,
      at: [lon, lat],
    }));
}
