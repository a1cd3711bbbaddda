/** Turning points of a game, announced one after the other in the middle of the table. */
import type { Entry } from "../game/seat.svelte";
import type { HalfEnded, LastTurns, TrainRobbed } from "../wire/protocol";

export type Announced = HalfEnded | LastTurns | TrainRobbed;

/** What waits is dropped when more than these wait, the oldest first. */
const MOST = 2;

export function announcedIn(news: readonly Entry[]): Announced[] {
  return news.flatMap(({ event, undone }) =>
    !undone &&
    (event?.event === "last-turns" || event?.event === "train-robbed" || event?.event === "half-ended")
      ? [event]
      : [],
  );
}

/** What is announced now comes first. A robbery may be dropped when there is too much, the last round never. */
export function queued(waiting: readonly Announced[], more: readonly Announced[]): Announced[] {
  const all = [...waiting, ...more];
  while (all.length > MOST) {
    const first = all.findIndex(({ event }) => event === "train-robbed");
    if (first < 0) break;
    all.splice(first, 1);
  }
  return all;
}
