import { describe, expect, it } from "vitest";
import { Camera } from "../../src/board/camera.svelte";

function camera({ wraps = false, width = 1000, height = 600 } = {}): Camera {
  const made = new Camera([1500, 900], wraps, () => false);
  made.resize(width, height);
  return made;
}

describe("the camera", () => {
  it("shows the whole board at first, with room for its frame", () => {
    const made = camera();
    expect(made.x).toBeGreaterThan(0);
    expect(made.x + 1500 * made.scale).toBeLessThan(1000);
    expect(900 * made.scale).toBeLessThan(600);
  });

  it("keeps the point under the pointer where it is", () => {
    const made = camera();
    const before = made.boardPoint(400, 300);
    made.zoom(2, 400, 300);
    const after = made.boardPoint(400, 300);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("does not lose the board, however far it is dragged", () => {
    const made = camera();
    made.zoom(3);
    made.pan(10_000, -10_000);
    expect(made.x).toBeLessThan(200);
    expect(made.y + 900 * made.scale).toBeGreaterThan(400);
  });

  it("cannot be farther away than the whole board", () => {
    const made = camera();
    const whole = made.scale;
    made.zoom(0.1);
    expect(made.scale).toBeCloseTo(whole);
  });

  it("turns a wrapping board round and round", () => {
    const made = camera({ wraps: true });
    made.zoom(2, 0, 0);
    const { x } = made;
    made.pan(-700, 0);
    const there = made.x;
    made.pan(1500 * made.scale, 0);
    expect(made.x).toBeCloseTo(there);
    made.pan(-3 * 1500 * made.scale, 0);
    expect(made.x).toBeCloseTo(there);
    expect(there).toBeCloseTo(x - 700);
  });

  it("shows the board itself and not its copy wherever it can", () => {
    const made = camera({ wraps: true });
    made.zoom(1.5, 500, 300);
    const width = 1500 * made.scale;
    for (let step = 0; step < 40; step++) {
      made.pan(-97, 0);
      const itself = Math.min(made.x + width, 1000) - Math.max(made.x, 0);
      expect(itself).toBeGreaterThanOrEqual(499);
      expect(made.copy).toBe(made.x > 1 ? -1 : made.x + width < 999 ? 1 : 0);
    }
  });

  it("moves a whole board out of the way of what lies on it", () => {
    const made = camera();
    made.cover(200);
    expect(made.y + 900 * made.scale).toBeLessThanOrEqual(400);
    made.cover(0);
    expect(900 * made.scale).toBeGreaterThan(500);
  });

  it("keeps the whole board clear of the buttons in a corner", () => {
    const corner = { width: 54, height: 180, upper: false };
    const made = camera({ width: 700, height: 420 });
    made.clear(corner);
    expect(made.x + 1500 * made.scale).toBeLessThanOrEqual(700 - 54);
    const upper = camera();
    upper.clear({ width: 190, height: 44, upper: true });
    expect(upper.y).toBeGreaterThanOrEqual(44);
    made.zoom(3);
    expect(made.corner.right).toBeCloseTo(made.boardPoint(700, 0)[0]);
  });

  it("does not shrink where the buttons lie on nothing that is played on", () => {
    const contents = [{ left: 100, top: 300, right: 1400, bottom: 800 }];
    const made = new Camera([1500, 900], false, () => false, contents);
    made.resize(1000, 600);
    const { scale } = made;
    made.clear({ width: 190, height: 44, upper: true });
    expect(made.scale).toBe(scale);
  });

  it("shows a part clear of the buttons, and lets every place be dragged out from under them", () => {
    const made = camera({ width: 560, height: 348 });
    made.clear({ width: 44, height: 180, upper: false });
    made.show({ left: 900, top: 400, right: 1400, bottom: 800 });
    expect(made.x + 1400 * made.scale).toBeLessThanOrEqual(560 - 44 + 1);
    made.pan(-10_000, 0);
    expect(made.x + 1500 * made.scale).toBeLessThan(560 - 44);
  });

  it("fills an upright phone rather than leaving it empty", () => {
    const made = camera({ width: 390, height: 600 });
    expect(900 * made.scale).toBeCloseTo(600);
  });

  it("keeps names legible on a phone, even where the board then runs over its edges", () => {
    expect(camera({ width: 390, height: 430 }).scale).toBeCloseTo(0.62);
  });

  it("shows a part of the board as large as it goes", () => {
    const made = camera();
    made.show({ left: 600, top: 300, right: 900, bottom: 500 });
    const [left] = made.boardPoint(0, 0);
    const [right] = made.boardPoint(1000, 600);
    expect(left).toBeLessThanOrEqual(600);
    expect(right).toBeGreaterThanOrEqual(900);
    expect(made.scale).toBeGreaterThan(1.9);
  });

  it("shows the whole board when asked to, on a phone too", () => {
    const made = camera({ width: 390, height: 430 });
    made.fit();
    const [left, top] = made.boardPoint(0, 0);
    const [right, bottom] = made.boardPoint(390, 430);
    expect([left, top].every((each) => each <= 0.01)).toBe(true);
    expect(right).toBeGreaterThanOrEqual(1499.9);
    expect(bottom).toBeGreaterThanOrEqual(899.9);
    made.home();
    expect(made.scale).toBeCloseTo(0.62);
  });

  it("never shows more of the board for a part of it than for the whole", () => {
    for (const [width, height] of [
      [390, 430],
      [844, 200],
      [700, 560],
    ] as const) {
      const made = camera({ width, height });
      made.fit();
      const whole = made.scale;
      made.show({ left: 100, top: 100, right: 1300, bottom: 800 });
      expect(made.scale).toBeGreaterThanOrEqual(whole);
    }
  });

  it("goes to a part that is out of view or too small, and stays where it is seen well", () => {
    const box = { left: 100, top: 100, right: 500, bottom: 400 };
    const small = camera({ width: 700, height: 420 });
    small.seek(box);
    expect(small.scale).toBeGreaterThan(1);
    const large = camera({ width: 1500, height: 930 });
    const { scale } = large;
    large.seek(box);
    expect(large.scale).toBe(scale);
    large.zoom(3, 1500, 930);
    expect(large.sees(box)).toBe(false);
    large.seek(box);
    expect(large.sees(box)).toBe(true);
  });

  it("sees what lies beyond the edge of a board that wraps", () => {
    const made = camera({ wraps: true });
    made.zoom(1.5, 0, 0);
    made.pan(-1400, 0);
    expect(made.sees({ left: 20, top: 300, right: 120, bottom: 350 })).toBe(true);
  });
});
