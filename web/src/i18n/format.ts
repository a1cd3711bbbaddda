/** Fill the places of a message, in the plural form that the language needs. */
import type { Message } from "./catalogs";

export type Values = Record<string, string | number>;

export function fill(message: Message, language: string, values: Values = {}): string {
  return pick(message, language, values).replace(/\{(\w+)\}/g, (place, name: string) =>
    name in values ? String(values[name]) : place,
  );
}

function pick(message: Message, language: string, values: Values): string {
  if (typeof message === "string") return message;
  const category = rules(language).select(Number(values.count ?? 0));
  return message[category] ?? message.other ?? "";
}

const known = new Map<string, Intl.PluralRules>();

function rules(language: string): Intl.PluralRules {
  let found = known.get(language);
  if (!found) known.set(language, (found = new Intl.PluralRules(language)));
  return found;
}
