import { describe, expect, it } from "vitest";
import type { Drawing } from "../../src/wire/protocol";
import { shortened } from "../../src/board/labels/forms";
import { holds, Obstacles, touch } from "../../src/board/labels/obstacles";
import { type NameWish, placeNames } from "../../src/board/labels/place";
import { nameLines } from "../../src/board/names";
import europe from "../../../src/branchline/draw/layouts/europe.json";
import lakes from "../../../src/branchline/draw/layouts/great-lakes.json";
import usa from "../../../src/branchline/draw/layouts/usa.json";
import world from "../../../src/branchline/draw/layouts/world.json";

const BOARDS = Object.entries({ usa, europe, world, lakes } as unknown as Record<string, Drawing>);
/** Wider than any grotesque face is. */
const width = (text: string) => 0.66 * [...text].length;

function wishes(drawing: Drawing, musts: readonly string[] = []): NameWish[] {
  return Object.entries(drawing.cities).flatMap(([city, spot], i) =>
    spot.label
      ? [
          {
            city,
            spot,
            lines: nameLines(spot.label, "").map(([line]) => line),
            must: musts.includes(city),
            weight: i,
          },
        ]
      : [],
  );
}

describe.each(BOARDS)("the names of %s", (_, drawing) => {
  const obstacles = new Obstacles(drawing);
  /** Eleven pixels where the whole board is as wide as a phone. */
  const phone = (11 * drawing.size[0]) / 390;
  const cities = Object.keys(drawing.cities).filter((city) => drawing.cities[city]?.label);

  it.each([15, 18, 22, 30, 42])("neither touch each other nor lie on tracks at font size %d", (font) => {
    const placed = placeNames(wishes(drawing), { obstacles, font, width });
    for (const [i, one] of placed.entries()) {
      expect(obstacles.hits(one.box), one.city).toBe(false);
      for (const two of placed.slice(i + 1))
        expect(touch(one.box, two.box), `${one.city}, ${two.city}`).toBe(false);
    }
  });

  it("are all there at the size for which the board is laid out", () => {
    const placed = placeNames(wishes(drawing), {
      obstacles,
      font: drawing.font,
      width: (text) => 0.55 * text.length,
    });
    expect(placed.map(({ city }) => city).sort()).toEqual([...cities].sort());
  });

  it("leave out no city of a ticket, however small the board is", () => {
    for (let first = 0; first + 8 <= cities.length; first += 4) {
      const musts = cities.slice(first, first + 8);
      const placed = placeNames(wishes(drawing, musts), { obstacles, font: phone, width });
      const shown = placed.filter(({ city }) => musts.includes(city));
      expect(shown.map(({ city }) => city).sort()).toEqual([...musts].sort());
      const covering = shown.filter(({ box }) => obstacles.hits(box)).map(({ city }) => city);
      expect(covering, musts.join()).toEqual([]);
    }
  });

  it("stay in view if they must, where their cities are", () => {
    const [city, spot] = Object.entries(drawing.cities).find(([, each]) => each.label) ?? [];
    if (!city || !spot) throw new Error("no city has a name");
    const [x, y] = spot.at;
    for (const view of [
      { left: x - 20, right: x + 400, top: y - 200, bottom: y + 200 },
      { left: x - 400, right: x + 20, top: y - 200, bottom: y + 200 },
    ]) {
      const placed = placeNames(wishes(drawing, [city]), { obstacles, font: 18, width, view });
      const box = placed.find((name) => name.city === city)?.box;
      expect(box && holds(view, box)).toBe(true);
    }
  });

  it("are placed quickly", () => {
    const begun = performance.now();
    for (let i = 0; i < 5; i++)
      placeNames(wishes(drawing, cities.slice(0, 8)), { obstacles, font: phone, width });
    // A few frames; the limit leaves room for a busy machine.
    expect((performance.now() - begun) / 5).toBeLessThan(300);
  });
});

describe("a name that is too long", () => {
  it.each([
    ["Constantinople", "Const."],
    ["Kansas City", "Kansas C."],
    ["Salt Lake City", "Salt L. C."],
    ["Rio de Janeiro", "Rio de Janeiro"],
    ["San Francisco", "San Francisco"],
    ["Paris", "Paris"],
    ["Łódź", "Łódź"],
  ])("%s becomes %s", (long, short) => {
    expect(shortened(long)).toBe(short);
  });
});
