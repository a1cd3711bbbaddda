/** Points in figures, with a real minus. */

/** Points as they are added: with their sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** Points as they stand. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
