/** The words of the guide, one catalog a language, loaded with it. */
export type GuideWords = Record<string, string>;

const CONTENT = import.meta.glob<GuideWords>("./content/*.json", { import: "default" });

/** In English where nobody has translated them yet. */
export async function loadGuideWords(language: string): Promise<GuideWords> {
  const load = CONTENT[`./content/${language}.json`] ?? CONTENT["./content/en.json"];
  return (await load?.()) ?? {};
}
