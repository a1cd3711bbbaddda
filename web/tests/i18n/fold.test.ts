/** Typed text is found whatever accents it has or lacks. */
import { describe, expect, it } from "vitest";
import { fold, tokens } from "../../src/i18n/fold";

describe("typed words", () => {
  it("are read without accents and capitals", () => {
    expect(fold("ŁÓDŹ Zürich")).toBe("lodz zurich");
    expect(tokens("claim  Paris–Zürich, red!")).toEqual(["claim", "paris", "zurich", "red"]);
  });

  it.each([
    ["Iași", "iasi"],
    ["BUCUREȘTI", "bucuresti"],
    ["Tromsø", "tromso"],
    ["Đakovo", "dakovo"],
    ["Weißensee", "weissensee"],
    ["Ærø", "aero"],
    ["Київ", "киів"],
  ])("fold %s to %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
