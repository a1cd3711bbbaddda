/** The language of the page: `t` gives a message in it, and everything that shows one follows when it changes. */
import { type Catalog, type Key, loadCatalog, type Part } from "./catalogs";
import { fill, type Values } from "./format";
import type { Language } from "./languages";

class Translation {
  language = $state<Language>("en");
  catalog = $state.raw<Catalog>({});

  #apart = new Set<Part>();

  async load(language: Language): Promise<void> {
    this.catalog = await loadCatalog(language, this.#apart);
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The words of a page that come with it alone. */
  async need(part: Part): Promise<void> {
    if (this.#apart.has(part)) return;
    this.#apart.add(part);
    await this.load(this.language);
  }
}

export const translation = new Translation();

export function t(key: Key, values?: Values): string {
  return say(key, values);
}

/** A message whose key is put together from words of the game. */
export function say(key: string, values?: Values): string {
  const message = translation.catalog[key];
  return message === undefined ? key : fill(message, translation.language, values);
}

export function knows(key: string): boolean {
  return key in translation.catalog;
}

/** The name of something in the language of the page. */
export function named(thing: { name: string; names: Record<string, string> }): string {
  return thing.names[translation.language] ?? thing.name;
}
