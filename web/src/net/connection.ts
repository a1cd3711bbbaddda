/** The connection to a table: a WebSocket that reconnects by itself, and commands carried out exactly once. */
import type { Ask, Bye, ClientMessage, Hello, Hint, Need, ServerMessage } from "../wire/protocol";
import { randomId } from "./tokens";

export type ConnectionState =
  { is: "connecting" } | { is: "open" } | { is: "waiting"; seconds: number } | { is: "over"; code: string };

/** The server's answer to a command: `code` is null when it was carried out. */
export interface CommandAnswer {
  code: string | null;
  detail: string;
  /** What a refused move would take, where that can be counted. */
  need: Need | null;
  /** What was asked for by `ask-hint`. */
  hint?: Hint;
}

type Command = Exclude<ClientMessage, Hello | { type: "ping" }>;
/** A command without its id, which the connection adds. */
export type CommandBody<T = Command> = T extends Command ? Omit<T, "cid"> : never;

interface Pending {
  text: string;
  /** Whether it is answered only by a hint, which follows when it is acknowledged. */
  hint: boolean;
  settle: (answer: CommandAnswer) => void;
}

export interface Handlers {
  hello(): Hello;
  receive(message: ServerMessage): void;
  state(state: ConnectionState): void;
  /** How a socket is opened and how long pauses are; tests have their own. */
  open?: (table: string) => WebSocket;
}

const QUIET = 20_000;
const SILENCE = 10_000;
const MAX_PAUSE = 30;
/** After these codes reconnecting is pointless. */
const FINAL = new Set(["reload", "unknown-table", "bad-message"]);

export class Connection {
  #handlers: Handlers;
  #socket: WebSocket | null = null;
  #pause = 1;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #pending = new Map<string, Pending>();
  #greeted = false;
  #over = false;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.connect();
  }

  connect(): void {
    if (this.#over) return;
    clearTimeout(this.#retry);
    this.#drop();
    this.#handlers.state({ is: "connecting" });
    const socket = (this.#handlers.open ?? openSocket)(this.#handlers.hello().table);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => socket.send(JSON.stringify(this.#handlers.hello()));
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => socket === this.#socket && this.#lost();
    this.#listen(SILENCE);
  }

  /** Carries out a command; the promise is settled when the server has answered, after however many connections. */
  send(body: CommandBody): Promise<CommandAnswer> {
    const cid = randomId(12);
    const text = JSON.stringify({ ...body, cid });
    return new Promise((settle) => {
      this.#pending.set(cid, { text, settle, hint: body.type === "ask-hint" });
      if (this.#greeted) this.#socket?.send(text);
    });
  }

  ask(body: CommandBody<Ask>): Promise<CommandAnswer> {
    return this.send(body);
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#retry);
    window.removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  #receive(message: ServerMessage): void {
    this.#listen(QUIET);
    switch (message.type) {
      case "welcome":
        this.#greeted = true;
        this.#pause = 1;
        this.#handlers.receive(message);
        this.#handlers.state({ is: "open" });
        for (const { text } of this.#pending.values()) this.#socket?.send(text);
        return;
      case "ack":
        return this.#pending.get(message.cid)?.hint ? undefined : this.#settle(message.cid, { code: null });
      case "hint":
        return this.#settle(message.cid, { code: null, hint: message });
      case "answer":
        return this.#settle(message.cid, { code: message.refusal, need: message.need });
      case "refused":
        if (message.cid !== null && message.cid !== undefined) return this.#settle(message.cid, message);
        return this.#handlers.receive(message);
      case "bye":
        return this.#bye(message);
      default:
        this.#handlers.receive(message);
    }
  }

  #settle(cid: string, { code, detail = "", need = null, hint }: Partial<CommandAnswer>): void {
    this.#pending.get(cid)?.settle({ code: code ?? null, detail, need, ...(hint ? { hint } : {}) });
    this.#pending.delete(cid);
  }

  #bye({ code }: Bye): void {
    if (!FINAL.has(code)) return; // The closing follows, and with it the pause.
    this.close();
    this.#handlers.state({ is: "over", code });
  }

  #lost(): void {
    this.#drop();
    const seconds = this.#pause;
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE);
    this.#handlers.state({ is: "waiting", seconds });
    // Spread out, so that a restarting server is not hit by everybody at once.
    this.#retry = setTimeout(() => this.connect(), 1000 * seconds * (0.75 + 0.5 * Math.random()));
  }

  #drop(): void {
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
  }

  /** Ping a silent connection, and give it up without an answer. */
  #listen(milliseconds: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (milliseconds === SILENCE) return this.#lost();
      this.#socket?.send(JSON.stringify({ type: "ping" }));
      this.#listen(SILENCE);
    }, milliseconds);
  }

  /** Awake or online again: do not wait for the pause to end. */
  #hurry = (): void => {
    if (document.visibilityState === "hidden" || this.#over) return;
    if (!this.#socket) return this.connect();
    if (this.#greeted) {
      this.#socket.send(JSON.stringify({ type: "ping" }));
      this.#listen(SILENCE);
    }
  };
}

/** The table in the address is for proxies, which can send all of a table to one process. */
function openSocket(table: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws?table=${table}`);
}
