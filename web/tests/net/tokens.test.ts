import { beforeEach, describe, expect, it } from "vitest";
import { placeOf } from "../../src/address.svelte";
import { mayReload } from "../../src/net/reload";
import {
  adoptSeat,
  forgetSeat,
  heldSeats,
  holdSeat,
  randomHex,
  randomId,
  seatLink,
  tokensFor,
} from "../../src/net/tokens";
import { clockText } from "../../src/i18n/time";

const TABLE = "k4bq7xw2m3nadf5e";
const TOKEN = "abcdefghabcdefghabcdefghabcdefgh";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

describe("a seat", () => {
  it("moves to this browser by the fragment of a link, which is taken out of sight", () => {
    history.replaceState(null, "", `/t/${TABLE}#seat=${TOKEN}`);
    adoptSeat(TABLE);
    expect(tokensFor(TABLE)).toEqual([TOKEN]);
    expect(location.href).not.toContain(TOKEN);
  });

  it("moves on by a link that carries the token in its fragment only", () => {
    holdSeat(TABLE, TOKEN, "usa");
    const link = new URL(seatLink(TABLE));
    expect(link.hash).toBe(`#seat=${TOKEN}`);
    expect(link.pathname + link.search).not.toContain(TOKEN);
  });

  it("that an earlier page kept by its game is one on the game's own board", () => {
    localStorage.setItem(
      "branchline.seats",
      JSON.stringify({ [TABLE]: { token: TOKEN, game: "usa", at: 1 } }),
    );
    expect(heldSeats()[TABLE]).toEqual({ token: TOKEN, board: "usa", at: 1 });
    holdSeat(TABLE, TOKEN);
    expect(heldSeats()[TABLE]?.board).toBe("usa");
  });

  it("is forgotten on demand", () => {
    holdSeat(TABLE, TOKEN);
    forgetSeat(TABLE);
    expect(tokensFor(TABLE)).toEqual([]);
  });
});

describe("random ids", () => {
  it("have the letters and the length that the server demands", () => {
    expect(randomId()).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(randomHex()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomId()).not.toBe(randomId());
  });
});

describe("an address", () => {
  it.each([
    ["/", { at: "lobby" }],
    ["/new", { at: "new" }],
    [`/t/${TABLE}`, { at: "table", table: TABLE }],
    ["/t/../etc", { at: "nowhere" }],
  ])("%s is understood", (path, place) => {
    expect(placeOf(path)).toEqual(place);
  });
});

describe("an out-of-date page", () => {
  it("reloads itself once, not for ever", () => {
    expect(mayReload(1_000_000)).toBe(true);
    expect(mayReload(1_010_000)).toBe(false);
    expect(mayReload(1_100_000)).toBe(true);
  });
});

describe("a clock", () => {
  it.each([
    [5, "0:05"],
    [65, "1:05"],
    [3725, "1:02:05"],
    [90_000, "1 d 1 h"],
  ])("shows %d seconds as %s", (seconds, text) => expect(clockText(seconds)).toBe(text));
});
