/** What a fault says in the language of the page; the server's own words are English and more exact. */
import { knows, say, t } from "../../i18n/translation.svelte";
import type { DesignFault } from "../../wire/protocol";

export function faultSentence({ rule }: DesignFault): string {
  const key = `designer.fault.${rule}`;
  return rule && knows(key) ? say(key) : t("designer.fault.other");
}
