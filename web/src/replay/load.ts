/** Fetch a game to be replayed: from a finished table, or from a record in a file. */
import { http } from "../net/http";
import { Print } from "../game/print";
import type { Replay, SeatState, Step } from "../wire/protocol";
import { Playback } from "./playback.svelte";

/** A table of this server, or the text of a record. */
export type Source = { is: "table"; table: string } | { is: "record"; text: string };

/** All hands open, what a spectator sees, or what a seat sees. */
export type Viewpoint = "open" | "watch" | number;

export async function load(source: Source, viewpoint: Viewpoint, language: string): Promise<Playback> {
  const query = viewpoint === "open" ? "open=1" : viewpoint === "watch" ? "" : `seat=${viewpoint}`;
  if (source.is === "record") {
    const replay = await http.replayRecord(source.text, query);
    const print = await (replay.file ? printIn(source.text, replay) : printOf(replay));
    return new Playback(replay.proof?.table ?? "", replay, print, replay.names.map(seatOf));
  }
  const [replay, state, answer] = await Promise.all([
    http.replay(source.table, query),
    http.table(source.table),
    http.reasons(source.table, language),
  ]);
  const reasons = reasonsOf(answer.steps);
  const fitting = reasons.length === replay.frames.length ? reasons : [];
  const seatStates = state.seats.map((seat) => ({ ...seat, connected: true, away: null }));
  return new Playback(source.table, replay, await printOf(replay), seatStates, fitting);
}

async function printOf(replay: Replay): Promise<Print> {
  return new Print(await http.board(replay));
}

/** The board that a record carries; this server may never have seen it. */
async function printIn(record: string, { edition }: Replay): Promise<Print> {
  const { board_file } = JSON.parse(record) as { board_file: string };
  return new Print(await http.drawBoard(board_file, edition));
}

function seatOf(name: string, seat: number): SeatState {
  const nobody = { level: "", away: null, muted: false, entropy: false, hints: 0 };
  return { seat, kind: "person", name, connected: true, ...nobody };
}

/** The reasons of bots for the moves that were not taken back; the deal comes first and has none. */
export function reasonsOf(steps: readonly Step[]): (string | null)[] {
  let moved: { version: number; why: string | null }[] = [];
  for (const step of steps) {
    if (step.step === "played") moved.push({ version: step.version, why: step.why });
    if (step.step === "taken-back") moved = moved.filter(({ version }) => version <= step.to);
  }
  return [null, ...moved.map(({ why }) => why)];
}

/** A link names a move as `#move=12`. */
export function moveIn(hash: string): number | null {
  const found = /^#move=(\d{1,5})$/.exec(hash)?.[1];
  return found === undefined ? null : Number(found);
}
