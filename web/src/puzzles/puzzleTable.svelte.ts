/** A puzzle in the role of a table: its position, what may be done there, and the answer instead of a next move. */
import { Choices } from "../game/choices";
import type { Print } from "../game/print";
import { Playback } from "../replay/playback.svelte";
import type { Action, PuzzleShown, SeatState } from "../wire/protocol";
import { isSameAnswer } from "./answer";

const NOTHING = new Choices([]);

export class PuzzleTable extends Playback {
  answered = $state.raw<Action | null>(null);
  #asked: Choices;

  constructor(
    readonly puzzle: PuzzleShown,
    print: Print,
    seatStates: readonly SeatState[],
  ) {
    super(puzzle.id, puzzle.replay, print, seatStates);
    this.#asked = new Choices(puzzle.choices);
    this.go(this.last);
  }

  override get seats(): number[] {
    return [this.puzzle.seat];
  }

  override get choices(): Choices {
    return this.answered ? NOTHING : this.#asked;
  }

  override get mayAct(): boolean {
    return this.answered === null;
  }

  override get spectating(): boolean {
    return false;
  }

  /** The place of a move among those that were measured; -1 where it is none of them. */
  place(action: Action): number {
    const display = this.view?.display ?? [];
    return this.puzzle.moves.findIndex((move) => isSameAnswer(move.action, action, display));
  }

  override play(action: Action): Promise<null> {
    this.answered = action;
    return Promise.resolve(null);
  }

  again(): void {
    this.answered = null;
  }
}
