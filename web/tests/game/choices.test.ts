import { describe, expect, it } from "vitest";
import { Choices, type Payment, samePay, sortedPays } from "../../src/game/choices";

describe("choices", () => {
  it("finds every way to pay for a route, wherever it stands", () => {
    const choices = new Choices([
      { do: "claim", route: ["a", "b"], pay: [{ red: 2 }], more: 0 },
      { do: "claim", route: ["b"], pay: [{ wild: 2 }], more: 3 },
    ]);
    expect(choices.routes.get("a")).toEqual({ pays: [{ red: 2 }], more: 0 });
    expect(choices.routes.get("b")).toEqual({ pays: [{ red: 2 }, { wild: 2 }], more: 3 });
  });

  it("tells an open turn from an answer that must be given", () => {
    expect(new Choices([{ do: "tickets" }]).free).toBe(true);
    expect(new Choices([{ do: "keep", offer: ["x"], least: 1, ordered: false }]).free).toBe(false);
    expect(new Choices([{ do: "leave" }]).free).toBe(false);
    expect(new Choices([]).free).toBe(false);
  });

  it("gives a button to each action without fields that is not done elsewhere on the table", () => {
    const choices = new Choices([{ do: "tickets" }, { do: "stop" }, { do: "leave" }, { do: "pass" }]);
    expect(choices.buttons).toEqual(["stop", "pass"]);
    expect(choices.tickets).toBe(true);
    expect(choices.leave).toBe(true);
    expect(new Choices([]).buttons).toEqual([]);
  });

  it("lists the refills of a slot from all its choices", () => {
    const choices = new Choices([
      { do: "draw", slot: [0, 1], refill: ["trains"] },
      { do: "draw", slot: [1], refill: ["ships"] },
    ]);
    expect(choices.draws.get(1)).toEqual(["trains", "ships"]);
  });
});

describe("payments", () => {
  it("come with few locomotives first, then few kinds", () => {
    const pays: Payment[] = [{ wild: 2 }, { red: 1, wild: 1 }, { red: 1, blue: 1 }, { red: 2 }];
    expect(sortedPays(pays, "wild")).toEqual([
      { red: 2 },
      { red: 1, blue: 1 },
      { red: 1, wild: 1 },
      { wild: 2 },
    ]);
  });

  it("are the same when they have the same cards", () => {
    expect(samePay({ red: 1, wild: 0 }, { red: 1 })).toBe(true);
    expect(samePay({ red: 1 }, { red: 2 })).toBe(false);
  });
});
