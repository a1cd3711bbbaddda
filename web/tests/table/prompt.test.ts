/** What to do now, why not, and what must not be missed. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { translation } from "../../src/i18n/translation.svelte";
import { holdSeat } from "../../src/net/tokens";
import { settings } from "../../src/settings/settings.svelte";
import TablePage from "../../src/table/TablePage.svelte";
import { notices } from "../../src/ui/notices.svelte";
import type { Need, SaidStep, Welcome } from "../../src/wire/protocol";
import { look, printed, state, view, welcome } from "../little";
import { TestSocket, useTestSockets } from "../socket";

const ID = "k4bq7xw2m3nadf5e";

beforeEach(async () => {
  localStorage.clear();
  notices.shown = [];
  useTestSockets();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(printed))));
  holdSeat(ID, "abcdefghabcdefghabcdefghabcdefgh");
  await translation.load("en");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function sit(more: Partial<Welcome> = {}): Promise<void> {
  render(TablePage, { id: ID });
  TestSocket.last.open().say(welcome(more));
  await vi.waitFor(() => expect(document.querySelector(".play")).not.toBeNull());
}

function prompt(): string {
  return document.querySelector(".prompt .text")?.textContent ?? "";
}

function noticed(): string {
  return notices.shown.map(({ text }) => text).join(" ");
}

async function told(code: string, need: Need | null): Promise<void> {
  await vi.waitFor(() => expect(TestSocket.last.ofType("ask")).not.toHaveLength(0));
  const cid = TestSocket.last.ofType("ask").at(-1)?.cid ?? "";
  TestSocket.last.say({ type: "answer", cid, refusal: code, need });
  await vi.waitFor(() => expect(noticed()).not.toBe(""));
}

describe("the prompt", () => {
  it("names what can be done, and nothing else", async () => {
    await sit();
    expect(prompt()).toBe("Your turn: draw cards, claim a route, or draw tickets.");
    cleanup();
    await sit({ updates: [look({ choices: [{ do: "draw-blind", deck: ["trains"] }] })] });
    expect(prompt()).toBe("Your turn: draw cards.");
  });

  it("names the actions in the language of the page", async () => {
    await translation.load("pl");
    await sit();
    expect(prompt()).toBe("Twój ruch: dobierz karty, zajmij trasę lub dobierz bilety.");
  });

  it("says what a claim scores before one commits", async () => {
    await sit();
    await fireEvent.click(document.querySelector('[data-route="wien--zurich"]') as Element, { detail: 0 });
    const sheet = document.querySelector<HTMLElement>("[data-sheet]");
    expect(sheet?.textContent).toContain("scores 4 points");
  });
});

describe("why not", () => {
  it("says how many cards of which color are missing", async () => {
    await sit();
    await fireEvent.click(document.querySelector('[data-route="paris--zurich--2"]') as Element, {
      detail: 0,
    });
    expect(TestSocket.last.ofType("ask")[0]?.action).toMatchObject({ pay: {} });
    const need = { need: "cards-needed" as const, cost: 4, wilds: 0, pairs: 0, deck: "trains" };
    await told("wrong-payment", { ...need, colors: ["blue"], missing: 2, missing_wilds: 0 });
    expect(noticed()).toContain("You need 2 more cards: blue, or locomotives.");
    expect(noticed()).not.toContain("These cards do not pay for it");
  });

  it("says that locomotives are missing for a ferry", async () => {
    await sit();
    await fireEvent.click(document.querySelector('[data-route="lodz--wien"]') as Element, { detail: 0 });
    const need = { need: "cards-needed" as const, cost: 2, wilds: 1, pairs: 0, deck: "trains" };
    await told("wrong-payment", { ...need, colors: ["red"], missing: 1, missing_wilds: 1 });
    expect(noticed()).toContain("You need 1 more locomotive.");
  });

  it("says what is pending where nothing else is possible", async () => {
    const choices = [{ do: "draw-blind" as const, deck: ["trains"] }];
    await sit({ updates: [look({ choices, view: view({ phase: { phase: "second-card" } }) })] });
    await fireEvent.click(document.querySelector("[data-draw=tickets]") as Element);
    await told("second-card-first", null);
    expect(noticed()).toBe("You have drawn one card: finish drawing first.");
  });
});

describe("taking back", () => {
  it("is not offered when it would be refused, and says why", async () => {
    await sit({ updates: [look({ no_takeback: "seen-since" })] });
    const undo = screen.getByRole("button", { name: "Take back" });
    expect(undo.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(undo);
    expect(TestSocket.last.ofType("ask-takeback")).toHaveLength(0);
    expect(noticed()).toMatch(/hidden has come to light/);
  });

  it("is offered when it can be asked for", async () => {
    await sit({ updates: [look({ no_takeback: null })] });
    const undo = screen.getByRole("button", { name: "Take back" });
    expect(undo.getAttribute("aria-disabled")).toBe("false");
    await fireEvent.click(undo);
    expect(TestSocket.last.ofType("ask-takeback")).toHaveLength(1);
  });
});

describe("the end", () => {
  it("shows the final results on the cards of the players", async () => {
    const players = view().players.map((player, seat) => ({ ...player, points: seat ? 20 : 39 }));
    const sheets = [14, 31].map((total, seat) => ({ seat, lines: [], total, completed: [] }));
    await sit({
      table: state({ status: "finished" }),
      updates: [look({ view: view({ phase: { phase: "finished" }, players }), choices: [], decision: null })],
      outcome: { winners: [1], decided_by: "points", sheets } as unknown as NonNullable<Welcome["outcome"]>,
    });
    const points = [...document.querySelectorAll(".player .points")].map(
      (each) => each.firstChild?.textContent,
    );
    expect(points).toEqual(["14", "31"]);
  });
});

describe("the chat", () => {
  const line = (version: number, seat: number): SaidStep => ({
    step: "said",
    version,
    at: 0,
    seat,
    name: seat ? "Jan" : "Ola",
    text: "Hello there",
  });

  function hear(seat: number): void {
    TestSocket.last.say({
      type: "update",
      version: 8,
      updates: [look({ view: null, steps: [line(8, seat)] })],
      table: null,
      clock: null,
      outcome: null,
      replaceable: [],
    });
  }

  it("shows a line that nobody has seen yet, and counts it", async () => {
    await sit({ said: [line(3, 1)] });
    const tab = () => screen.getByRole("tab", { name: /^Chat/ });
    expect(tab().textContent).toMatch(/^\s*Chat\s*$/);
    hear(1);
    await vi.waitFor(() => expect(tab().textContent).toContain("1"));
    expect(noticed()).toBe("Jan: Hello there");
    await fireEvent.click(tab());
    await vi.waitFor(() => expect(tab().textContent).toMatch(/^\s*Chat\s*$/));
  });

  it("does not announce one's own lines", async () => {
    await sit();
    hear(0);
    await vi.waitFor(() => expect(screen.getByRole("tab", { name: /^Chat/ })).toBeTruthy());
    expect(noticed()).toBe("");
  });
});

describe("the pace of the bots", () => {
  it("is changed during the game by the host", async () => {
    await sit();
    const menu = document.querySelector<HTMLElement>("[data-menu]");
    if (!menu) throw new Error("no menu");
    const pace = within(menu).getByLabelText("Time a bot takes");
    await fireEvent.change(pace, { target: { value: "0.5" } });
    expect(TestSocket.last.ofType("pace")[0]).toMatchObject({ seat: 0, pace: 0.5 });
  });

  it("is nothing for whoever is not the host", async () => {
    await sit({ table: state({ host: 1 }) });
    expect(screen.queryByLabelText("Time a bot takes")).toBeNull();
  });

  it("is none until it is my turn, when I skip ahead", async () => {
    const waiting = { choices: [], decision: null, actors: [1] };
    await sit({ updates: [look(waiting)] });
    await fireEvent.click(screen.getByRole("button", { name: "To my turn" }));
    expect(TestSocket.last.ofType("pace")[0]).toMatchObject({ pace: 0 });
    TestSocket.last.say({
      type: "update",
      version: 8,
      updates: [
        look({ steps: [{ step: "played", version: 8, at: 0, seat: 1, by: "bot", events: [], why: null }] }),
      ],
      table: null,
      clock: null,
      outcome: null,
      replaceable: [],
    });
    await vi.waitFor(() => expect(TestSocket.last.ofType("pace")).toHaveLength(2));
    expect(TestSocket.last.ofType("pace")[1]).toMatchObject({ pace: 1 });
  });
});

describe("my turn", () => {
  it("stands in the title and the icon of the tab", async () => {
    document.head.innerHTML = '<link rel="icon" href="/icon.svg" />';
    await sit();
    expect(document.title).toBe("● Your turn");
    expect(document.querySelector("link[rel=icon]")?.getAttribute("href")).toBe("/icon-turn.svg");
    cleanup();
    expect(document.querySelector("link[rel=icon]")?.getAttribute("href")).toBe("/icon.svg");
  });

  it("is a notification only where one was wished for, and nobody looks", async () => {
    const made: string[] = [];
    const shown = class {
      static permission = "granted";
      onclick: unknown = null;
      constructor(title: string) {
        made.push(title);
      }
      close() {}
    };
    vi.stubGlobal("Notification", shown);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await sit();
    expect(made).toEqual([]);
    cleanup();
    settings.set("notify", true);
    await sit();
    expect(made).toEqual(["Your turn"]);
    settings.set("notify", false);
    hidden.mockRestore();
  });

  it("shakes a phone only where it may", async () => {
    const vibrate = vi.fn();
    Object.assign(navigator, { vibrate });
    settings.set("vibrate", true);
    await sit();
    expect(vibrate).toHaveBeenCalledTimes(1);
    cleanup();
    settings.set("motion", "less");
    await sit();
    expect(vibrate).toHaveBeenCalledTimes(1);
    settings.set("vibrate", false);
    settings.set("motion", "auto");
  });
});

describe("the log", () => {
  it("shows the place of a line on the board when it is clicked", async () => {
    const events = [
      { event: "route-claimed" as const, seat: 1, route: "wien--zurich", pay: { red: 3 }, points: 4 },
    ];
    const steps = [
      { step: "played" as const, version: 7, at: 0, seat: 1, by: "bot" as const, events, why: null },
    ];
    await sit({ updates: [look({ steps })] });
    await fireEvent.click(screen.getByRole("button", { name: /claims.*Zürich/ }));
    expect(document.querySelector('[data-bed="wien--zurich"]')?.classList.contains("lit")).toBe(true);
  });
});
