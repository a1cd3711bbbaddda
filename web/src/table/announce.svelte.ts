/** Announce what happens: to screen readers, in the title of the page, and with a sound where it is switched on. */
import { notices } from "../ui/notices.svelte";
import type { PlayedTable } from "../game/played.svelte";
import { settings } from "../settings/settings.svelte";
import { t } from "../i18n/translation.svelte";
import { chime } from "./sound";
import { turnText } from "../game/turn";

const QUIET = new Set(["turn-started", "ticket-deck-changed"]);

/** Call while a component is set up. */
export function announce(played: PlayedTable): void {
  $effect(() => {
    const said = played.table.news.flatMap(({ event, step }) => {
      if (event) return QUIET.has(event.event) ? [] : [played.prose.event(event)];
      return [played.prose.step(step)];
    });
    if (!said.length) return;
    if (played.choices.any) said.push(turnText(played));
    notices.speak(said.join(" "));
  });

  const ours = $derived(played.choices.any);
  $effect(() => {
    document.title = ours ? `● ${t("title.your-turn")}` : "Branchline";
    if (ours && settings.values.sound) chime();
    return () => (document.title = "Branchline");
  });
}
