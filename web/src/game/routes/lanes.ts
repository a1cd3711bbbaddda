/** Lanes of double routes that are closed, only for display: the server decides what may be claimed. */
import type { Route } from "../../wire/protocol";

/** With fewer players, the second lane of a double route is closed as soon as the first is taken (B-15). */
const BOTH_LANES_FROM = 4;

/** Unclaimed lanes that a seat can no longer claim because of their twin; with a seat of null, those closed to all. */
export function closedLanes(
  routes: readonly Route[],
  owners: ReadonlyMap<string, number>,
  seat: number | null,
  seats: number,
): Set<string> {
  const closed = new Set<string>();
  for (const { id, twin } of routes) {
    if (twin === null || owners.has(id)) continue;
    const owner = owners.get(twin);
    if (owner !== undefined && (seats < BOTH_LANES_FROM || owner === seat)) closed.add(id);
  }
  return closed;
}
