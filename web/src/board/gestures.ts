/** Mouse, pen, fingers and wheel on the board: panning, pinching, zooming, and clicks. */
import type { Attachment } from "svelte/attachments";
import type { Camera } from "./camera.svelte";

export interface Touches {
  /** A click at a point of the window; `rough` when it came from a finger. */
  click(x: number, y: number, rough: boolean): void;
  /** A long press, or a click with the second button. */
  hold(x: number, y: number, rough: boolean): void;
  /** The pointer is over a point, or has left. */
  over(x: number, y: number): void;
  out(): void;
}

const SLIP = 6;
const HOLD = 500;
const LATE_CLICK = 400;

export function gestures(camera: Camera, touches: Touches): Attachment<HTMLElement> {
  return (node) => {
    const pointers = new Map<number, { x: number; y: number }>();
    let slipped = false;
    let from = { x: 0, y: 0 };
    let holding: ReturnType<typeof setTimeout> | undefined;
    let touched = false;

    const place = (event: MouseEvent) => {
      const box = node.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    const down = (event: PointerEvent) => {
      clearTimeout(holding);
      touched = event.pointerType === "touch";
      if (event.button !== 0 && event.pointerType === "mouse") return;
      // Buttons lie over the board: presses on them are not presses on the board.
      if ((event.target as Element).closest("button, [role=toolbar]")) return;
      // A primary pointer is the first one: forget others whose end was never reported because their target is gone.
      if (event.isPrimary) pointers.clear();
      pointers.set(event.pointerId, place(event));
      if (pointers.size === 1) {
        slipped = false;
        from = place(event);
        if (touched)
          holding = setTimeout(() => {
            slipped = true; // What follows is no click.
            touches.hold(from.x, from.y, true);
          }, HOLD);
      } else slipped = true;
    };

    const move = (event: PointerEvent) => {
      const here = place(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") touches.over(here.x, here.y);
        return;
      }
      if (!slipped && Math.hypot(here.x - from.x, here.y - from.y) < SLIP) return;
      clearTimeout(holding);
      if (!slipped) {
        slipped = true;
        node.setPointerCapture(event.pointerId);
        touches.out();
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const grown = distance(here, other) / Math.max(distance(before, other), 1);
        camera.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
        camera.zoom(grown, (here.x + other.x) / 2, (here.y + other.y) / 2);
      } else camera.pan(here.x - before.x, here.y - before.y);
      pointers.set(event.pointerId, here);
    };

    const up = (event: PointerEvent) => {
      clearTimeout(holding);
      if (!pointers.delete(event.pointerId)) return;
      if (slipped || event.type === "pointercancel") return;
      const here = place(event);
      if (touched) ignoreLateClick(event);
      touches.click(here.x, here.y, event.pointerType === "touch");
    };

    const leave = (event: PointerEvent) => {
      if (event.pointerType !== "touch") touches.out();
    };

    /** Touch screens send this too, for a long press that has been counted already. */
    const menu = (event: MouseEvent) => {
      if ((event.target as Element).closest("button, [role=toolbar]")) return;
      event.preventDefault();
      const here = place(event);
      if (!touched) touches.hold(here.x, here.y, false);
    };

    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const here = place(event);
      const steps = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      camera.zoom(Math.exp(-steps * (event.ctrlKey ? 0.01 : 0.0016)), here.x, here.y);
    };

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("wheel", wheel, { passive: false });
    node.addEventListener("contextmenu", menu);
    return () => {
      clearTimeout(holding);
      node.removeEventListener("contextmenu", menu);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("wheel", wheel);
    };
  };
}

function distance(one: { x: number; y: number }, two: { x: number; y: number }): number {
  return Math.hypot(one.x - two.x, one.y - two.y);
}

/** A finger's click follows its tap: it must not press a button that the tap has just brought under the finger. */
function ignoreLateClick(tap: PointerEvent): void {
  const ignore = (event: MouseEvent) => {
    // Where nothing clickable was touched no click follows; the next one is meant, and lies elsewhere.
    if (Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) > SLIP) return;
    removeEventListener("click", ignore, { capture: true });
    if (!(event.target as Element).closest("button, a")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", ignore, { capture: true });
  setTimeout(() => {
    removeEventListener("click", ignore, { capture: true });
  }, LATE_CLICK);
}
