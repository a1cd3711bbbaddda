/** Daily deals on this device: days in a row, results, and what is shared of them. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beaten,
  begunGame,
  best,
  type DailyGame,
  dailyGame,
  dayBefore,
  dayOf,
  finished,
  keepDaily,
  streak,
} from "../../src/daily/days";
import { boxes, pictureOf, type Result, textOf } from "../../src/daily/share";
import { translation } from "../../src/i18n/translation.svelte";
import { state as tableState } from "../little";

const LEVELS = [40, 80, 100, 120, 130].map((points, i) => ({ level: `bot-${i}`, points, ahead: 0 }));

function played(points: number, more: Partial<DailyGame> = {}): DailyGame {
  return { ...begunGame("k4bq7xw2m3nadf5e"), points, levels: LEVELS, ...more };
}

beforeEach(() => localStorage.clear());

describe("days", () => {
  it("are those of one's own calendar", () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 1))).toBe("2026-01-05");
    expect(dayOf(new Date(2026, 10, 17, 23, 59))).toBe("2026-11-17");
  });

  it("have one before them, over months, years and changes of clocks", () => {
    expect(dayBefore("2026-03-01")).toBe("2026-02-28");
    expect(dayBefore("2028-03-01")).toBe("2028-02-29");
    expect(dayBefore("2026-01-01")).toBe("2025-12-31");
    expect(dayBefore("2026-03-30")).toBe("2026-03-29");
  });
});

describe("progress", () => {
  it("counts days in a row up to today, or yesterday while today's deal is not over", () => {
    for (const day of ["2026-11-13", "2026-11-15", "2026-11-16"]) keepDaily(day, "usa", played(100));
    expect(streak("usa", "2026-11-17")).toBe(2);
    keepDaily("2026-11-17", "usa", begunGame("t"));
    expect(streak("usa", "2026-11-17")).toBe(2);
    keepDaily("2026-11-17", "usa", played(90));
    expect(streak("usa", "2026-11-17")).toBe(3);
    expect(streak("usa", "2026-11-19")).toBe(0);
    expect(streak("europe", "2026-11-17")).toBe(0);
  });

  it("does not count a game that was given up", () => {
    keepDaily("2026-11-17", "usa", played(100, { resigned: true }));
    expect(streak("usa", "2026-11-17")).toBe(0);
    expect(best("usa")).toBeNull();
    keepDaily("2026-11-16", "usa", played(70));
    expect(best("usa")).toBe(70);
  });

  it("forgets a table that is no more, and bears broken storage", () => {
    keepDaily("2026-11-17", "usa", begunGame("t"));
    keepDaily("2026-11-17", "usa", null);
    expect(dailyGame("2026-11-17", "usa")).toBeNull();
    localStorage.setItem("branchline.daily", "{");
    expect(dailyGame("2026-11-17", "usa")).toBeNull();
    localStorage.setItem("branchline.daily", "null");
    expect(streak("usa", "2026-11-17")).toBe(0);
  });

  it("takes the result from the table, once it is over", () => {
    const begun = begunGame("t");
    expect(finished(begun, tableState({ status: "playing" }))).toEqual(begun);
    const over = finished(begun, tableState({ status: "finished", points: [90, 95, 60] }));
    expect(over).toMatchObject({ points: 90, ahead: 1, resigned: false });
  });
});

describe("what is shared", () => {
  beforeAll(async () => {
    await translation.load("en");
    await translation.need("daily");
  });
  const result: Result = { day: "2026-11-17", name: "A & <b>", game: played(101), days: 3, seats: 3 };

  it("says points, place and how many bots were behind", () => {
    expect(beaten(result.game)).toBe(3);
    expect(boxes(result.game)).toBe("■■■□□");
    expect(textOf(result, "https://example.org/daily").split("\n")).toEqual([
      "Branchline 2026-11-17 · A & <b>",
      "101 points, place 1 of 3",
      "■■■□□ ahead of 3 of 5 bots",
      "3 days in a row",
      "https://example.org/daily",
    ]);
  });

  it("is a picture that any program reads", () => {
    const picture = pictureOf(result, "https://example.org/daily", null);
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml");
    expect(drawn.querySelector("parsererror")).toBeNull();
    expect(drawn.documentElement.textContent).toContain("A & <b>");
    expect(picture).not.toMatch(/href|<script|<image|@import/);
  });
});
