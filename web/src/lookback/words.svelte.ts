/** The words of looking back, one catalog a language, loaded with it. */
import type { Catalog } from "../i18n/catalogs";
import { fill, type Values } from "../i18n/format";
import { translation } from "../i18n/translation.svelte";

const CONTENT = import.meta.glob<Catalog>("./content/*.json", { import: "default" });

class Words {
  catalog = $state.raw<Catalog>({});

  get ready(): boolean {
    return "lead" in this.catalog;
  }

  async load(language: string): Promise<void> {
    const load = CONTENT[`./content/${language}.json`] ?? CONTENT["./content/en.json"];
    this.catalog = (await load?.()) ?? {};
  }
}

export const words = new Words();

/** A message in the language of the page. */
export function w(key: string, values?: Values): string {
  const message = words.catalog[key];
  return message === undefined ? "" : fill(message, translation.language, values);
}
