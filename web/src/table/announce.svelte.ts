/** Says what happens: to screen readers, in the title of the page, and with a sound for those who want one. */
import { notices } from "../ui/notices.svelte";
import type { Room } from "../game/played.svelte";
import { settings } from "../settings/settings.svelte";
import { t } from "../i18n/translation.svelte";
import { chime } from "./sound";
import { turnText } from "../game/turn";

const QUIET = new Set(["turn-started", "ticket-deck-changed"]);

/** Call while a component is set up. */
export function announce(room: Room): void {
  $effect(() => {
    const said = room.table.news.flatMap(({ event, step }) => {
      if (event) return QUIET.has(event.event) ? [] : [room.teller.event(event)];
      return [room.teller.step(step)];
    });
    if (!said.length) return;
    if (room.choices.any) said.push(turnText(room));
    notices.speak(said.join(" "));
  });

  const ours = $derived(room.choices.any);
  $effect(() => {
    document.title = ours ? `● ${t("title.your-turn")}` : "Branchline";
    if (ours && settings.wishes.sound) chime();
    return () => (document.title = "Branchline");
  });
}
