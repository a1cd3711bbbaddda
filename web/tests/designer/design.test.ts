/** A board in the making without its page: edits, the way back, versions compared, the worth of tickets. */
import { describe, expect, it } from "vitest";
import { compare, isSame } from "../../src/designer/compare";
import {
  renamed,
  suggestedLength,
  withCity,
  withLane,
  withoutCity,
  withRoute,
  withRouteValue,
  withTicket,
} from "../../src/designer/edits";
import { difference, redone, undone } from "../../src/designer/history";
import { earth, isOnEarth, plane, rounded } from "../../src/designer/map/projection";
import { distanceTo, sketched } from "../../src/designer/map/sketch";
import { at, type BoardTables, completed, isShaped, put } from "../../src/designer/tables";
import { shortestWay, suggestedWorth } from "../../src/designer/ways";

const EMPTY: BoardTables = {
  format: 1,
  id: "my-board",
  name: "My board",
  game: "europe",
  city: [],
  route: [],
  ticket: [],
  rules: {
    deal: [4],
    display: [5],
    pieces: [20],
    points: [0, 1, 2],
    tickets: { first_offer: 2, first_keep: 1, first_return: "leave", offer: 3, keep: 1 },
  },
  palette: { colors: ["red", "blue"], wilds: 8, card: [{ copies: 10 }] },
};

/** Łódź, Kraków and Kielce in a triangle, each a route from the other. */
function triangle(): BoardTables {
  let tables = withCity(EMPTY, "Łódź", [19.46, 51.77]);
  tables = withCity(tables, "Kraków", [19.94, 50.06]);
  tables = withCity(tables, "Kielce", [20.63, 50.87]);
  tables = withRoute(tables, "lodz", "krakow");
  tables = withRoute(tables, "krakow", "kielce");
  return withRoute(tables, "kielce", "lodz");
}

describe("cities", () => {
  it("get ids that can be typed, each its own", () => {
    const tables = withCity(withCity(triangle(), "Łódź", [0, 0]), "日本", [1, 1]);
    expect(tables.city.map(({ id }) => id)).toEqual(["lodz", "krakow", "kielce", "lodz-2", "city"]);
  });

  it("take their new name along into routes and tickets", () => {
    const tables = renamed(withTicket(triangle(), "lodz", "krakow"), "lodz", "Warszawa");
    expect(tables.city[0]).toMatchObject({ id: "warszawa", name: "Warszawa" });
    expect(tables.route.map(({ between }) => between)).toEqual([
      ["warszawa", "krakow"],
      ["krakow", "kielce"],
      ["kielce", "warszawa"],
    ]);
    expect(tables.ticket[0]?.between).toEqual(["warszawa", "krakow"]);
  });

  it("keep an id that somebody has chosen", () => {
    const own = put(triangle(), ["city", 0, "id"], "centre");
    expect(renamed(own, "centre", "Warszawa").city[0]).toMatchObject({ id: "centre", name: "Warszawa" });
  });

  it("go with their routes and tickets", () => {
    const tables = withoutCity(withTicket(triangle(), "lodz", "krakow"), "lodz");
    expect([tables.city.length, tables.route.length, tables.ticket.length]).toEqual([2, 1, 0]);
  });
});

describe("routes", () => {
  it("are as long as their distance is in the measure of the others", () => {
    const tables = withCity(triangle(), "Gdańsk", [18.65, 54.35]);
    expect(suggestedLength(tables, "lodz", "gdansk")).toBeGreaterThan(
      suggestedLength(tables, "lodz", "kielce"),
    );
    expect(suggestedLength(EMPTY, "a", "b")).toBe(3);
  });

  it("take the color that has the fewest spaces", () => {
    expect(triangle().route.map(({ color }) => color)).toEqual(["red", "blue", "blue"]);
  });

  it("have two lanes of one length", () => {
    const tables = withRouteValue(withLane(triangle(), 0), 1, "length", 5);
    expect(tables.route.slice(0, 2).map(({ length, color }) => [length, color])).toEqual([
      [5, "red"],
      [5, "blue"],
    ]);
  });

  it("become gray as ferries", () => {
    const route = withRouteValue(triangle(), 0, "wilds", 9).route[0];
    expect(route).toMatchObject({ color: "any", wilds: route?.length });
  });
});

describe("tickets", () => {
  it("are worth the spaces of their shortest way", () => {
    const tables = put(triangle(), ["route", 0, "length"], 12);
    const way = shortestWay(tables, "lodz", "krakow");
    expect(way?.cities).toEqual(["lodz", "kielce", "krakow"]);
    expect(suggestedWorth(way)).toBe((tables.route[1]?.length ?? 0) + (tables.route[2]?.length ?? 0));
    expect(withTicket(tables, "lodz", "krakow").ticket[0]?.points).toBe(way?.spaces);
  });

  it("have no way where no routes lead", () => {
    expect(shortestWay(withCity(triangle(), "Gdańsk", [18, 54]), "lodz", "gdansk")).toBeNull();
    expect(suggestedWorth(null)).toBe(1);
  });

  it("are there once for two cities, whichever comes first", () => {
    const tables = withTicket(triangle(), "lodz", "krakow");
    expect(withTicket(tables, "krakow", "lodz")).toBe(tables);
  });
});

