/** Mouse, pen, fingers and wheel on the sketch: clicks, dragging from a city, panning and pinching. */
import type { Attachment } from "svelte/attachments";
import type { Point } from "./projection";

export interface Drag {
  move(to: Point): void;
  end(at: Point, rough: boolean): void;
  cancel(): void;
}

export interface SketchTouches {
  click(at: Point, rough: boolean): void;
  /** What a drag from here does; null pans. */
  drag(from: Point, rough: boolean): Drag | null;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
}

const SLIP = 6;

export function sketchGestures(touches: SketchTouches): Attachment<HTMLElement> {
  return (node) => {
    const pointers = new Map<number, Point>();
    let from: Point = [0, 0];
    let slipped = false;
    let dragging: Drag | null = null;

    const place = (event: MouseEvent): Point => {
      const box = node.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const stop = () => {
      dragging?.cancel();
      dragging = null;
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (event.isPrimary) pointers.clear();
      pointers.set(event.pointerId, place(event));
      node.setPointerCapture(event.pointerId);
      if (pointers.size === 1) {
        from = place(event);
        slipped = false;
      } else {
        slipped = true;
        stop();
      }
    };
    const move = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const here = place(event);
      const rough = event.pointerType === "touch";
      if (!slipped) {
        if (Math.hypot(here[0] - from[0], here[1] - from[1]) < SLIP) return;
        slipped = true;
        dragging = touches.drag(from, rough);
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        touches.pan((here[0] - before[0]) / 2, (here[1] - before[1]) / 2);
        const grown = distance(here, other) / Math.max(distance(before, other), 1);
        touches.zoom(grown, (here[0] + other[0]) / 2, (here[1] + other[1]) / 2);
      } else if (dragging) dragging.move(here);
      else touches.pan(here[0] - before[0], here[1] - before[1]);
      pointers.set(event.pointerId, here);
    };
    const up = (event: PointerEvent) => {
      if (!pointers.delete(event.pointerId)) return;
      const here = place(event);
      const rough = event.pointerType === "touch";
      if (event.type === "pointercancel") stop();
      else if (dragging) {
        dragging.end(here, rough);
        dragging = null;
      } else if (!slipped) touches.click(here, rough);
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const steps = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      touches.zoom(Math.exp(-steps * (event.ctrlKey ? 0.01 : 0.0016)), ...place(event));
    };

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("wheel", wheel, { passive: false });
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("wheel", wheel);
    };
  };
}

function distance(one: Point, two: Point): number {
  return Math.hypot(one[0] - two[0], one[1] - two[1]);
}
