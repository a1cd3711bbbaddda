/** A socket whose other end is the test. */
import { vi } from "vitest";
import type { ClientMessage, ServerMessage } from "../src/wire/protocol";

export class TestSocket {
  static all: TestSocket[] = [];
  static get last(): TestSocket {
    const socket = TestSocket.all.at(-1);
    if (!socket) throw new Error("nobody has called");
    return socket;
  }

  sent: ClientMessage[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    TestSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  /** The connection is open. */
  open(): this {
    this.onopen?.();
    return this;
  }

  say(message: ServerMessage): this {
    this.onmessage?.({ data: JSON.stringify(message) });
    return this;
  }

  /** The connection breaks. */
  lose(): void {
    this.onclose?.();
  }

  ofType<T extends ClientMessage["type"]>(type: T): Extract<ClientMessage, { type: T }>[] {
    return this.sent.filter((message) => message.type === type) as Extract<ClientMessage, { type: T }>[];
  }
}

/** All sockets of the page are test sockets from now on. */
export function useTestSockets(): void {
  TestSocket.all = [];
  vi.stubGlobal("WebSocket", TestSocket);
}
