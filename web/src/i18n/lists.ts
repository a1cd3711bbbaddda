/** Several things in one sentence, as the language joins them. */
import { translation } from "./translation.svelte";

export function listed(parts: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  return new Intl.ListFormat(translation.language, { type }).format(parts);
}
