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
    return this.levels[Math.floor((this.levels.length - 1) / 2)] ?? "random";
  }

  async load(): Promise<void> {
    if (this.all) return;
    try {
      const all = await http.offers();
      this.all = { ...all, boards: all.boards.toSorted(mainBoardsFirst) };
      if (this.all.protocol !== PROTOCOL && mayReload()) location.reload(); // This page is out of date.
      this.failed = false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.failed = true;
      setTimeout(() => void this.load(), 3000);
    }
  }

  /** A board on offer. A board of somebody's own may have the id of another one; its file tells them apart. */
  board({ board, file = "" }: { board: string; file?: string }): BoardOffered | undefined {
    return this.boards.find((each) => each.board === board && each.file === file);
  }

  /** The name of a board in the language that is spoken; of one that is not on offer, the name that it brings. */
  name(of: { board: string; file?: string; name?: string }): string {
    const found = this.board(of);
    return found ? named(found) : of.name || of.board;
  }

  edition({ edition, ...of }: { board: string; file?: string; edition: string }): string {
    const found = this.board(of)?.editions.find((each) => each.id === edition);
    return found ? named(found) : edition;
  }

  level(level: string): string {
    return knows(`bot.${level}`) ? say(`bot.${level}`) : level;
  }
}

/** The boards that games have their names from come before others of their kinds. */
function mainBoardsFirst(one: BoardOffered, two: BoardOffered): number {
  return Number(one.board !== one.game) - Number(two.board !== two.game);
}

export const offers = new GameOffers();
