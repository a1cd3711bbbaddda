import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionState } from "../../src/net/connection";
import type { Hello, ServerMessage } from "../../src/wire/protocol";
import { welcome } from "../little";
import { TestSocket, useTestSockets } from "../socket";

let states: ConnectionState[];
let received: ServerMessage[];
let connection: Connection;
let since: number;

function call(): void {
  connection = new Connection({
    hello: (): Hello => ({ type: "hello", protocol: 2, table: "k4bq7xw2m3nadf5e", tokens: [], since }),
    receive: (message) => received.push(message),
    state: (state) => states.push(state),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  useTestSockets();
  states = [];
  received = [];
  since = 0;
  call();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the connection", () => {
  it("says hello first", () => {
    TestSocket.last.open();
    expect(TestSocket.last.sent.map((message) => message.type)).toEqual(["hello"]);
  });

  it("holds commands back until it is welcome, and tells how they went", async () => {
    const played = connection.send({ type: "say", seat: 0, text: "hi" });
    TestSocket.last.open();
    expect(TestSocket.last.ofType("say")).toEqual([]);
    TestSocket.last.say(welcome());
    const [sent] = TestSocket.last.ofType("say");
    TestSocket.last.say({ type: "refused", cid: sent?.cid ?? "", code: "muted", detail: "", need: null });
    expect(await played).toEqual({ code: "muted", detail: "", need: null });
  });

  it("sends a command again under its own id when the answer was lost", async () => {
    TestSocket.last.open().say(welcome());
    const played = connection.send({ type: "ask-takeback", seat: 0 });
    const first = TestSocket.last.ofType("ask-takeback")[0]?.cid;
    TestSocket.last.lose();
    vi.advanceTimersByTime(1000);
    TestSocket.last.open().say(welcome());
    expect(TestSocket.all).toHaveLength(2);
    expect(TestSocket.last.ofType("ask-takeback")[0]?.cid).toBe(first);
    TestSocket.last.say({ type: "ack", cid: first ?? "", version: 8 });
    expect((await played).code).toBeNull();
    TestSocket.last.lose();
    vi.advanceTimersByTime(1000);
    TestSocket.last.open().say(welcome());
    expect(TestSocket.last.ofType("ask-takeback")).toEqual([]);
  });

  it("comes back with growing pauses, and at once after a welcome", () => {
    const pauses: number[] = [];
    for (let i = 0; i < 7; i++) {
      TestSocket.last.lose();
      const state = states.at(-1);
      if (state?.is !== "waiting") throw new Error("the connection waits");
      pauses.push(state.seconds);
      vi.advanceTimersByTime(1000 * state.seconds);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    TestSocket.last.open().say(welcome());
    TestSocket.last.lose();
    expect(states.at(-1)).toEqual({ is: "waiting", seconds: 1 });
  });

  it("does not wait for the pause when the network is back", () => {
    TestSocket.last.lose();
    window.dispatchEvent(new Event("online"));
    expect(TestSocket.all).toHaveLength(2);
  });

  it("asks a silent connection for a sign of life, and gives it up without one", () => {
    TestSocket.last.open().say(welcome());
    vi.advanceTimersByTime(20_000);
    expect(TestSocket.last.ofType("ping")).toHaveLength(1);
    TestSocket.last.say({ type: "pong", now: 1, version: 7 });
    vi.advanceTimersByTime(20_000);
    expect(TestSocket.last.ofType("ping")).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)?.is).toBe("waiting");
  });

  it.each(["reload", "unknown-table"])("stays away after the farewell %s", (code) => {
    TestSocket.last.open().say({ type: "bye", code });
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toEqual({ is: "over", code });
    expect(TestSocket.all).toHaveLength(1);
  });

  it("comes back after a restart of the server", () => {
    TestSocket.last.open().say(welcome()).say({ type: "bye", code: "restart" });
    TestSocket.last.lose();
    vi.advanceTimersByTime(1000);
    expect(TestSocket.all).toHaveLength(2);
  });
});
