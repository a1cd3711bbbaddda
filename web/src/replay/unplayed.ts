/** A board or a set of cards that nobody plays on: what shows a table can show it. */
import { PlayedTable } from "../game/played.svelte";
import type { Print } from "../game/print";
import { Playback } from "./playback.svelte";

export function unplayed(print: Print): PlayedTable {
  const { id: board, file, game, edition, digest } = print.printed;
  const replay = {
    board,
    file,
    game,
    edition,
    digest,
    options: { first: null, open_stacks: false },
    names: [],
    seat: null,
    open: false,
    frames: [],
    outcome: null,
    seed: "",
    proof: null,
    differences: [],
  };
  return new PlayedTable(new Playback("", replay, print, []), print);
}
