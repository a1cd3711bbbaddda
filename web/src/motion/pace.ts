/** Which updates are shown with movement: those that leave time for it. */

/** Milliseconds after an update in which another one is not shown with movement. */
export const GAP = 150;

export class Pace {
  #last = -Infinity;

  /** Whether the update that arrives now is shown; in a stream of them only the first is. */
  admit(now: number): boolean {
    const free = now - this.#last >= GAP;
    this.#last = now;
    return free;
  }
}
