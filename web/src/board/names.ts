/** The names on the board. */
import type { DrawnLabel } from "../wire/protocol";

/** The lines of a name with their places; a language without its own uses the lettering of the board. */
export function nameLines(label: DrawnLabel, language: string): DrawnLabel["texts"][string] {
  return label.texts[language] ?? label.texts[""] ?? [];
}
