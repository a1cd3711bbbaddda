/** The names of the languages, from the catalogs; vite.config.ts puts them in. */
declare const __LANGUAGE_NAMES__: Readonly<Record<string, string>>;
