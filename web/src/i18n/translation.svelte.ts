/** The language that is spoken now: `t` says a message in it, and what has said one follows when it changes. */
import { type Catalog, type Key, loadCatalog } from "./catalogs";
import { fill, type Values } from "./format";
import type { Language } from "./languages";

class Speech {
  language = $state<Language>("en");
  catalog = $state.raw<Catalog>({});

  async speak(language: Language): Promise<void> {
    this.catalog = await loadCatalog(language);
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();

export function t(key: Key, values?: Values): string {
  return say(key, values);
}

/** Says a message whose key is put together from words of the game. */
export function say(key: string, values?: Values): string {
  const message = speech.catalog[key];
  return message === undefined ? key : fill(message, speech.language, values);
}

export function knows(key: string): boolean {
  return key in speech.catalog;
}

/** The name in the language that is spoken, of something that has several. */
export function named(thing: { name: string; names: Record<string, string> }): string {
  return thing.names[speech.language] ?? thing.name;
}
