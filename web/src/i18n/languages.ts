/** The languages of the table, and how one is chosen. */
export const LANGUAGES = ["en", "pl", "ro"] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", pl: "Polski", ro: "Română" };

export function isLanguage(word: string): word is Language {
  return (LANGUAGES as readonly string[]).includes(word);
}

/** The first language that the browser wants and the table speaks. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const word = tag.toLowerCase().split("-")[0] ?? "";
    if (isLanguage(word)) return word;
  }
  return "en";
}
