/**
 * The three layouts of the page, chosen by width and height together:
 *
 * - `sideways`: wide and low, as a phone held sideways or a desk at a zoom of 200 %. The board is large at the left;
 *   players, display and hand stand in a column at the right, and questions come from that side.
 * - `upright`: a phone or a tablet held upright. The board is above; display and hand lie below it, and questions
 *   rise from the lower edge.
 * - `desk`: everything else. Players and log at the left, the display at the right, hand and tickets below.
 *
 * These are the only breakpoints of the page. The root element carries the name, as `data-layout`, for the style
 * sheets; what each layout makes of the sizes within it is in `layout.css`.
 */
import { MediaQuery } from "svelte/reactivity";

export type LayoutName = "sideways" | "upright" | "desk";

const sideways = new MediaQuery("(max-height: 519.9px) and (min-width: 540px) and (orientation: landscape)");
const upright = new MediaQuery("(max-width: 760px), (max-width: 1000px) and (orientation: portrait)");

export const layout = {
  get current(): LayoutName {
    return sideways.current ? "sideways" : upright.current ? "upright" : "desk";
  },
  /** Whether there is too little room for hand, tickets and log side by side. */
  get small(): boolean {
    return this.current !== "desk";
  },
};
