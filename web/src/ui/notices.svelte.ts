/** Short notices for the eye, and sentences for screen readers. */
import type { Sections } from "../rules/sections";

export interface Notice {
  id: number;
  text: string;
  tone: "plain" | "warn" | "good";
  /** Where the rules say more about it. */
  rule?: Sections | undefined;
}

const SECONDS = 6;

class Notices {
  shown = $state<Notice[]>([]);
  /** What a screen reader says next; repeated texts differ by an invisible character. */
  spoken = $state("");
  #number = 0;
  #last = "";

  show(text: string, tone: Notice["tone"] = "plain", rule?: Sections): void {
    const id = ++this.#number;
    this.shown = [...this.shown.filter((notice) => notice.text !== text), { id, text, tone, rule }].slice(-3);
    setTimeout(() => this.dismiss(id), 1000 * SECONDS);
    this.speak(text);
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((notice) => notice.id !== id);
  }

  speak(text: string): void {
    this.#last = this.#last === text ? `${text}\u00a0` : text;
    this.spoken = this.#last;
  }
}

export const notices = new Notices();
