/** The boards and bots that the server offers, fetched once. */
import { type BoardOffered, type Offers, PROTOCOL } from "../wire/protocol";
import { http, Refusal } from "./http";
import { mayReload } from "./reload";
import { knows, named, say } from "../i18n/translation.svelte";

class GameOffers {
  all = $state.raw<Offers | null>(null);
  failed = $state(false);

  get boards(): BoardOffered[] {
    return this.all?.boards ?? [];
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

  board(id: string): BoardOffered | undefined {
    return this.boards.find((each) => each.board === id);
  }

  /** The name of a board in the language that is spoken; nothing for a board that is not on offer. */
  name(board: string): string | undefined {
    const found = this.board(board);
    return found && named(found);
  }

  edition(board: string, edition: string): string {
    const found = this.board(board)?.editions.find((each) => each.id === edition);
    return found ? named(found) : edition;
  }

  level(level: string): string {
    return knows(`bot.${level}`) ? say(`bot.${level}`) : level;
  }
}

export const offers = new GameOffers();
