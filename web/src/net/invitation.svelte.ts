/** What the server says about invitations: the address that guests need, and whether others can be let in from here. */
import type { Invitation } from "../wire/protocol";
import { http, Refusal } from "./http";
import { type Reach, reachOf } from "./reach";

class ServerInvitation {
  #told = $state.raw<Invitation | null>(null);
  /** Which of several addresses was chosen. */
  chosen = $state("");

  /** Nothing before the server has answered. */
  get reach(): Reach | null {
    return this.#told && reachOf(this.#told, location.origin);
  }

  get canOpen(): boolean {
    return this.reach?.is === "machine" && this.#told !== null && this.#told.can_open;
  }

  /** What links to this server begin with. */
  get base(): string {
    const bases = this.reach?.bases ?? [];
    return bases.includes(this.chosen) ? this.chosen : (bases[0] ?? location.origin);
  }

  async load(): Promise<void> {
    try {
      this.#told = await http.invitation();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // The link is then the one by which this page was opened.
    }
  }

  /** Let others in the network in; a refusal says why not. */
  async open(): Promise<void> {
    this.#told = await http.openToNetwork();
  }
}

export const invitation = new ServerInvitation();
