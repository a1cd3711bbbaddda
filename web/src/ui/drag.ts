/** Dragging a thing with mouse, pen or finger: a copy of it follows the pointer. A short press stays a click. */
import type { Attachment } from "svelte/attachments";

interface Drag {
  start(): void;
  end(x: number, y: number): void;
  cancel(): void;
}

const SLIP = 8;

export function drag(handlers: Drag): Attachment<HTMLElement> {
  return (node) => {
    let ghost: HTMLElement | null = null;
    let from: { x: number; y: number } | null = null;

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      node.setPointerCapture(event.pointerId); // A quick hand is gone with the first movement.
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      if (!ghost) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLIP) return;
        ghost = copyOf(node);
        handlers.start();
      }
      ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    };
    const finish = (event: PointerEvent) => {
      from = null;
      if (!ghost) return;
      ghost.remove();
      ghost = null;
      if (event.type === "pointerup") {
        // The click after a drop is not a click.
        node.addEventListener("click", (click) => click.stopImmediatePropagation(), {
          capture: true,
          once: true,
        });
        handlers.end(event.clientX, event.clientY);
      } else handlers.cancel();
    };

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", finish);
    node.addEventListener("pointercancel", finish);
    return () => {
      ghost?.remove();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", finish);
      node.removeEventListener("pointercancel", finish);
    };
  };
}

function copyOf(node: HTMLElement): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed",
    left: "0",
    top: "0",
    width: `${node.offsetWidth}px`,
    margin: `${-node.offsetHeight / 2}px 0 0 ${-node.offsetWidth / 2}px`,
    zIndex: "50",
    pointerEvents: "none",
    transform: "rotate(-4deg)",
  });
  document.body.append(copy);
  return copy;
}
