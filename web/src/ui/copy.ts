/** Copy a link to the clipboard. */
import { notices } from "./notices.svelte";
import { t } from "../i18n/translation.svelte";

export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notices.show(t("invite.copied"), "good");
  } catch {
    notices.show(t("invite.copy-yourself"), "warn");
  }
}
