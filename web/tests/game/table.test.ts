import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Table } from "../../src/game/table.svelte";
import { holdSeat } from "../../src/net/tokens";
import type { Step, Update } from "../../src/wire/protocol";
import { look, printed, state, view, welcome } from "../little";
import { TestSocket, useTestSockets } from "../socket";

const ID = "k4bq7xw2m3nadf5e";
const TOKEN = "abcdefghabcdefghabcdefghabcdefgh";
let table: Table;

function moved(version: number, seat = 1): Step {
  return { step: "played", version, at: 0, seat, by: "bot", why: null, events: [{ event: "passed", seat }] };
}

function update(version: number, more: Partial<Update> = {}): Update {
  const told = look({ steps: [moved(version)], decision: null, choices: [] });
  return {
    type: "update",
    version,
    updates: [told],
    table: null,
    clock: null,
    outcome: null,
    replaceable: [],
    ...more,
  };
}

function sit(...args: Parameters<typeof welcome>): void {
  TestSocket.last.open().say(welcome(...args));
}

beforeEach(() => {
  localStorage.clear();
  useTestSockets();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(printed))));
  holdSeat(ID, TOKEN);
  table = new Table(ID);
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

describe("a table", () => {
  it("shows the tokens that the browser holds, and asks for all that happened", () => {
    TestSocket.last.open();
    expect(TestSocket.last.ofType("hello")[0]).toMatchObject({ tokens: [TOKEN], since: 0 });
  });

  it("comes to know the board, the seat and what it may do", async () => {
    sit();
    await vi.waitFor(() => expect(table.print?.route("wien--zurich").length).toBe(3));
    expect(table.seat).toBe(0);
    expect(table.choices.routes.has("paris--zurich--1")).toBe(true);
  });

  it("replaces view and choices by those of an update, and appends what happened", () => {
    sit();
    TestSocket.last.say(update(8));
    expect(table.choices.any).toBe(false);
    expect(table.entries.map(({ event }) => event?.event)).toEqual(["passed"]);
    expect(table.news).toHaveLength(1);
  });

  it("keeps view and choices when only something was said", () => {
    sit();
    const said: Step = { step: "said", version: 8, at: 0, seat: 1, name: "Bruno", text: "hi" };
    TestSocket.last.say(
      update(8, { updates: [look({ steps: [said], view: null, decision: null, choices: [] })] }),
    );
    expect(table.choices.any).toBe(true);
    expect(table.said.map(({ text }) => text)).toEqual(["hi"]);
  });

  it("says hello again, with what it knows, when a version is missing", () => {
    sit();
    TestSocket.last.say(update(9));
    expect(TestSocket.all).toHaveLength(2);
    TestSocket.last.open();
    expect(TestSocket.last.ofType("hello")[0]?.since).toBe(7);
    expect(table.entries).toEqual([]);
  });

  it("says hello again when a sign of life tells of more than it knows", () => {
    sit();
    TestSocket.last.say({ type: "pong", now: 0, version: 7 });
    expect(TestSocket.all).toHaveLength(1);
    TestSocket.last.say({ type: "pong", now: 0, version: 8 });
    expect(TestSocket.all).toHaveLength(2);
  });

  it("knows that it is out of date when another server answers", () => {
    sit({ server: "1.0.0" });
    table.reconnect();
    sit({ server: "1.0.0" });
    expect(table.outdated).toBe(false);
    table.reconnect();
    sit({ server: "1.1.0" });
    expect(table.outdated).toBe(true);
  });

  it("tells nothing twice", () => {
    sit();
    TestSocket.last.say(update(8)).say(update(8));
    expect(table.entries).toHaveLength(1);
  });

  it("strikes out what was taken back", () => {
    sit();
    TestSocket.last.say(update(8));
    const undone: Step = { step: "taken-back", version: 9, at: 0, seat: 1, to: 7 };
    TestSocket.last.say(update(9, { updates: [look({ steps: [undone] })] }));
    expect(table.entries.map((entry) => entry.undone)).toEqual([true, false]);
  });

  it("starts when the game does", () => {
    sit({ table: state({ status: "open" }), updates: [look({ view: null, decision: null, choices: [] })] });
    const started: Step = { step: "started", version: 8, at: 0, events: [] };
    TestSocket.last.say(update(8, { updates: [look({ steps: [started] })] }));
    expect(table.state?.status).toBe("playing");
  });

  it("knows who is connected", () => {
    sit();
    TestSocket.last.say({
      type: "presence",
      connected: [true, true],
      spectators: 3,
      replaceable: [],
      host: 0,
    });
    expect(table.state?.spectators).toBe(3);
    expect(table.state?.seats[1]?.connected).toBe(true);
  });

  it("plays an action as the answer to its decision", async () => {
    sit();
    const played = table.play({ do: "tickets" });
    expect(table.mayAct).toBe(false);
    const [sent] = TestSocket.last.ofType("play");
    expect(sent).toMatchObject({ seat: 0, decision: 7, action: { do: "tickets" } });
    TestSocket.last.say({
      type: "refused",
      cid: sent?.cid ?? "",
      code: "no-tickets",
      detail: "",
      need: null,
    });
    expect(await played).toEqual({ code: "no-tickets", need: null });
  });
});

describe("several people at one screen", () => {
  const second = () => look({ seat: 1, view: view({ seat: 1 }), decision: null, choices: [] });

  it("shows nothing before the one who is asked has said so", () => {
    sit({ seats: [0, 1], updates: [look(), second()] });
    expect(table.curtain).toBe(0);
    expect(table.view).toBeNull();
    expect(table.choices.any).toBe(false);
    table.reveal();
    expect(table.view?.seat).toBe(0);
    expect(table.choices.any).toBe(true);
  });

  it("draws the curtain when the other one is asked", () => {
    sit({ seats: [0, 1], updates: [look(), second()] });
    table.reveal();
    const first = look({ steps: [moved(8, 0)], decision: null, choices: [] });
    const other = look({ seat: 1, view: view({ seat: 1, turn: 1 }), steps: [moved(8, 0)], decision: 8 });
    TestSocket.last.say(update(8, { updates: [first, other] }));
    expect(table.curtain).toBe(1);
    table.reveal();
    expect(table.view?.seat).toBe(1);
  });
});
