/**
 * Everything that moves on the table now, so that it can be cut short: a later update hurries it, a click or a key ends
 * it. Nothing here holds up what it shows: the table has changed already when something begins to move.
 */

/** What is needed of an `Animation`. */
export interface Motion {
  finish(): void;
  updatePlaybackRate(rate: number): void;
  readonly finished: Promise<unknown>;
}

const HURRY = 3;

export class Motions {
  #running = new Set<Motion>();
  #skips = new Set<() => void>();

  get size(): number {
    return this.#running.size;
  }

  add(motion: Motion): void {
    this.#running.add(motion);
    const over = () => this.#running.delete(motion);
    motion.finished.then(over, over);
  }

  /** Call `skip` when somebody wants to wait no longer; gives what ends that. */
  onskip(skip: () => void): () => void {
    this.#skips.add(skip);
    return () => this.#skips.delete(skip);
  }

  /** Let everything under way arrive soon. */
  hurry(): void {
    for (const motion of this.#running) motion.updatePlaybackRate(HURRY);
  }

  /** Let everything under way arrive now. */
  finish(): void {
    for (const motion of [...this.#running]) motion.finish();
    this.#running.clear();
    for (const skip of [...this.#skips]) skip();
  }
}

export const motions = new Motions();

/** Move an element, where it can be moved and may be. */
export function move(
  element: Element,
  keyframes: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation | null {
  if (typeof element.animate !== "function") return null;
  const animation = element.animate(keyframes, options);
  motions.add(animation);
  return animation;
}
