/** What a person likes, kept in the browser and shared by its tabs. */
import { isLanguage, type Language, preferred } from "../i18n/languages";

export interface Wishes {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  symbols: boolean;
  confirm: "always" | "risky" | "never";
  motion: "auto" | "less";
  keys: boolean;
  sound: boolean;
  cities: "local" | "printed";
  name: string;
  level: string;
}

const KEY = "branchline.settings";

export const USUAL: Wishes = {
  language: "auto",
  theme: "auto",
  symbols: true,
  confirm: "risky",
  motion: "auto",
  keys: true,
  sound: false,
  cities: "local",
  name: "",
  level: "",
};

class Settings {
  wishes = $state<Wishes>({ ...USUAL, ...read() });
  #calm = window.matchMedia?.("(prefers-reduced-motion: reduce)");

  constructor() {
    window.addEventListener("storage", (event) => {
      if (event.key === KEY) Object.assign(this.wishes, USUAL, read());
    });
  }

  get language(): Language {
    const wish = this.wishes.language;
    return isLanguage(wish) ? wish : preferred(navigator.languages);
  }

  /** Whether things may move on the screen. */
  get lively(): boolean {
    return this.wishes.motion === "auto" && !this.#calm?.matches;
  }

  set<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
    this.wishes[name] = value;
    keep(this.wishes);
  }
}

function read(): Partial<Wishes> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Wishes>;
  } catch {
    return {};
  }
}

function keep(wishes: Wishes): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // A browser that keeps nothing forgets the wishes with the page.
  }
}

export const settings = new Settings();
