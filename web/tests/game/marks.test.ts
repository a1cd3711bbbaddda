/** Marks of routes: for one seat of one table, on this device. */
import { beforeEach, describe, expect, it } from "vitest";
import { Marks, noMarks } from "../../src/game/routes/marks.svelte";

beforeEach(() => localStorage.clear());

describe("marks", () => {
  it("are set, taken away and kept", () => {
    const marks = new Marks("table", () => 0);
    marks.toggle("paris--zurich");
    marks.toggle("brest--paris");
    marks.toggle("paris--zurich");
    expect([...marks.routes]).toEqual(["brest--paris"]);
    expect([...new Marks("table", () => 0).routes]).toEqual(["brest--paris"]);
    marks.clear();
    expect([...new Marks("table", () => 0).routes]).toEqual([]);
  });

  it("are those of one seat, also where several share a screen", () => {
    let seat: number | null = 0;
    const marks = new Marks("table", () => seat);
    marks.toggle("paris--zurich");
    seat = 1;
    expect([...new Marks("table", () => seat).routes]).toEqual([]);
    expect([...new Marks("other", () => 0).routes]).toEqual([]);
  });

  it("cannot be set where nobody sits, as in a replay", () => {
    const marks = noMarks();
    marks.toggle("paris--zurich");
    expect(marks.usable).toBe(false);
    expect([...marks.routes]).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it("of the plans that were changed last are kept", () => {
    for (let table = 0; table < 70; table++) new Marks(`t${table}`, () => 0).toggle("a--b");
    expect(Object.keys(JSON.parse(localStorage.getItem("branchline.marks") ?? "{}"))).toHaveLength(60);
  });
});
