/** The atlas in the page: words for all of it in every language, and figures that are worth showing. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  claimedFirst,
  isInAtlas,
  leftAlone,
  loadAtlas,
  loadWords,
  mostWanted,
  Numbers,
} from "../../src/atlas/atlas";
import { LANGUAGES } from "../../src/i18n/languages";
import type { Message } from "../../src/i18n/catalogs";

const SOURCE = readFileSync(join(import.meta.dirname, "../../src/atlas/Pages.svelte"), "utf8");
const ASKED = [...SOURCE.matchAll(/say\("([\w.-]+)"/g)].map(([, key]) => key ?? "");
const BOARDS = readdirSync(join(import.meta.dirname, "../../src/atlas/data")).map((file) =>
  file.replace(".json", ""),
);

function places(message: Message | undefined): string[] {
  const texts = typeof message === "string" ? [message] : Object.values(message ?? {});
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place))),
  ].sort();
}

describe.each(LANGUAGES)("the atlas in %s", async (language) => {
  const words = await loadWords(language);
  const english = await loadWords("en");

  it("has a word for everything", () => {
    expect(ASKED.length).toBeGreaterThan(20);
    expect(ASKED.filter((key) => !words[key])).toEqual([]);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english))
      expect(places(words[key]), key).toEqual(places(message));
  });

  it.each(BOARDS)("names all that the figures of %s tell", async (board) => {
    const atlas = await loadAtlas(board);
    for (const player of Object.keys(atlas?.strength ?? {})) expect(words[`player.${player}`]).toBeTruthy();
    for (const found of Object.values(atlas?.players ?? {}))
      for (const source of Object.keys(found.sources)) expect(words[`source.${source}`], source).toBeTruthy();
  });
});

describe("the figures", () => {
  it.each(BOARDS)("of %s are there for every number of players", async (board) => {
    const atlas = await loadAtlas(board);
    expect(atlas?.board).toBe(board);
    for (const [count, found] of Object.entries(atlas?.players ?? {})) {
      expect(found.order).toHaveLength(Number(count));
      expect(found.order.reduce((sum, place) => sum + place.mean, 0)).toBeCloseTo(1, 1);
      expect(found.tickets.length).toBeGreaterThan(20);
    }
  });

  it("are there for no other board", async () => {
    expect(isInAtlas("atlantis")).toBe(false);
    expect(await loadAtlas("atlantis")).toBeNull();
  });

  it("tell which routes are wanted, and which are not", () => {
    const mean = (value: number) => ({ n: 10, mean: value });
    const route = (id: string, claimed: number, at: number) => ({
      id,
      claimed: mean(claimed),
      at: mean(at),
      early: null,
      win: null,
    });
    const routes = [route("late", 0.9, 0.8), route("early", 0.8, 0.3), route("rare", 0.1, 0.1)];
    expect(mostWanted(routes, 2).map(({ id }) => id)).toEqual(["late", "early"]);
    expect(claimedFirst(routes, 3).map(({ id }) => id)).toEqual(["early", "late"]);
    expect(leftAlone(routes, 1).map(({ id }) => id)).toEqual(["rare"]);
  });

  it("are written as people write them", () => {
    const polish = new Numbers("pl");
    expect(polish.margin({ n: 5, mean: -3.26, reach: 1.04 })).toBe("−3,3 ± 1,0");
    expect(polish.more(2)).toBe("+2,0");
    expect(new Numbers("en").share(0.512)).toBe("51%");
    expect(new Numbers("en").share(null)).toBe("");
  });
});
