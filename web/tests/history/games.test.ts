/** One's own games on this device. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  eraseGames,
  exported,
  FORMAT,
  isWon,
  keepGame,
  opponents,
  pastGames,
  tallies,
  type PastGame,
} from "../../src/history/games";

function game(table: string, points: number, more: Partial<PastGame> = {}): PastGame {
  const bot = { name: "", kind: "bot", level: "racer", points: 50, resigned: false } as const;
  const ola = { name: "Ola", kind: "person", level: "", points, resigned: false } as const;
  const winners = [points > 50 ? 0 : 1];
  return {
    table,
    at: 1000,
    board: "usa",
    edition: "classic",
    seats: [ola, bot],
    mine: [0],
    winners,
    ...more,
  };
}

beforeEach(() => localStorage.clear());

describe("past games", () => {
  it("are kept once, the latest first", () => {
    keepGame(game("a", 60));
    keepGame(game("b", 40, { at: 2000 }));
    keepGame(game("a", 99));
    expect(pastGames().map(({ table }) => table)).toEqual(["b", "a"]);
    expect(pastGames()[1]?.seats[0]?.points).toBe(60);
  });

  it("are only those that were played here", () => {
    keepGame(game("a", 60, { mine: [] }));
    expect(pastGames()).toEqual([]);
  });

  it("that were erased do not come back when their table is looked at again", () => {
    keepGame(game("a", 60));
    eraseGames(1500);
    expect(pastGames()).toEqual([]);
    keepGame(game("a", 60));
    expect(pastGames()).toEqual([]);
    keepGame(game("b", 60, { at: 2000 }));
    expect(pastGames()).toHaveLength(1);
  });

  it("survive what somebody else has written there", () => {
    localStorage.setItem("branchline.games", "{");
    expect(pastGames()).toEqual([]);
    keepGame(game("a", 60));
    expect(pastGames()).toHaveLength(1);
  });

  it("are exported whole", () => {
    const games = [game("a", 60)];
    expect(JSON.parse(exported(games))).toEqual({ format: FORMAT, games });
  });
});

describe("the numbers", () => {
  it("count games, wins and points for each board", () => {
    const games = [game("a", 60), game("b", 40), game("c", 70, { board: "europe" })];
    expect(tallies(games, ({ board }) => board)).toEqual([
      { of: "usa", games: 2, won: 1, best: 60, average: 50 },
      { of: "europe", games: 1, won: 1, best: 70, average: 70 },
    ]);
  });

  it("leave out games of several people at one screen", () => {
    expect(tallies([game("a", 60, { mine: [0, 1] })], opponents)).toEqual([]);
  });

  it("tell bots of one level from others and from people", () => {
    const one = game("a", 60);
    const [ola, bot] = one.seats as [PastGame["seats"][0], PastGame["seats"][0]];
    expect(opponents(one)).toBe("racer");
    expect(opponents({ ...one, seats: [ola, bot, { ...bot, level: "planner" }] })).toBe("mixed");
    expect(opponents({ ...one, seats: [ola, bot, { ...ola, name: "Jan" }] })).toBe("people");
  });

  it("give nobody a win for a game that was given up", () => {
    const one = game("a", 60);
    expect(isWon(one)).toBe(true);
    const seats = one.seats.map((seat) => ({ ...seat, resigned: true }));
    expect(isWon({ ...one, seats })).toBe(false);
  });
});
