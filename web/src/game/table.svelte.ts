/** A table: the connection to it, how it stands for the seats held here, and what can be done there. */
import {
  type Action,
  type BoardView,
  type CardView,
  type ClockState,
  type Hint,
  type Need,
  type Outcome,
  PROTOCOL,
  type SaidStep,
  type ServerMessage,
  type TableState,
  type Update,
  type Welcome,
} from "../wire/protocol";
import { Choices } from "./choices";
import { http, Refusal } from "../net/http";
import { type CommandAnswer, Connection, type ConnectionState, type CommandBody } from "../net/connection";
import { isBoardView, isCardView, SeatView, type Entry } from "./seat.svelte";
import { Print } from "./print";
import { adoptSeat, tokensFor } from "../net/tokens";

/** Why something is not possible: the code has a sentence, `need` says what it would take. */
export interface WhyNot {
  code: string;
  need: Need | null;
}

const NOBODY = new Choices([]);
const NOBODY_WAITS = { seconds: [], receivedAt: 0 };

export class Table {
  connection = $state.raw<ConnectionState>({ is: "connecting" });
  state = $state.raw<TableState | null>(null);
  print = $state.raw<Print | null>(null);
  seats = $state.raw<number[]>([]);
  seatViews = $state.raw<SeatView[]>([]);
  said = $state.raw<SaidStep[]>([]);
  clock = $state.raw<(ClockState & { receivedAt: number }) | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  /** For each seat, after how many seconds somebody may ask for a stand-in; null where nobody may. */
  replaceable = $state.raw<{ seconds: (number | null)[]; receivedAt: number }>(NOBODY_WAITS);
  /** The seat whose view is on the screen. */
  seat = $state<number | null>(null);
  /** The seat to which a shared screen must be handed over before anything of it is shown. */
  curtain = $state<number | null>(null);
  /** Whether the server is newer than this page. */
  outdated = $state(false);
  /** The decision that our pending move answers; the next one may arrive before the answer does. */
  #sent = $state<number | null>(null);
  /** The entries of the last update, to be animated and announced. */
  news = $state.raw<Entry[]>([]);

  seatView = $derived(this.seatViews.find((each) => each.seat === this.seat) ?? null);
  choices = $derived(this.curtain === null ? (this.seatView?.choices ?? NOBODY) : NOBODY);
  view = $derived(this.seatView?.view ?? null);
  actors = $derived(this.seatView?.actors ?? []);
  entries = $derived(this.seatView?.entries ?? []);

  #connection: Connection;
  #version = 0;
  #server: string | undefined;

