/** Announce what happens: to screen readers, and where it is wished that it is one's turn. */
import { untrack } from "svelte";
import { notices } from "../ui/notices.svelte";
import type { ChatMarker } from "./side/chatMarker.svelte";
import type { PlayedTable } from "../game/played.svelte";
import { turnText } from "../game/turn";
import { callToTurn, markTab } from "./turnSignals";

const QUIET = new Set(["turn-started", "ticket-deck-changed"]);

/** Call while a component is set up. */
export function announce(played: PlayedTable, chat: ChatMarker): void {
  $effect(() => {
    const said = played.table.news.flatMap(({ event, step }) => {
      if (event) return QUIET.has(event.event) ? [] : [played.prose.event(event)];
      return [played.prose.step(step)];
    });
    if (!said.length) return;
    if (played.choices.any) said.push(turnText(played));
    notices.speak(said.join(" "));
  });

  // Who has the chat open has seen the line already.
  $effect(() => {
    const said = played.table.news.filter(({ step }) => step.step === "said");
    untrack(() => {
      const unread = new Set(chat.unread.map(({ version }) => version));
      for (const { version, step } of said) if (unread.has(version)) notices.show(played.prose.step(step));
    });
  });

  const ours = $derived(played.choices.any);
  $effect(() => {
    markTab(ours);
    if (ours) untrack(() => callToTurn(turnText(played), played.table.id));
    return () => markTab(false);
  });
}
