/** What the parts of a table share. */
import { createContext } from "svelte";
import type { Intent } from "./intent.svelte";
import type { Moves } from "./moves";
import type { PlayedTable } from "./played.svelte";
import type { RowSignals } from "./rowSignals.svelte";

export const [getPlayed, setPlayed] = createContext<PlayedTable>();
export const [getIntent, setIntent] = createContext<Intent>();
export const [getMoves, setMoves] = createContext<Moves>();
export const [getRowSignals, setRowSignals] = createContext<RowSignals>();