  constructor(readonly id: string) {
    adoptSeat(id);
    this.#connection = new Connection({
      hello: () => ({
        type: "hello",
        protocol: PROTOCOL,
        table: id,
        tokens: tokensFor(id),
        since: this.#version,
      }),
      receive: (message) => this.#receive(message),
      state: (state) => (this.connection = state),
    });
  }

  get board(): BoardView | null {
    return this.view && isBoardView(this.view) ? this.view : null;
  }

  get cards(): CardView | null {
    return this.view && isCardView(this.view) ? this.view : null;
  }

  /** Whether our move is pending. */
  get busy(): boolean {
    return this.#sent !== null && this.#sent === this.seatView?.decision;
  }

  get mayAct(): boolean {
    return this.choices.any && !this.busy;
  }

  get spectating(): boolean {
    return this.seats.length === 0;
  }

  get isHost(): boolean {
    const host = this.state?.host;
    return host !== null && host !== undefined && this.seats.includes(host);
  }

  /** The seat that chats and commands from this screen when none must decide. */
  get speakingSeat(): number | null {
    return this.seat ?? this.seats[0] ?? null;
  }

  /** Carry out an action; null when it is done. */
  async play(action: Action): Promise<WhyNot | null> {
    const decision = this.seatView?.decision ?? null;
    if (this.seat === null || decision === null || this.busy) return null;
    this.#sent = decision;
    const answer = await this.#connection.send({ type: "play", seat: this.seat, decision, action });
    if (this.#sent === decision) this.#sent = null;
    return whyNot(answer);
  }

  /** Why an action is not possible now; null when it is. */
  async why(action: Action): Promise<WhyNot | null> {
    if (this.seat === null) return { code: "not-your-seat", need: null };
    return whyNot(await this.#connection.ask({ type: "ask", seat: this.seat, action }));
  }

  /** What a bot would do in this place: the hint, or why there is none. */
  async hint(language: string): Promise<Hint | WhyNot> {
    const decision = this.seatView?.decision ?? null;
    if (this.seat === null || decision === null) return { code: "not-your-turn", need: null };
    const body = { type: "ask-hint", seat: this.seat, decision, language } as const;
    const answer = await this.#connection.send(body);
    return answer.hint ?? { code: answer.code ?? "unavailable", need: null };
  }

  command(body: CommandBody): Promise<CommandAnswer> {
    return this.#connection.send(body);
  }

  reveal(): void {
    this.seat = this.curtain;
    this.curtain = null;
  }

  /** Connect again after taking a seat, now with its token. */
  reconnect(): void {
    this.#version = 0;
    this.#connection.connect();
  }

  close(): void {
    this.#connection.close();
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "update":
        this.#update(message);
        break;
      case "presence":
        if (this.state) this.state = withPresence(this.state, message);
        this.#wait(message.replaceable);
        break;
      case "pong":
        if (message.version > this.#version) this.#connection.connect(); // Something was lost on the way.
    }
  }

  #welcome(welcome: Welcome): void {
    // The page belongs to the server version that it met first; another version has another page.
    this.#server ??= welcome.server;
    this.outdated = welcome.server !== this.#server;
    const same = welcome.seats.join() === this.seats.join() && this.seatViews.length > 0;
    if (!same) this.seatViews = welcome.updates.map((look) => new SeatView(look.seat));
    if (!welcome.complete) for (const each of this.seatViews) each.forget();
    this.seats = welcome.seats;
    this.said = welcome.said;
    this.#take(welcome);
    this.outcome = welcome.outcome ?? null;
    if (!same) this.#sit();
    void this.#findPrint(welcome.table);
  }

  #update(update: Update): void {
    const first = update.updates[0]?.steps[0]?.version ?? this.#version + 1;
    if (first > this.#version + 1) return this.#connection.connect(); // Something was lost on the way.
    if (first <= this.#version) return;
    const known = this.seatView?.entries.length ?? 0;
    this.#take(update);
    if (update.outcome) this.outcome = update.outcome;
    const said = update.updates[0]?.steps.filter((step) => step.step === "said") ?? [];
    if (said.length) this.said = [...this.said, ...said].slice(-200);
    this.news = this.entries.slice(known);
  }

  #take(message: Welcome | Update): void {
    this.#version = message.version;
    for (const look of message.updates) this.seatViews.find((each) => each.seat === look.seat)?.receive(look);
    if (message.table) this.state = message.table;
    else if (this.state?.status === "open" && message.updates.some((look) => look.view !== null))
      this.state = { ...this.state, status: "playing" };
    this.clock = message.clock ? { ...message.clock, receivedAt: performance.now() } : null;
    this.#wait(message.replaceable);
    this.#hand();
  }

  #wait(seconds: (number | null)[] | undefined): void {
    this.replaceable = seconds?.length ? { seconds, receivedAt: performance.now() } : NOBODY_WAITS;
  }

  /** Choose the view to show: the only one, or behind the curtain that of the seat that must decide. */
  #sit(): void {
    this.curtain = null;
    if (this.seats.length <= 1) this.seat = this.seats[0] ?? null;
    else {
      this.seat = null;
      this.curtain = this.#deciding()[0] ?? this.seats[0] ?? null;
    }
  }

  #deciding(): number[] {
    return this.seatViews
      .filter((each) => each.decision !== null && each.seat !== null)
      .map((each) => each.seat as number);
  }

  #hand(): void {
    if (this.seats.length <= 1 || (this.seatView && this.seatView.decision !== null)) return;
    const deciding = this.#deciding();
    if (this.curtain === null || !deciding.includes(this.curtain)) this.curtain = deciding[0] ?? this.curtain;
  }

  async #findPrint(state: TableState): Promise<void> {
    if (this.print) return;
    try {
      this.print = new Print(await http.board(state));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setTimeout(() => void (this.state && this.#findPrint(this.state)), 3000);
    }
  }
}

function whyNot({ code, need }: CommandAnswer): WhyNot | null {
  return code === null ? null : { code, need };
}

function withPresence(
  state: TableState,
  { connected, spectators, host }: { connected: boolean[]; spectators: number; host?: number | null },
): TableState {
  const seats = state.seats.map((seat) => ({ ...seat, connected: connected[seat.seat] ?? seat.connected }));
  return { ...state, seats, spectators, host: host ?? null };
}
