/** Movement on a whole table: it shows what happened, gives way to a click, and is not there for those who want none. */
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { translation } from "../../src/i18n/translation.svelte";
import { holdSeat } from "../../src/net/tokens";
import { DEFAULTS, settings } from "../../src/settings/settings.svelte";
import TablePage from "../../src/table/TablePage.svelte";
import type { Event as GameEvent, PlayedStep } from "../../src/wire/protocol";
import { look, printed, view, welcome } from "../little";
import { TestSocket, useTestSockets } from "../socket";

const ID = "k4bq7xw2m3nadf5e";

/** An animation that lasts until somebody ends it. */
function animate(): Animation {
  let end: (_: unknown) => void = () => undefined;
  const finished = new Promise((resolve) => (end = resolve));
  return {
    finished,
    finish: () => end(null),
    cancel: () => end(null),
    updatePlaybackRate() {},
  } as unknown as Animation;
}

beforeEach(async () => {
  localStorage.clear();
  Object.assign(settings.values, DEFAULTS);
  useTestSockets();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(printed))));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 40, 30));
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(800);
  Element.prototype.animate = animate;
  holdSeat(ID, "abcdefghabcdefghabcdefghabcdefgh");
  await translation.load("en");
  render(TablePage, { id: ID });
  TestSocket.last.open().say(welcome());
  await vi.waitFor(() => expect(document.querySelector(".play")).not.toBeNull());
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Object.assign(settings.values, DEFAULTS);
  delete (Element.prototype as Partial<Element>).animate;
});

let version = 7;
async function happens(...events: GameEvent[]): Promise<void> {
  version = Math.max(version, 7) + 1;
  const step = { step: "played", version, at: 0, events } as unknown as PlayedStep;
  const updates = [look({ steps: [step], view: view(), decision: version })];
  TestSocket.last.say({
    type: "update",
    version,
    updates,
    table: null,
    clock: null,
    outcome: null,
    replaceable: [],
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
beforeEach(() => (version = 7));

function flying() {
  return [...document.querySelectorAll(".flying")];
}

const TAKEN: GameEvent = { event: "card-taken", seat: 0, slot: 0, kind: "red" };

describe("a table in motion", () => {
  it("lets a card fly that was taken, until a click ends it", async () => {
    await happens(TAKEN);
    expect(flying()).toHaveLength(1);
    expect(document.querySelector(".hand [data-kind=red] .count")?.textContent).toBe("3");
    await fireEvent.pointerDown(window);
    await vi.waitFor(() => expect(flying()).toHaveLength(0));
  });

  it("shows no face of a card that another seat draws", async () => {
    await happens({ event: "card-drawn", seat: 1, deck: "trains", kind: null });
    expect(flying()).toHaveLength(1);
    expect(document.querySelector(".flying [data-color]")).toBeNull();
  });

  it("drops what piles up", async () => {
    const clock = vi.spyOn(performance, "now");
    for (const now of [5000, 5020, 5040]) {
      clock.mockReturnValue(now);
      await happens(TAKEN);
    }
    expect(flying()).toHaveLength(1);
  });

  it("does not move where movement is unwelcome", async () => {
    settings.set("motion", "less");
    await happens(TAKEN);
    expect(flying()).toHaveLength(0);
  });

  it("announces the last round until a key is pressed, without movement too", async () => {
    settings.set("motion", "less");
    await happens({ event: "last-turns", seat: 1, turns: 2 });
    expect(document.querySelector("[data-herald]")?.textContent).toContain("The last round");
    await fireEvent.keyDown(window, { key: "x" });
    await vi.waitFor(() => expect(document.querySelector("[data-herald]")).toBeNull());
  });
});
