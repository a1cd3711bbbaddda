/** What can be played here, asked once. */
import type { GameOffered, Offers } from "../wire/protocol";
import { http, Refusal } from "./http";
import { knows, named, say } from "./speech.svelte";

class Offered {
  all = $state.raw<Offers | null>(null);
  failed = $state(false);

  get games(): GameOffered[] {
    return this.all?.games ?? [];
  }

  get levels(): string[] {
    return this.all?.levels ?? [];
  }

  async load(): Promise<void> {
    if (this.all) return;
    try {
      this.all = await http.offers();
      this.failed = false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.failed = true;
      setTimeout(() => void this.load(), 3000);
    }
  }

  game(id: string): GameOffered | undefined {
    return this.games.find((game) => game.game === id);
  }

  edition(game: string, edition: string): string {
    const found = this.game(game)?.editions.find((each) => each.id === edition);
    return found ? named(found) : edition;
  }

  level(level: string): string {
    return knows(`level.${level}`) ? say(`level.${level}`) : level;
  }
}

export const offers = new Offered();
