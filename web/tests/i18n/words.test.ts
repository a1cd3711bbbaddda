/** Everything that the server can send has words in every language: events, actions, refusals, phases. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/i18n/catalogs";
import { LANGUAGES } from "../../src/i18n/languages";

const docs = join(import.meta.dirname, "..", "..", "..", "docs");
interface Definition {
  properties?: Record<string, { const?: string; enum?: string[] }>;
  anyOf?: { $ref: string }[];
}
const schema = JSON.parse(readFileSync(join(docs, "protocol.schema.json"), "utf8")) as {
  $defs: Record<string, Definition>;
};

/** The tags of the members of a union. */
function words(union: string, field: string): string[] {
  return (schema.$defs[union]?.anyOf ?? []).map(({ $ref }) => {
    const tag = schema.$defs[$ref.split("/").at(-1) ?? ""]?.properties?.[field];
    return tag?.const ?? tag?.enum?.[0] ?? "";
  });
}

/** The codes in the table of refusals of the protocol's description. */
function refusals(): string[] {
  const text = readFileSync(join(docs, "protocol.md"), "utf8");
  const table = text.slice(text.indexOf("### Refusals"), text.indexOf("### The end of a connection"));
  return [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, codes]) =>
    [...(codes ?? "").matchAll(/`([a-z-]+)`/g)].map(([, code]) => code ?? ""),
  );
}

const SILENT_STEPS = [
  "created",
  "entropy-added",
  "resumed",
  "paced",
  "started",
  "played",
  "away",
  "takeback-answered",
  "muted",
  "arranged",
];
const HIDDEN = ["cards-dealt", "card-drawn", "tickets-offered", "tickets-kept"];

describe.each(LANGUAGES)("in %s", async (language) => {
  const catalog = await loadCatalog(language);
  const missing = (keys: string[]) => keys.filter((key) => !(key in catalog));

  it("there is a sentence for every event, also for those who may not see its cards", () => {
    const events = words("Event", "event");
    expect(events.length).toBeGreaterThan(25);
    expect(missing(events.map((event) => `event.${event}`))).toEqual([]);
    expect(missing(HIDDEN.map((event) => `event.${event}.hidden`))).toEqual([]);
  });

  it("there is a sentence for every reason why a game ends", () => {
    const reasons = schema.$defs.GameEnded?.properties?.reason?.enum ?? [];
    expect(reasons).toContain("nothing-new");
    const others = reasons.filter((reason) => reason !== "last-turns");
    expect(missing(others.map((reason) => `event.game-ended.${reason}`))).toEqual([]);
  });

  it("there is a sentence and a verb for every action", () => {
    const actions = words("Action", "do");
    expect(actions.length).toBeGreaterThan(14);
    expect(missing(actions.map((action) => `action.${action}`))).toEqual([]);
  });

  it("there is a sentence for every step that the log shows", () => {
    const steps = words("Step", "step").filter((step) => !SILENT_STEPS.includes(step));
    expect(steps.length).toBeGreaterThan(5);
    expect(missing(steps.map((step) => `step.${step}`))).toEqual([]);
  });

  it("there is a sentence for every refusal of the server", () => {
    expect(refusals().length).toBeGreaterThan(20);
    expect(missing(refusals().map((code) => `refusal.${code}`))).toEqual([]);
  });
});
