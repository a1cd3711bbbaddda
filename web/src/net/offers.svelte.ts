/** The games and bots that the server offers, fetched once. */
import { type GameOffered, type Offers, PROTOCOL } from "../wire/protocol";
import { http, Refusal } from "./http";
import { mayReload } from "./reload";
import { knows, named, say } from "../i18n/translation.svelte";

class GameOffers {
  all = $state.raw<Offers | null>(null);
  failed = $state(false);

  get games(): GameOffered[] {
    return this.all?.games ?? [];
  }

  get levels(): string[] {
    return this.all?.levels ?? [];
  }

  /** The level that is proposed: neither the weakest nor the strongest. */
  get defaultLevel(): string {
    return this.levels[Math.floor(this.levels.length / 2)] ?? "random";
  }

  async load(): Promise<void> {
    if (this.all) return;
    try {
      this.all = await http.offers();
      if (this.all.protocol !== PROTOCOL && mayReload()) location.reload(); // This page is out of date.
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
    return knows(`bot.${level}`) ? say(`bot.${level}`) : level;
  }
}

export const offers = new GameOffers();
