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

  it("moves a whole board out of the way of what lies on it", () => {
    const made = camera();
    made.cover(200);
    expect(made.y + 900 * made.scale).toBeLessThanOrEqual(400);
    made.cover(0);
    expect(900 * made.scale).toBeGreaterThan(500);
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
});
