/** Signals that it is one's turn: the title and the icon of the tab, a sound, a notification, a shake of the phone. */
import { settings } from "../settings/settings.svelte";
import { t } from "../i18n/translation.svelte";
import { playSounds } from "../motion/sounds";

const SHAKE = [60, 60, 60];

export function markTab(ours: boolean): void {
  document.title = ours ? `● ${t("title.your-turn")}` : "Branchline";
  document
    .querySelector<HTMLLinkElement>("link[rel=icon]")
    ?.setAttribute("href", ours ? "/icon-turn.svg" : "/icon.svg");
}

/** Call somebody to the table in every way that the settings allow. */
export function callToTurn(text: string, table: string): void {
  if (settings.values.sound) playSounds(["turn"]);
  if (settings.values.vibrate && settings.animated) shake();
  if (settings.values.notify && document.hidden) notify(text, table);
}

/** Before the first touch a page may not shake the phone, and the browser warns about one that tries. */
function shake(): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(SHAKE);
}

function notify(text: string, table: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const title = t("title.your-turn");
  const told = { body: text, tag: table, icon: "/icon.svg" };
  try {
    const shown = new Notification(title, told);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones show only those of a service worker, which leads back to the table when one is tapped.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, told));
  }
}