describe("the way back", () => {
  const edits: ((tables: BoardTables) => BoardTables)[] = [
    (tables) => withCity(tables, "Gdańsk", [18.65, 54.35]),
    (tables) => withRoute(tables, "lodz", "gdansk"),
    (tables) => withTicket(tables, "gdansk", "krakow"),
    (tables) => put(tables, ["rules", "pieces"], [25]),
    (tables) => ({ ...tables, seats: [2, 3] }),
    (tables) => renamed(tables, "gdansk", "Gdynia"),
    (tables) => withoutCity(tables, "krakow"),
    (tables) => put(tables, ["seats"], undefined),
    (tables) => ({ ...tables, route: [...tables.route].reverse() }),
  ];

  it("leads through every step to the beginning and to the end again", () => {
    const states = [triangle()];
    for (const edit of edits) states.push(edit(states.at(-1) as BoardTables));
    // As they are kept on the device.
    const steps = edits.map((_, i) =>
      structuredClone(difference(states[i] as BoardTables, states[i + 1] as BoardTables)),
    );
    let here = states.at(-1) as BoardTables;
    for (let i = steps.length - 1; i >= 0; i--) {
      here = undone(here, steps[i] ?? []);
      expect(here).toEqual(states[i]);
    }
    steps.forEach((step, i) => {
      here = redone(here, step);
      expect(here).toEqual(states[i + 1]);
    });
  });

  it("needs little for a small step in a big list", () => {
    const many = Array.from({ length: 80 }, (_, i) => i).reduce(
      (tables, i) => withCity(tables, `City ${i}`, [i, i]),
      EMPTY,
    );
    const moved = put(many, ["city", 40, "at"], [9, 9]);
    expect(JSON.stringify(difference(many, moved)).length).toBeLessThan(200);
  });
});

describe("versions", () => {
  it("are compared by what they are called", () => {
    let after = withoutCity(triangle(), "kielce");
    after = withCity(after, "Gdańsk", [18.65, 54.35]);
    after = put(put(after, ["route", 0, "length"], 6), ["rules", "tickets", "keep"], 2);
    const found = compare(triangle(), after);
    expect(found.cities).toEqual({ added: ["gdansk"], removed: ["kielce"], changed: [] });
    expect(found.routes.removed).toEqual(["kielce krakow", "kielce lodz"]);
    expect(found.routes.changed).toEqual([{ id: "krakow lodz", keys: ["length"] }]);
    expect(found.values).toEqual([{ key: "rules.tickets.keep", before: 1, after: 2 }]);
  });

  it("are the same when only their order differs", () => {
    const tables = triangle();
    expect(isSame(compare(tables, { ...tables, route: [...tables.route].reverse() }))).toBe(true);
    expect(isSame(compare(tables, withLane(tables, 0)))).toBe(false);
  });
});

describe("places", () => {
  it("come back from the flat map", () => {
    for (const place of [
      [21.01, 52.23],
      [-179, -60],
      [0, 0],
    ] as [number, number][])
      // prettier-ignore
      expect(rounded(earth.back(earth.flat(place)), true)).toEqual(place);
    expect(plane.back(plane.flat([1200, 1500]))).toEqual([1200, 1500]);
  });

  it("are no degrees on an empty sheet", () => {
    expect(isOnEarth([[21, 52]])).toBe(true);
    expect(isOnEarth([[1200, 1500]])).toBe(false);
  });

  it("have lanes side by side, whichever city each names first", () => {
    let tables = withLane(triangle(), 0);
    tables = put(tables, ["route", 1, "between"], ["krakow", "lodz"]);
    const spots = new Map<string, [number, number]>([["lodz", [0, 0]], ["krakow", [200, 0]]]); // prettier-ignore
    const [one, two] = sketched(tables, (city) => spots.get(city));
    expect(one?.spaces[0]?.y).toBeCloseTo(-(two?.spaces[0]?.y ?? 0));
    expect(one && distanceTo(one, [100, one.from[1]])).toBeCloseTo(0);
  });
});

describe("a file that somebody opens", () => {
  it("has the shape that the page needs, whatever else is wrong with it", () => {
    const tables = withTicket(triangle(), "lodz", "krakow");
    expect(isShaped(tables)).toBe(true);
    expect(isShaped({ ...tables, route: [{ between: ["a", "nowhere"], length: 99, color: "pink" }] })).toBe(
      true,
    );
  });

  it.each([
    [{ city: [{ id: "a", name: "A" }] }],
    [{ city: "none" }],
    [{ route: [{ between: ["a"], length: 1, color: "red" }] }],
    [{ route: [{ between: ["a", "b"], length: "3", color: "red" }] }],
    [{ ticket: [{ between: ["a", "b"] }] }],
    [{ palette: { colors: "red" } }],
    [{ rules: undefined }],
    [{ name: 7 }],
  ])("is not opened as %j", (wrong) => {
    expect(isShaped({ ...triangle(), ...wrong })).toBe(false);
  });
});

describe("values in the tables", () => {
  it("are put, found and taken away", () => {
    const tables = put(EMPTY, ["names", "pl"], "Plansza");
    expect(at(tables, ["names", "pl"])).toBe("Plansza");
    expect(put(tables, ["names", "pl"], null).names).toEqual({});
    expect(put(triangle(), ["city", 1], null).city.map(({ id }) => id)).toEqual(["lodz", "kielce"]);
    expect(completed({ id: "x" })).toMatchObject({ city: [], route: [], ticket: [] });
  });
});
