/** Which puzzles were solved on this device, and which were missed at first; kept here and nowhere else. */

const KEY = "branchline.puzzles";

export type Result = "solved" | "missed";

class Solved {
  #results = $state.raw<Readonly<Record<string, Result>>>(read());

  of(puzzle: string): Result | null {
    return this.#results[puzzle] ?? null;
  }

  /** The first answer counts; one that was missed can still be solved later. */
  note(puzzle: string, result: Result): void {
    if (this.#results[puzzle] === "solved") return;
    this.#results = { ...this.#results, [puzzle]: result };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#results));
    } catch {
      // Where nothing can be kept, it lasts as long as the page.
    }
  }

  forget(): void {
    this.#results = {};
    localStorage.removeItem(KEY);
  }
}

function read(): Record<string, Result> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const sound = Object.entries(kept).filter(([, result]) => result === "solved" || result === "missed");
    return Object.fromEntries(sound) as Record<string, Result>;
  } catch {
    return {};
  }
}

export const solved = new Solved();
