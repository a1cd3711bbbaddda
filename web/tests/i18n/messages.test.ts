/** The catalogs of the browser table: the same keys, the same places, every plural that a language needs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fill } from "../../src/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES, preferred } from "../../src/i18n/languages";
import type { Catalog, Message } from "../../src/i18n/catalogs";

function read(folder: string, language: string): Catalog {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, "..", "..", folder, `${language}.json`), "utf8"),
  ) as Catalog;
}

const OWN = "src/i18n/messages";
const AFTER = "src/i18n/messages/after";
const DAILY = "src/i18n/messages/daily";
const DESIGNER = "src/i18n/messages/designer";
const LOOK_BACK = "src/lookback/content";
const SHARED = "../src/branchline/messages";

function places(message: Message): string {
  const texts = typeof message === "string" ? [message] : Object.values(message);
  const found = new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])));
  return [...found].sort().join();
}

const CATALOGS = [OWN, AFTER, DAILY, DESIGNER, LOOK_BACK].flatMap((folder) =>
  LANGUAGES.map((language) => [folder, language] as const),
);

describe.each(CATALOGS)("the catalog of %s in %s", (folder, language) => {
  const english = read(folder, "en");
  const catalog = read(folder, language);

  it("has the keys of the English one", () => {
    expect(Object.keys(catalog).sort()).toEqual(Object.keys(english).sort());
  });

  it("repeats no key of the package", () => {
    const shared = { ...read(SHARED, language), ...(folder === OWN ? {} : read(OWN, language)) };
    expect(Object.keys(catalog).filter((key) => key in shared)).toEqual([]);
  });

  it("has the places of the English one", () => {
    for (const [key, message] of Object.entries(english)) {
      const here = catalog[key];
      expect(places(here ?? ""), key).toBe(places(message));
    }
  });

  it("has every plural that the language needs", () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, message] of Object.entries(catalog))
      if (typeof message !== "string") expect(Object.keys(message).sort(), key).toEqual(needed);
  });
});

describe("filling a message", () => {
  it("chooses the plural of the language", () => {
    const message = read(OWN, "pl")["board.spaces"] ?? "";
    expect([1, 2, 5, 22].map((count) => fill(message, "pl", { count }))).toEqual([
      "1 pole",
      "2 pola",
      "5 pól",
      "22 pola",
    ]);
  });

  it("leaves alone what it has no value for", () => {
    expect(fill("{a} and {b}", "en", { a: 1 })).toBe("1 and {b}");
  });
});

describe("the languages", () => {
  it.each([OWN, AFTER, DESIGNER, LOOK_BACK, SHARED])("are those that have a catalog in %s", (folder) => {
    const files = readdirSync(join(import.meta.dirname, "..", "..", folder));
    const found = files.filter((name) => name.endsWith(".json")).map((name) => name.replace(".json", ""));
    expect(found.sort()).toEqual([...LANGUAGES].sort());
  });

  it("are called as their speakers call them", () => {
    expect(LANGUAGE_NAMES).toMatchObject({ en: "English", pl: "Polski", ro: "Română" });
  });
});

describe("choosing a language", () => {
  it("takes the first that is spoken here", () => {
    expect(preferred(["de-AT", "ro-RO", "en"])).toBe("ro");
    expect(preferred(["fr"])).toBe("en");
  });
});
