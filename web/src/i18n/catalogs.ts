/** The catalogs of messages: those of the Python package, those of the page, and those for after the game. */
import type { Language } from "./languages";

export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalog = Record<string, Message>;

/** Keys with parts that depend on the game (`event.…`) are checked by a test, all others by the compiler. */
export type Key =
  | keyof typeof import("./messages/en.json")
  | keyof typeof import("./messages/after/en.json")
  | keyof typeof import("./messages/daily/en.json")
  | keyof typeof import("./messages/designer/en.json")
  | keyof typeof import("../../../src/branchline/messages/en.json");

const SHARED = import.meta.glob<Catalog>("../../../src/branchline/messages/*.json", { import: "default" });
const PAGE = import.meta.glob<Catalog>("./messages/*.json", { import: "default" });
const AFTER = import.meta.glob<Catalog>("./messages/after/*.json", { import: "default" });

/** Words of one page alone, which are loaded with it. */
const APART = {
  daily: import.meta.glob<Catalog>("./messages/daily/*.json", { import: "default" }),
  designer: import.meta.glob<Catalog>("./messages/designer/*.json", { import: "default" }),
};
export type Part = keyof typeof APART;

export async function loadCatalog(language: Language, apart: Iterable<Part> = []): Promise<Catalog> {
  const parts = await Promise.all([
    ...[...apart].map((part) => APART[part][`./messages/${part}/${language}.json`]?.()),
    SHARED[`../../../src/branchline/messages/${language}.json`]?.(),
    PAGE[`./messages/${language}.json`]?.(),
    AFTER[`./messages/after/${language}.json`]?.(),
  ]);
  return Object.assign({}, ...parts) as Catalog;
}
