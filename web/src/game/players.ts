/** Who sits where: names, and the color and mark of each player's pieces. */
import type { SeatState } from "../wire/protocol";

/** Bots have first names so that people can talk about them. */
const BOTS = ["Ada", "Bruno", "Cleo", "Dario", "Edda"];

/** The marks of the players' pieces; each is a shape of its own, told apart without color. */
export const MARKS = ["disc", "triangle", "square", "diamond", "cross"] as const;

export function playerName(seat: Pick<SeatState, "seat" | "kind" | "name">, open: string): string {
  if (seat.kind === "open") return open;
  if (seat.name) return seat.name;
  return BOTS[seat.seat % BOTS.length] ?? "Bot";
}

export function markOf(seat: number): (typeof MARKS)[number] {
  return MARKS[seat % MARKS.length] ?? "disc";
}
