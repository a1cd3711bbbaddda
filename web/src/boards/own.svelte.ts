/** The board files that were opened on this device: kept here, and sent with each table that is made on one. */
import { type Thumb, thumbOf } from "../lobby/thumbs";
import type { BoardOffered, PrintedBoard } from "../wire/protocol";

export interface OwnBoard {
  /** The whole file. */
  text: string;
  offered: BoardOffered;
  thumb: Thumb;
  /** When it was opened last, in milliseconds. */
  at: number;
}

const KEY = "branchline.boards";
const MAX_BOARDS_KEPT = 12;

class OwnBoards {
  all = $state.raw<OwnBoard[]>(read());

  /** Keep a board that the server has drawn. The same file is kept once. */
  keep(text: string, printed: PrintedBoard): OwnBoard | null {
    const { offered, drawing } = printed;
    if (!offered || !drawing) return null;
    const board = { text, offered, thumb: thumbOf(printed, drawing), at: Date.now() };
    this.#write([board, ...this.all.filter((each) => each.offered.file !== offered.file)]);
    return board;
  }

  forget(file: string): void {
    this.#write(this.all.filter((each) => each.offered.file !== file));
  }

  find(file: string): OwnBoard | undefined {
    return this.all.find((each) => each.offered.file === file);
  }

  #write(boards: OwnBoard[]): void {
    this.all = boards.slice(0, MAX_BOARDS_KEPT);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.all));
    } catch {
      // Without storage, or with a full one, the boards last as long as the page.
    }
  }
}

function read(): OwnBoard[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as OwnBoard[];
    return kept.filter(({ text, offered, thumb }) => Boolean(text && offered.facts && thumb));
  } catch {
    return [];
  }
}

export const ownBoards = new OwnBoards();
