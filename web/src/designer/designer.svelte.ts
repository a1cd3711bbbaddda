/** A board in the making: its tables, the way back through every step, and what the server says and draws of it. */
import { http, Refusal } from "../net/http";
import { randomId } from "../net/tokens";
import type { DesignFault, PrintedBoard } from "../wire/protocol";
import { BalanceRun } from "./balance.svelte";
import { difference, redone, type Step, undone } from "./history";
import { keep, type KeptDesign, type KeptVersion } from "./keep";
import { isOnEarth } from "./map/projection";
import { type BoardTables, completed, put } from "./tables";

export type Tool = "select" | "city" | "route" | "ticket";
export type Selection =
  { kind: "city"; id: string } | { kind: "route"; index: number } | { kind: "ticket"; index: number } | null;
export type Tab = "city" | "route" | "ticket" | "rules" | "board" | "balance" | "versions";

const CHECK_AFTER = 350;
const DRAW_AFTER = 600;
const PATIENCE = 4000;

export class Designer {
  tables = $state.raw<BoardTables>() as BoardTables;
  /** The file with these tables; null while the server has not said it yet. */
  text = $state.raw<string | null>(null);
  faults = $state.raw<DesignFault[]>([]);
  printed = $state.raw<PrintedBoard | null>(null);
  /** The server is asked, or will be. */
  checking = $state(true);
  drawing = $state(false);
  /** The server could not draw the board as it is now. */
  undrawn = $state(false);
  /** Why the server does not say or draw anything just now: the code of a refusal. */
  refused = $state<string | null>(null);
  tool = $state<Tool>("city");
  tab = $state<Tab>("city");
  selection = $state.raw<Selection>(null);
  /** The city from which a route or a ticket has been begun. */
  begun = $state<string | null>(null);
  versions = $state.raw<KeptVersion[]>([]);
  position = $state(0);
  #steps = $state.raw<Step[]>([]);
  readonly id: string;
  readonly source: string;
  readonly sheet: "earth" | "plane";
  readonly balance = new BalanceRun(this);
  #check: ReturnType<typeof setTimeout> | undefined;
  #draw: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #drawn = "";
  #closed = false;

  constructor(kept: KeptDesign, steps: Step[] = [], versions: KeptVersion[] = []) {
    this.id = kept.id;
    this.source = kept.source;
    this.sheet = kept.sheet;
    this.tables = kept.tables;
    this.position = kept.position;
    this.#steps = steps;
    this.versions = versions;
    if (kept.tables.city.length > 1) this.tool = "select";
    this.#later(0);
  }

  /** A board that is new on this device. */
  static begin(source: string, tables: Record<string, unknown>, sheet?: "earth" | "plane"): Designer {
    const whole = completed(tables);
    const found = sheet ?? (isOnEarth(whole.city.map((city) => city.at)) ? "earth" : "plane");
    const kept = { id: randomId(), source, tables: whole, position: 0, sheet: found, updated: Date.now() };
    void keep.design(kept);
    return new Designer(kept);
  }

  static async open(kept: KeptDesign): Promise<Designer> {
    const [steps, versions] = await Promise.all([keep.steps(kept.id), keep.versions(kept.id)]);
    return new Designer(
      kept,
      steps.map(({ step }) => step),
      versions,
    );
  }

  get canUndo(): boolean {
    return this.position > 0;
  }

  get canRedo(): boolean {
    return this.position < this.#steps.length;
  }

  /** Whether it can be played: the server has found nothing wrong with what is there now. */
  get sound(): boolean {
    return !this.checking && this.text !== null && !this.faults.length;
  }

  /** Do a step. What had been undone is forgotten. */
  change(tables: BoardTables): void {
    const step = difference(this.tables, tables);
    if (!step.length) return;
    this.#steps = [...this.#steps.slice(0, this.position), step];
    this.position++;
    this.#show(tables);
    void keep.step(this.#kept(), step);
  }

  undo(): void {
    const step = this.#steps[this.position - 1];
    if (!step) return;
    this.position--;
    this.#show(undone(this.tables, step));
    void keep.design(this.#kept());
  }

  redo(): void {
    const step = this.#steps[this.position];
    if (!step) return;
    this.position++;
    this.#show(redone(this.tables, step));
    void keep.design(this.#kept());
  }

  /** Set right what a fault says. */
  mend(fault: DesignFault): void {
    this.change(fault.mend.reduce((tables, { path, value }) => put(tables, path, value), this.tables));
  }

  select(selection: Selection): void {
    this.selection = selection;
    if (selection) this.tab = selection.kind;
  }

  keepVersion(name: string): void {
    const version = { design: this.id, at: Date.now(), name, tables: this.tables };
    this.versions = [...this.versions, version];
    void keep.version($state.snapshot(version) as KeptVersion);
  }

  close(): void {
    this.#closed = true;
    this.balance.stop();
    clearTimeout(this.#check);
    clearTimeout(this.#draw);
  }

  /** The text of the file with all that has been done, once the server has written it. */
  async file(): Promise<string> {
    while (this.checking && !this.refused) await new Promise((resolve) => setTimeout(resolve, 50));
    if (this.text === null) throw new Refusal(this.refused ?? "unavailable");
    return this.text;
  }

  #show(tables: BoardTables): void {
    this.tables = tables;
    const { selection } = this;
    const gone =
      (selection?.kind === "city" && !tables.city.some((city) => city.id === selection.id)) ||
      (selection?.kind === "route" && !tables.route[selection.index]) ||
      (selection?.kind === "ticket" && !tables.ticket[selection.index]);
    if (gone) this.selection = null;
    if (this.begun !== null && !tables.city.some((city) => city.id === this.begun)) this.begun = null;
    this.#later(CHECK_AFTER);
  }

  #kept(): KeptDesign {
    const { id, source, tables, position, sheet } = this;
    return { id, source, tables, position, sheet, updated: Date.now() };
  }

  #later(wait: number): void {
    this.checking = true;
    clearTimeout(this.#check);
    clearTimeout(this.#draw);
    this.#check = setTimeout(() => void this.#judge(), wait);
  }

  async #judge(): Promise<void> {
    const number = ++this.#asked;
    const asked = this.tables;
    try {
      const found = await http.design(this.source, asked);
      if (number !== this.#asked || asked !== this.tables || this.#closed) return;
      this.text = found.text;
      this.faults = found.faults;
      this.checking = false;
      this.refused = null;
      if (found.drawable) this.#draw = setTimeout(() => void this.#paint(found.text), DRAW_AFTER);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#closed || number !== this.#asked) return;
      this.refused = error.code;
      this.#check = setTimeout(() => void this.#judge(), PATIENCE);
    }
  }

  async #paint(text: string): Promise<void> {
    const { city, route, palette, game } = this.tables;
    const key = JSON.stringify([city, route, palette, game]);
    if (key === this.#drawn || this.drawing) return;
    this.drawing = true;
    try {
      this.printed = await http.drawDesign(text);
      this.#drawn = key;
      this.undrawn = false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "too-fast") this.undrawn = true;
      else if (!this.#closed) setTimeout(() => this.#repaint(), PATIENCE);
    } finally {
      this.drawing = false;
    }
    if (!this.undrawn && this.text !== text) this.#repaint();
  }

  /** Something has changed while a drawing was made. */
  #repaint(): void {
    if (this.#closed || this.checking || this.text === null) return;
    void this.#paint(this.text);
  }
}
