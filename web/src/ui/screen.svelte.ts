/** Whether the screen is as narrow as a phone held upright. */
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("(max-width: 760px)");
