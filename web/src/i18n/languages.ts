/**
 * The languages of the page: those that have catalogs. A language is added by its catalogs alone, `messages/xx.json`,
 * `messages/after/xx.json`, `messages/designer/xx.json` and `src/branchline/messages/xx.json`; its own name is the message `language`.
 */
export type Language = string;

/** The name of each language in itself, read from the catalogs when the page is built. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = __LANGUAGE_NAMES__;
export const LANGUAGES: readonly Language[] = Object.keys(LANGUAGE_NAMES);
const DEFAULT: Language = "en";

export function isLanguage(word: string): boolean {
  return LANGUAGES.includes(word);
}

/** The first language that the browser wants and the page has. */
export function preferred(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? DEFAULT;
}
