/** The table as components: what the server says is on the screen, and what is clicked goes to the server. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { translation } from "../../src/i18n/translation.svelte";
import { holdSeat } from "../../src/net/tokens";
import TablePage from "../../src/table/TablePage.svelte";
import type { Welcome } from "../../src/wire/protocol";
import { look, printed, state, view, welcome } from "../little";
import { TestSocket, useTestSockets } from "../socket";

const ID = "k4bq7xw2m3nadf5e";

beforeEach(async () => {
  localStorage.clear();
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

function route(id: string): SVGGElement {
  const found = document.querySelector<SVGGElement>(`[data-route="${id}"]`);
  if (!found) throw new Error(`no route ${id}`);
  return found;
}

function lastPlayed() {
  return TestSocket.last.ofType("play").at(-1)?.action;
}

describe("the table", () => {
  it("marks what can be done, and nothing else", async () => {
    await sit();
    expect(route("paris--zurich--1").classList.contains("open")).toBe(true);
    expect(route("paris--zurich--2").classList.contains("open")).toBe(false);
    expect(document.querySelectorAll("[data-slot].open")).toHaveLength(4);
  });

  it("tells a closed lane from a free one, as the server says", async () => {
    await sit({ updates: [look({ view: view({ closed: ["paris--zurich--2"] }), choices: [] })] });
    expect(route("paris--zurich--1").dataset.look).toBe("free");
    expect(route("paris--zurich--2").dataset.look).toBe("closed");
    expect(route("paris--zurich--2").getAttribute("aria-label")).toContain("closed");
    expect(route("lodz--wien").dataset.look).toBe("free");
    expect(route("lodz--wien").getAttribute("aria-label")).toMatch(/free$/);
  });

  it("claims a route with the payment that is chosen", async () => {
    await sit();
    await fireEvent.click(route("paris--zurich--1"), { detail: 0 });
    const ways = await screen.findByRole("radiogroup");
    const [, second] = within(ways).getAllByRole("radio");
    if (!second) throw new Error("only one way to pay");
    await fireEvent.click(second);
    await fireEvent.click(screen.getByRole("button", { name: "Claim" }));
    expect(lastPlayed()).toEqual({ do: "claim", route: "paris--zurich--1", pay: { red: 1, wild: 1 } });
  });

  it("asks before tickets are drawn, since nobody can give them back", async () => {
    await sit();
    await fireEvent.click(document.querySelector("[data-draw=tickets]") as HTMLElement);
    expect(lastPlayed()).toBeUndefined();
    await fireEvent.click(document.querySelector("[data-act=confirm]") as HTMLElement);
    expect(lastPlayed()).toEqual({ do: "tickets" });
  });

  it("asks the server why a route cannot be claimed", async () => {
    await sit();
    await fireEvent.click(route("lodz--wien"), { detail: 0 });
    const [asked] = TestSocket.last.ofType("ask");
    expect(asked?.action).toMatchObject({ do: "claim", route: "lodz--wien" });
  });

  it("rings the cities of a ticket and shows the way that is missing", async () => {
    await sit();
    await fireEvent.focus(document.querySelector('[data-ticket="paris--wien"]') as HTMLElement);
    const ringed = [...document.querySelectorAll(".city.ringed")].map((node) =>
      node.getAttribute("data-city"),
    );
    expect(ringed.sort()).toEqual(["paris", "wien"]);
    expect(document.querySelectorAll("[data-bed].wanted").length).toBe(2);
  });

  it("sorts tickets: those that are done come last", async () => {
    const players = view().players.map((player, seat) =>
      seat ? player : { ...player, routes: ["paris--zurich--1", "wien--zurich", "lodz--wien"] },
    );
    const own = { hand: {}, tickets: ["paris--lodz", "lodz--zurich"] };
    await sit({ updates: [look({ view: view({ players, own }) })] });
    const done = [...document.querySelectorAll(".tickets .ticket")].map((node) =>
      node.classList.contains("done"),
    );
    expect(done).toEqual([true, true]);
    expect(document.querySelector("[data-ticket]")?.getAttribute("data-ticket")).toBe("paris--lodz");
  });
});

describe("around the game", () => {
  it("shows the clock of whoever decides", async () => {
    await sit({ clock: { now: 0, left: [65, 90], running: [0] } });
    const timers = screen.getAllByRole("timer").map((timer) => timer.textContent);
    expect(timers[0]).toMatch(/1:0[45]/);
    expect(timers[1]).toBe("1:30");
  });

  it("says that a stand-in plays, and lets one come back", async () => {
    const away = state();
    const seats = away.seats.map((seat) => (seat.seat ? seat : { ...seat, away: "time" as const }));
    await sit({ table: { ...away, seats } });
    await fireEvent.click(screen.getByRole("button", { name: "I am back" }));
    expect(TestSocket.last.ofType("return")[0]?.seat).toBe(0);
  });

  it("asks whether a move may be taken back", async () => {
    await sit({ table: state({ takeback: { seat: 1, missing: [0] } }) });
    await fireEvent.click(screen.getByRole("button", { name: "Agree" }));
    expect(TestSocket.last.ofType("answer-takeback")[0]).toMatchObject({ seat: 0, agree: true });
  });

  it("tells of the last round", async () => {
    await sit({ updates: [look({ view: view({ turns_left: 2 }) })] });
    expect(screen.getByText(/last turns/i)).toBeTruthy();
    cleanup();
    await sit({ updates: [look({ view: view({ turns_left: 0 }) })] });
    expect(screen.queryByText(/last turns/i)).toBeNull();
  });

  it("has a minus for points below zero", async () => {
    const players = view().players.map((player) => ({ ...player, points: -4 }));
    await sit({ updates: [look({ view: view({ players }) })] });
    expect(document.querySelector("[data-player] .points")?.textContent).toContain("−4");
  });

  it("shows nobody's cards to a spectator", async () => {
    const blind = look({ seat: null, view: view({ seat: null, own: null }), decision: null, choices: [] });
    await sit({ seats: [], updates: [blind] });
    expect(document.querySelectorAll(".hand button, .tickets button")).toHaveLength(0);
  });

  it("says plainly that an old game cannot go on, and offers a rematch", async () => {
    render(TablePage, { id: ID });
    const retired = {
      table: state({ retired: "old-rules", status: "finished", points: [112, 97] }),
      updates: [look({ view: null, choices: [] })],
    };
    TestSocket.last.open().say(welcome(retired));
    await screen.findByText(/began under earlier rules/);
    expect(screen.getByText("112").parentElement?.textContent).toContain("Ola");
    await fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(TestSocket.last.ofType("rematch")).toHaveLength(1);
  });
});
