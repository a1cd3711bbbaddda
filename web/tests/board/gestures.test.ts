import { afterEach, describe, expect, it, vi } from "vitest";
import { Camera } from "../../src/board/camera.svelte";
import { gestures, type Touches } from "../../src/board/gestures";

function press(node: Element, type: string, pointerType: string) {
  const event = new MouseEvent(type, { bubbles: true, clientX: 10, clientY: 10 });
  node.dispatchEvent(Object.assign(event, { pointerType, pointerId: 1, isPrimary: true }));
}

function clickAt(button: Element, x: number, y: number) {
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x, clientY: y }));
}

describe("a tap on the board", () => {
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  function table() {
    const board = document.createElement("div");
    const close = document.createElement("button");
    document.body.append(board, close);
    const closed = vi.fn();
    close.addEventListener("click", closed);
    const touches: Touches = { click: vi.fn(), hold: vi.fn(), over: vi.fn(), out: vi.fn() };
    gestures(new Camera([1500, 900], false, () => false), touches)(board);
    return { board, close, closed, touches };
  }

  it("does not press a button that it brings under the finger", () => {
    vi.useFakeTimers();
    const { board, close, closed, touches } = table();
    press(board, "pointerdown", "touch");
    press(board, "pointerup", "touch");
    expect(touches.click).toHaveBeenCalledOnce();
    clickAt(close, 11, 9); // The click that follows the tap.
    expect(closed).not.toHaveBeenCalled();
    clickAt(close, 11, 9);
    expect(closed).toHaveBeenCalledOnce();
  });

  it("keeps no quick finger from pressing a button elsewhere", () => {
    vi.useFakeTimers();
    const { board, close, closed } = table();
    press(board, "pointerdown", "touch");
    press(board, "pointerup", "touch");
    clickAt(close, 200, 300);
    expect(closed).toHaveBeenCalledOnce();
  });

  it("keeps nobody from pressing a button later, or with a mouse", () => {
    vi.useFakeTimers();
    const { board, close, closed } = table();
    press(board, "pointerdown", "touch");
    press(board, "pointerup", "touch");
    vi.advanceTimersByTime(1000);
    close.click();
    press(board, "pointerdown", "mouse");
    press(board, "pointerup", "mouse");
    close.click();
    expect(closed).toHaveBeenCalledTimes(2);
  });
});
