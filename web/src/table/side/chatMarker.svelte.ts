/** Which lines of the chat have been seen here. */
import { createContext, untrack } from "svelte";
import type { SaidStep } from "../../wire/protocol";
import type { ShownTable } from "../../game/played.svelte";

export class ChatMarker {
  /** The lines of others that nobody has seen here. */
  unread = $derived.by((): SaidStep[] =>
    this.table.said.filter(({ version, seat }) => version > this.#seen && !this.table.seats.includes(seat)),
  );
  #seen = $state(0);

  /** What was said before one came is no news. */
  constructor(readonly table: ShownTable) {
    untrack(() => this.see());
  }

  see(): void {
    this.#seen = Math.max(this.#seen, this.table.said.at(-1)?.version ?? 0);
  }
}

export const [getChatMarker, setChatMarker] = createContext<ChatMarker>();
