/** A replayed game in the role of a table, at any of its moves. Everything comes from the server. */
import { Choices } from "../game/choices";
import { type Entry, isBoardView, isCardView } from "../game/seat.svelte";
import type { ConnectionState } from "../net/connection";
import type { Print } from "../game/print";
import type { ShownTable } from "../game/played.svelte";
import type { WhyNot } from "../game/table.svelte";
import type { Action, BoardView, CardView, Own, Replay, SeatState, TableState, View } from "../wire/protocol";

const NOTHING = new Choices([]);
const OPEN: ConnectionState = { is: "open" };

export class Playback implements ShownTable {
  readonly replaceable = { seconds: [], receivedAt: 0 };
  /** The number of the move that is shown; 0 is the deal. */
  at = $state(0);
  /** Whether the last step went forward by one, so that what is new may be animated. */
  #ahead = $state(false);

  view = $derived.by(() => this.#views[this.at] ?? null);
  actors = $derived.by(() => this.replay.frames[this.at]?.actors ?? []);
  state = $derived.by(() =>
    this.#table(this.at < this.last || !this.replay.outcome ? "playing" : "finished"),
  );
  entries = $derived.by(() => this.moves.slice(0, this.at + 1).flat());
  news = $derived.by(() => (this.#ahead ? (this.moves[this.at] ?? []) : []));
  outcome = $derived.by(() => (this.at === this.last ? this.replay.outcome : null));

  /** What happened in each move. */
  readonly moves: readonly Entry[][];
  #views: readonly View[];
  #hands: readonly (readonly Own[])[];

  constructor(
    readonly id: string,
    readonly replay: Replay,
    readonly print: Print,
    readonly seatStates: readonly SeatState[],
    /** What bots say about their moves, by the number of the move. */
    readonly reasons: readonly (string | null)[] = [],
  ) {
    this.#views = replay.frames.reduce<View[]>(
      (views, frame) => [...views, { ...views.at(-1), ...frame.changed } as View],
      [],
    );
    this.#hands = replay.frames.reduce<(readonly Own[])[]>(
      (hands, frame) => [...hands, frame.hands ?? hands.at(-1) ?? []],
      [],
    );
    this.moves = replay.frames.map(({ events, seat }, version) =>
      events.map((event) => ({
        version,
        at: 0,
        step:
          seat === null
            ? { step: "started", version, at: 0, events }
            : { step: "played", version, at: 0, seat, by: "person", events, why: null },
        event,
        undone: false,
      })),
    );
  }

  get last(): number {
    return this.moves.length - 1;
  }

  /** What every seat holds, where all hands are open. */
  get hands(): readonly Own[] {
    return this.#hands[this.at] ?? [];
  }

  go(move: number): void {
    const to = Math.min(Math.max(Math.round(move), 0), this.last);
    this.#ahead = to === this.at + 1;
    this.at = to;
  }

  #table(status: TableState["status"]): TableState {
    const { board, file, game, edition, options } = this.replay;
    return {
      table: this.id,
      version: this.at,
      status,
      public: false,
      board,
      file,
      name: this.print.printed.name,
      game,
      edition,
      options,
      clock: { kind: "none" },
      pace: 0,
      host: null,
      seats: [...this.seatStates],
      spectators: 0,
      fairness: { commitment: "", entropy: [], secret: null, seed: null },
      created: 0,
      takeback: null,
      rematch: null,
      retired: null,
      points: [],
      guide: false,
      hints: false,
      taken_over: null,
      daily: "",
    };
  }

  // Nobody plays here: the viewer holds no seat, and nothing can be done.
  readonly connection = OPEN;
  readonly seatViews = [];
  readonly said = [];
  readonly clock = null;
  readonly curtain = null;
  readonly seatView = null;
  readonly busy = false;
  readonly isHost = false;
  readonly speakingSeat = null;

  get seats(): number[] {
    return [];
  }

  get choices(): Choices {
    return NOTHING;
  }

  get mayAct(): boolean {
    return false;
  }

  get spectating(): boolean {
    return true;
  }

  /** The seat whose viewpoint is shown. */
  get seat(): number | null {
    return this.replay.seat;
  }

  get board(): BoardView | null {
    return this.view && isBoardView(this.view) ? this.view : null;
  }

  get cards(): CardView | null {
    return this.view && isCardView(this.view) ? this.view : null;
  }

  play(action: Action): Promise<WhyNot | null> {
    void action;
    return Promise.resolve(null);
  }

  why = () => Promise.resolve(null);
  hint = () => Promise.resolve({ code: "not-your-turn", need: null });
  command = () => Promise.resolve({ code: null, detail: "", need: null });
  reveal = () => undefined;
  reconnect = () => undefined;
  close = () => undefined;
}
