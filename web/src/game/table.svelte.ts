/** A table: the line to it, how it stands for the seats held here, and what can be done there. */
import type {
  Action,
  BoardView,
  CardView,
  ClockState,
  Outcome,
  SaidStep,
  ServerMessage,
  TableState,
  Update,
  Welcome,
} from "../wire/protocol";
import { Choices } from "./choices";
import { http, Refusal } from "../net/http";
import { type Answered, Line, type LineState, PROTOCOL, type Wish } from "../net/connection";
import { isBoardView, isCardView, SeatLook, type Entry } from "./seat.svelte";
import { Print } from "./print";
import { adoptSeat, tokensFor } from "../net/tokens";

const NOBODY = new Choices([]);

export class Table {
  link = $state.raw<LineState>({ is: "connecting" });
  state = $state.raw<TableState | null>(null);
  print = $state.raw<Print | null>(null);
  seats = $state.raw<number[]>([]);
  looks = $state.raw<SeatLook[]>([]);
  said = $state.raw<SaidStep[]>([]);
  clock = $state.raw<(ClockState & { heard: number }) | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  /** The seat whose look is on the screen. */
  seat = $state<number | null>(null);
  /** The seat to which a shared screen must be handed over before anything of it is shown. */
  curtain = $state<number | null>(null);
  /** Whether the server has become a newer one than this page belongs to. */
  outdated = $state(false);
  /** The decision that a move of ours on its way is the answer to; the next one may be known before the answer is. */
  #sent = $state<number | null>(null);
  /** What the last update brought, for whoever animates or announces it. */
  news = $state.raw<Entry[]>([]);

  look = $derived(this.looks.find((look) => look.seat === this.seat) ?? null);
  choices = $derived(this.curtain === null ? (this.look?.choices ?? NOBODY) : NOBODY);
  view = $derived(this.look?.view ?? null);
  entries = $derived(this.look?.entries ?? []);

  #line: Line;
  #version = 0;
  #server: string | undefined;

  constructor(readonly id: string) {
    adoptSeat(id);
    this.#line = new Line({
      hello: () => ({
        type: "hello",
        protocol: PROTOCOL,
        table: id,
        tokens: tokensFor(id),
        since: this.#version,
      }),
      hear: (message) => this.#hear(message),
      state: (state) => (this.link = state),
    });
  }

  get board(): BoardView | null {
    return this.view && isBoardView(this.view) ? this.view : null;
  }

  get cards(): CardView | null {
    return this.view && isCardView(this.view) ? this.view : null;
  }

  /** Whether a move of ours is on its way. */
  get busy(): boolean {
    return this.#sent !== null && this.#sent === this.look?.decision;
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

  /** The seat that speaks and decides for this screen where no seat is asked. */
  get voice(): number | null {
    return this.seat ?? this.seats[0] ?? null;
  }

  async play(action: Action): Promise<string | null> {
    const decision = this.look?.decision ?? null;
    if (this.seat === null || decision === null || this.busy) return null;
    this.#sent = decision;
    const answer = await this.#line.send({ type: "play", seat: this.seat, decision, action });
    if (this.#sent === decision) this.#sent = null;
    return answer.code;
  }

  /** Why an action is not possible now; null when it is. */
  async why(action: Action): Promise<string | null> {
    if (this.seat === null) return "not-your-seat";
    return (await this.#line.ask({ type: "ask", seat: this.seat, action })).code;
  }

  command(wish: Wish): Promise<Answered> {
    return this.#line.send(wish);
  }

  reveal(): void {
    this.seat = this.curtain;
    this.curtain = null;
  }

  /** A seat was taken here: come again with its token. */
  reconnect(): void {
    this.#version = 0;
    this.#line.connect();
  }

  close(): void {
    this.#line.close();
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "update":
        this.#update(message);
        break;
      case "presence":
        if (this.state) this.state = withPresence(this.state, message);
        break;
      case "pong":
        if (message.version > this.#version) this.#line.connect(); // Something was lost on the way.
    }
  }

  #welcome(welcome: Welcome): void {
    // This page came with the server that it met first; another one brings another page.
    this.#server ??= welcome.server;
    this.outdated = welcome.server !== this.#server;
    const same = welcome.seats.join() === this.seats.join() && this.looks.length > 0;
    if (!same) this.looks = welcome.looks.map((look) => new SeatLook(look.seat));
    if (!welcome.complete) for (const look of this.looks) look.forget();
    this.seats = welcome.seats;
    this.said = welcome.said;
    this.#take(welcome);
    this.outcome = welcome.outcome ?? null;
    if (!same) this.#sit();
    void this.#findPrint(welcome.table);
  }

  #update(update: Update): void {
    const first = update.looks[0]?.steps[0]?.version ?? this.#version + 1;
    if (first > this.#version + 1) return this.#line.connect(); // Something was lost on the way.
    if (first <= this.#version) return;
    const known = this.look?.entries.length ?? 0;
    this.#take(update);
    if (update.outcome) this.outcome = update.outcome;
    const said = update.looks[0]?.steps.filter((step) => step.step === "said") ?? [];
    if (said.length) this.said = [...this.said, ...said].slice(-200);
    this.news = this.entries.slice(known);
  }

  #take(message: Welcome | Update): void {
    this.#version = message.version;
    for (const told of message.looks) this.looks.find((look) => look.seat === told.seat)?.hear(told);
    if (message.table) this.state = message.table;
    else if (this.state?.status === "open" && message.looks.some((look) => look.view !== null))
      this.state = { ...this.state, status: "playing" };
    this.clock = message.clock ? { ...message.clock, heard: performance.now() } : null;
    this.#hand();
  }

  /** Chooses the look to show: the only one, or behind the curtain that of whoever is asked. */
  #sit(): void {
    this.curtain = null;
    if (this.seats.length <= 1) this.seat = this.seats[0] ?? null;
    else {
      this.seat = null;
      this.curtain = this.#asked()[0] ?? this.seats[0] ?? null;
    }
  }

  #asked(): number[] {
    return this.looks
      .filter((look) => look.decision !== null && look.seat !== null)
      .map((look) => look.seat as number);
  }

  #hand(): void {
    if (this.seats.length <= 1 || (this.look && this.look.decision !== null)) return;
    const asked = this.#asked();
    if (this.curtain === null || !asked.includes(this.curtain)) this.curtain = asked[0] ?? this.curtain;
  }

  async #findPrint({ game, edition }: TableState): Promise<void> {
    if (this.print) return;
    try {
      this.print = new Print(await http.board(game, edition));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setTimeout(() => void (this.state && this.#findPrint(this.state)), 3000);
    }
  }
}

function withPresence(
  state: TableState,
  { connected, spectators, host }: { connected: boolean[]; spectators: number; host?: number | null },
): TableState {
  const seats = state.seats.map((seat) => ({ ...seat, connected: connected[seat.seat] ?? seat.connected }));
  return { ...state, seats, spectators, host: host ?? null };
}
