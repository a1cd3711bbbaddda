/** The rules in the page: words for all of it in every language, numbers for every place, help for every refusal. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/i18n/languages";
import { loadWords, numbersOf, OUTLINE } from "../../src/rules/rulebook";
import {
  sectionOfAction,
  sectionOfPhase,
  sectionOfRefusal,
  sectionOfRoute,
  sectionOfSource,
} from "../../src/rules/sections";
import type { PrintedBoard, Route } from "../../src/wire/protocol";

const KEYS = Object.values(OUTLINE).flatMap((sections) =>
  sections.flatMap(({ id, figure, says }) => [
    `title.${id}`,
    ...(figure ? [`figure.${figure}`] : []),
    ...says.map(({ text }) => text),
  ]),
);
const IDS = new Set(Object.values(OUTLINE).flatMap((sections) => sections.map(({ id }) => id)));

function places(text: string): string[] {
  return [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name ?? "").sort();
}

/** Numbers of a board game that has everything, and of a card game. */
const RULES = {
  deal: [1, 1],
  display: [3, 3],
  pieces: { trains: 1, ships: 1 },
  default_pieces: {},
  harbor_points: [0, 1, 2, 3],
};
const KINDS = [{ copies: 12 }, { copies: 12 }, { copies: 14 }];
const BOARD = numbersOf({
  rules: RULES,
  kinds: KINDS,
  tickets: [{ long: true }, { long: false }],
} as unknown as PrintedBoard);
const CARDS = numbersOf({ rules: { deal: 1, display: 1 } } as unknown as PrintedBoard);

describe.each(LANGUAGES)("the rules in %s", async (language) => {
  const words = await loadWords(language);
  const english = await loadWords("en");

  it("have words for every section, drawing and sentence, and none that nobody reads", () => {
    expect([...new Set(KEYS)].filter((key) => !words[key])).toEqual([]);
    const unread = Object.keys(words).filter((key) => !KEYS.includes(key) && !/^(numbers|title)\./.test(key));
    expect(unread).toEqual([]);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
  });

  it("have the numbers of the English ones in every sentence", () => {
    for (const [key, text] of Object.entries(english))
      expect(places(words[key] ?? ""), key).toEqual(places(text));
  });

  it("know every number that a sentence names", () => {
    for (const [game, sections] of Object.entries(OUTLINE))
      for (const { text } of sections.flatMap(({ says }) => says))
        for (const name of places(words[text] ?? ""))
          expect(Object.keys(game === "cards" ? CARDS : BOARD), `${game}: ${text}`).toContain(name);
  });
});

it("count cards and tickets of the board that is played", () => {
  expect(BOARD).toMatchObject({ cards: 38, copies: 12, wilds: 14, tickets: 2, long: 1 });
});

describe("where one gets stuck", () => {
  const protocol = readFileSync(join(import.meta.dirname, "../../../docs/protocol.md"), "utf8");
  const table = protocol.slice(protocol.indexOf("Of the rules, in"), protocol.indexOf("Of the server:"));
  const codes = [...table.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code ?? "");

  it("every refusal of the rules leads to a section", () => {
    const refusals = codes.filter(
      (code) => !["refused", "refusal", "answer", "pass", "keep", "least"].includes(code),
    );
    expect(refusals.length).toBeGreaterThan(30);
    for (const code of refusals) {
      const sections = sectionOfRefusal(code) ?? [];
      expect(sections.length, code).toBeGreaterThan(0);
      for (const section of sections) expect([...IDS], code).toContain(section);
    }
  });

  it("every action that is asked about leads to a section", () => {
    const shared = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../src/branchline/messages/en.json"), "utf8"),
    ) as object;
    const words = Object.keys(shared).flatMap((key) => /^verb\.([a-z-]+)$/.exec(key)?.[1] ?? []);
    expect(words.length).toBeGreaterThan(10);
    for (const word of words)
      for (const section of sectionOfAction(word as never)) expect([...IDS], word).toContain(section);
  });

  it("routes, phases and lines of the score sheet lead to a section", () => {
    const route = (parts: Partial<Route>) => sectionOfRoute({ deck: "trains", ...parts } as Route);
    expect(route({ tunnel: true })).toEqual(["tunnels"]);
    expect(route({ wilds: 2 })).toEqual(["ferries"]);
    expect(route({ pairs: 1 })).toEqual(["pairs"]);
    expect(route({ deck: "ships" })).toEqual(["ships"]);
    expect(route({})).toEqual(["claim"]);
    expect(sectionOfPhase("toll")).toEqual(["tunnels"]);
    expect(sectionOfPhase(undefined)).toEqual(["turn"]);
    expect([...IDS]).toContain(sectionOfSource("harbor")[0]);
  });
});
