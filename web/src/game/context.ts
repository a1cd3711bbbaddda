/** What the parts of a table share. */
import { createContext } from "svelte";
import type { Desk } from "./intent.svelte";
import type { Moves } from "./moves";
import type { Room } from "./played.svelte";

export const [getRoom, setRoom] = createContext<Room>();
export const [getDesk, setDesk] = createContext<Desk>();
export const [getMoves, setMoves] = createContext<Moves>();
