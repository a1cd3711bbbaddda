/** The settings of a person, kept in the browser and shared by its tabs. */
import { isLanguage, type Language, preferred } from "../i18n/languages";

export interface SettingValues {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  symbols: boolean;
  confirm: "always" | "risky" | "never";
  motion: "auto" | "less";
  keys: boolean;
  sound: boolean;
  /** A notification of the system when it is one's turn and the page is not in sight. */
  notify: boolean;
  vibrate: boolean;
  cities: "local" | "printed";
  name: string;
  level: string;
}

const KEY = "branchline.settings";

export const DEFAULTS: SettingValues = {
  language: "auto",
  theme: "auto",
  symbols: true,
  confirm: "risky",
  motion: "auto",
  keys: true,
  sound: true,
  notify: false,
  vibrate: true,
  cities: "local",
  name: "",
  level: "",
};

class Settings {
  values = $state<SettingValues>({ ...DEFAULTS, ...read() });
  #reducedMotion = window.matchMedia?.("(prefers-reduced-motion: reduce)");

  constructor() {
    window.addEventListener("storage", (event) => {
      if (event.key === KEY) Object.assign(this.values, DEFAULTS, read());
    });
  }

  get language(): Language {
    const chosen = this.values.language;
    return isLanguage(chosen) ? chosen : preferred(navigator.languages);
  }

  /** Whether things may move on the screen. */
  get animated(): boolean {
    return this.values.motion === "auto" && !this.#reducedMotion?.matches;
  }

  set<K extends keyof SettingValues>(name: K, value: SettingValues[K]): void {
    this.values[name] = value;
    keep(this.values);
  }
}

function read(): Partial<SettingValues> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<SettingValues>;
  } catch {
    return {};
  }
}

function keep(values: SettingValues): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Without storage the settings last as long as the page.
  }
}

export const settings = new Settings();
