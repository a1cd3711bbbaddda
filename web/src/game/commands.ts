/** Typed commands: every legal action has words that name it, and typed words find the actions by their beginnings. */
import type { Action } from "../wire/protocol";
import { sortedPays } from "./choices";
import type { PlayedTable } from "./played.svelte";
import { tokens } from "../i18n/fold";
import { say } from "../i18n/translation.svelte";

export interface Suggestion {
  action: Action;
  text: string;
}

interface Candidate {
  action: Action;
  /** Folded words, any of which a typed word may begin. */
  words: string[];
  /** Numbers that must be typed exactly, such as places in an offer. */
  numbers?: string[];
}

/** The actions that a text may mean, the likeliest first. */
export function suggest(played: PlayedTable, text: string, max = 8): Suggestion[] {
  const typed = tokens(text);
  const found: Suggestion[] = [];
  for (const { action, words, numbers } of candidates(played)) {
    if (!fits(typed, words, numbers)) continue;
    found.push({ action, text: played.prose.action(action) });
    if (found.length >= max) break;
  }
  return found;
}

function fits(typed: readonly string[], words: readonly string[], numbers: readonly string[] = []): boolean {
  const figures = typed.filter((word) => /^\d+$/.test(word));
  if (figures.some((figure) => !numbers.includes(figure))) return false;
  if (numbers.length && figures.length && figures.length !== numbers.length) return false;
  const left = [...words];
  for (const word of typed) {
    if (/^\d+$/.test(word)) continue;
    const at = left.findIndex((each) => each.startsWith(word));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}

function* candidates(played: PlayedTable): Generator<Candidate> {
  const { choices, print } = played;
  const city = (id: string) => [
    ...tokens(print.city(id).name),
    ...tokens(played.prose.city(id)),
    ...tokens(id),
    ...Object.values(print.city(id).names).flatMap(tokens),
  ];
  const cards = (pay: Record<string, number>) =>
    Object.keys(pay).flatMap((kind) => tokens(played.prose.card(kind)));
  const verb = (name: string) => tokens(say(`verb.${name}`));

  if (choices.keep) yield* keeps(choices.keep.offer, choices.keep.least, verb("keep"), played);
  for (const pay of choices.toll ?? [])
    yield { action: { do: "toll", pay }, words: [...verb("toll"), ...cards(pay)] };
  for (const deck of choices.decks)
    yield {
      action: { do: "draw-blind", deck },
      words: [
        ...verb("draw"),
        ...tokens(say("word.blind")),
        ...tokens(say(`pile.${deck}`)),
        ...tokens(say(`deck.${deck}`)),
      ],
    };
  for (const [slot, refills] of choices.draws) {
    const kind = played.table.view?.display[slot];
    for (const refill of refills)
      yield {
        action: { do: "draw", slot, refill },
        words: [
          ...verb("draw"),
          ...(kind ? tokens(played.prose.card(kind)) : []),
          ...(print.twoDecks ? [...tokens(say("word.refill")), ...tokens(say(`pile.${refill}`))] : []),
        ],
        numbers: [String(slot + 1)],
      };
  }
  for (const [route, { pays }] of choices.routes) {
    const { a, b, color } = print.route(route);
    for (const pay of sortedPays(pays, print.wild))
      yield {
        action: { do: "claim", route, pay },
        words: [
          ...verb("claim"),
          ...city(a),
          ...city(b),
          ...cards(pay),
          ...tokens(played.prose.color(color)),
        ],
      };
  }
  for (const [where, { pays }] of choices.stations)
    for (const pay of sortedPays(pays, print.wild))
      yield {
        action: { do: "station", city: where, pay },
        words: [...verb("station"), ...city(where), ...cards(pay)],
      };
  for (const [where, { pays }] of choices.harbors)
    for (const pay of sortedPays(pays, print.wild))
      yield {
        action: { do: "harbor", city: where, pay },
        words: [...verb("harbor"), ...city(where), ...cards(pay)],
      };
  for (const { give, count } of choices.exchanges)
    for (const deck of give)
      for (const many of count)
        yield {
          action: { do: "exchange", give: deck, count: many },
          words: [...verb("exchange"), ...tokens(say(`pile.${deck}`))],
          numbers: [String(many)],
        };
  for (const pieces of choices.pieces?.pieces ?? [])
    yield {
      action: { do: "pieces", pieces },
      words: verb("pieces"),
      numbers: Object.values(pieces).map(String),
    };
  for (const { color, count, wilds } of choices.rows)
    for (const each of color)
      for (const many of count)
        for (const wild of wilds)
          yield {
            action: { do: "lay", color: each, count: many, wilds: wild },
            words: [
              ...verb("lay"),
              ...tokens(played.prose.color(each)),
              ...(wild ? tokens(say("card.wild")) : []),
            ],
            numbers: wild ? [String(many), String(wild)] : [String(many)],
          };
  for (const [one, two, three] of threes(choices.three?.any_three ?? []))
    yield {
      action: { do: "lay-three", colors: [one, two, three] },
      words: [...verb("lay"), ...[one, two, three].flatMap((color) => tokens(played.prose.color(color)))],
    };
  if (choices.settle) {
    yield { action: { do: "settle", tickets: choices.settle.best }, words: verb("settle") };
    yield {
      action: { do: "settle", tickets: [] },
      words: [...verb("settle"), ...tokens(say("card.nothing"))],
    };
  }
  for (const word of choices.bare) yield { action: { do: word }, words: verb(word) };
}

function* keeps(
  offer: readonly string[],
  least: number,
  verb: string[],
  played: PlayedTable,
): Generator<Candidate> {
  const sets = Array.from({ length: 1 << offer.length }, (_, mask) => mask)
    .filter((mask) => bits(mask) >= least)
    .sort((one, two) => bits(one) - bits(two));
  for (const mask of sets) {
    const kept = offer.filter((_, i) => mask & (1 << i));
    const returned = offer.filter((_, i) => !(mask & (1 << i)));
    yield {
      action: { do: "keep", kept, returned },
      words: [...verb, ...kept.flatMap((id) => tokens(played.prose.ticketCities(id)))],
      numbers: offer.flatMap((_, i) => (mask & (1 << i) ? [String(i + 1)] : [])),
    };
  }
}

function bits(mask: number): number {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
}

function* threes(colors: readonly string[]): Generator<[string, string, string]> {
  for (const [i, one] of colors.entries())
    for (const [j, two] of colors.slice(i + 1).entries())
      for (const three of colors.slice(i + j + 2)) yield [one, two, three];
}
