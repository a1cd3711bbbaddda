/** The catalogs of messages: those of the Python package, those of the browser table, and those for after the game. */
import type { Language } from "./languages";

export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalog = Record<string, Message>;

/** Keys with parts that depend on the game (`event.…`) are checked by a test, all others by the compiler. */
export type Key =
  | keyof typeof import("./messages/en.json")
  | keyof typeof import("./messages/after/en.json")
  | keyof typeof import("../../../src/branchline/messages/en.json");

const LOADERS: Record<Language, () => Promise<{ default: Catalog }[]>> = {
  en: () =>
    Promise.all([
      import("../../../src/branchline/messages/en.json"),
      import("./messages/en.json"),
      import("./messages/after/en.json"),
    ]),
  pl: () =>
    Promise.all([
      import("../../../src/branchline/messages/pl.json"),
      import("./messages/pl.json"),
      import("./messages/after/pl.json"),
    ]),
  ro: () =>
    Promise.all([
      import("../../../src/branchline/messages/ro.json"),
      import("./messages/ro.json"),
      import("./messages/after/ro.json"),
    ]),
};

export async function loadCatalog(language: Language): Promise<Catalog> {
  const parts = await LOADERS[language]();
  return Object.assign({}, ...parts.map((part) => part.default)) as Catalog;
}
