/** From a board in the making to a table: against bots at once, or with seats for friends. */
import { ownBoards } from "../boards/own.svelte";
import { t } from "../i18n/translation.svelte";
import { http } from "../net/http";
import { offers } from "../net/offers.svelte";
import { holdSeat, randomHex, randomId } from "../net/tokens";
import { settings } from "../settings/settings.svelte";
import type { BoardOffered, NewTable, Seated } from "../wire/protocol";

const OPPONENTS = 2;

function me() {
  return { kind: "mine" as const, name: settings.values.name || t("player.someone") };
}

/** Keep the board among one's own, as the server has drawn it. */
export async function keepBoard(text: string): Promise<BoardOffered> {
  const printed = await http.drawBoard(text);
  ownBoards.keep(text, printed);
  if (!printed.offered) throw new Error("a board of one's own comes without an offer");
  return printed.offered;
}

export async function playNow(text: string): Promise<Seated> {
  const board = await keepBoard(text);
  await offers.load();
  const { level } = settings.values;
  const chosen = offers.levels.includes(level) ? level : offers.defaultLevel;
  const bots = Math.min(OPPONENTS, Math.max(...board.seat_counts) - 1);
  const seats = [me(), ...Array.from({ length: bots }, () => ({ kind: "bot" as const, level: chosen }))];
  return open(board, { file: text, seats, entropy: randomHex(), start: true });
}

/** A table that waits for a friend. Its board can be read by whoever has the link to the file. */
export async function invite(text: string): Promise<{ seated: Seated; file: string }> {
  const board = await keepBoard(text);
  const most = Math.min(3, Math.max(...board.seat_counts));
  const seats = [me(), ...Array.from({ length: most - 1 }, () => ({ kind: "open" as const }))];
  return { seated: await open(board, { file: text, seats, entropy: randomHex() }), file: board.file };
}

async function open(board: BoardOffered, table: Omit<NewTable, "cid" | "board">): Promise<Seated> {
  const seated = await http.open({ cid: randomId(), board: board.board, ...table });
  holdSeat(seated.table, seated.token, board.board);
  return seated;
}
