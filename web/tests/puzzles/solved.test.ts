import { beforeEach, expect, test } from "vitest";
import { solved } from "../../src/puzzles/solved.svelte";

beforeEach(() => solved.forget());

test("what was solved is kept on this device, and stays solved", () => {
  expect(solved.of("usa-1-2")).toBeNull();
  solved.note("usa-1-2", "missed");
  expect(solved.of("usa-1-2")).toBe("missed");
  solved.note("usa-1-2", "solved");
  solved.note("usa-1-2", "missed");
  expect(solved.of("usa-1-2")).toBe("solved");
  expect(JSON.parse(localStorage.getItem("branchline.puzzles") ?? "")).toEqual({ "usa-1-2": "solved" });
});
