/** Which layout a screen has is decided in one place. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..", "src");
const sheets = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(svelte|css)$/.test(name),
);

test("no style sheet has breakpoints of its own", () => {
  expect(sheets).toContain("layout.css");
  const own = sheets.filter((name) =>
    /@media[^{]*(width|height|orientation)/.test(readFileSync(join(source, name), "utf8")),
  );
  expect(own).toEqual([]);
});
