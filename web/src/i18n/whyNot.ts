/** Why something is not possible, in sentences: what is wrong, and what it would take. */
import type { PlayedTable } from "../game/played.svelte";
import type { WhyNot } from "../game/table.svelte";
import type { CardsNeeded, HarborNeeded, Need } from "../wire/protocol";
import { listed } from "./lists";
import type { Prose } from "./prose";
import { say } from "./translation.svelte";

/** Refusals that say nothing more than the numbers do. */
const SAID_BY_NUMBERS = new Set([
  "cards-not-held",
  "wrong-payment",
  "too-few-pieces",
  "too-few-to-rob",
  "wrong-row",
]);
/** With more colors than these, any will do. */
const MOST_COLORS = 3;

export function whyNotText({ prose, names }: PlayedTable, { code, need }: WhyNot): string {
  const refusal = say(`refusal.${code}`);
  if (!need) return refusal;
  const text = needText(prose, names, need);
  const affordable = "missing" in need && need.missing === 0;
  return SAID_BY_NUMBERS.has(code) && !affordable ? text : `${refusal} ${text}`;
}

function needText(prose: Prose, names: readonly string[], need: Need): string {
  switch (need.need) {
    case "cards-needed":
      return cardsText(prose, need);
    case "harbor-needed":
      return harborText(prose, need);
    case "pieces-needed":
      return say("need.pieces", {
        cost: prose.pieces({ [need.deck]: need.cost }),
        left: prose.pieces({ [need.deck]: need.left }),
      });
    case "row-needed":
      return say(need.seat === null ? "need.row" : "need.row.rob", {
        count: need.least,
        held: say("count.cards", { count: need.held }),
        player: need.seat === null ? "" : (names[need.seat] ?? ""),
      });
  }
}

function cardsText(prose: Prose, need: CardsNeeded): string {
  const { cost, missing, missing_wilds: wilds, pairs } = need;
  if (pairs)
    return missing ? say("need.pairs", { count: missing }) : say("need.takes-pairs", { count: cost });
  const colors =
    need.colors.length > MOST_COLORS
      ? say("need.one-color")
      : listed(
          need.colors.map((color) => prose.colorOf(color, need.deck)),
          "disjunction",
        );
  if (!missing) return say("need.takes", { count: cost, colors });
  if (wilds >= missing) return say("need.wilds", { count: missing });
  return say(wilds ? "need.cards.wilds" : "need.cards", { count: missing, colors, wilds });
}

function harborText(prose: Prose, { cards, lacking, missing }: HarborNeeded): string {
  if (!missing) return say("need.harbor.takes", { cards: prose.cards(cards) });
  return say("need.harbor", { count: missing, lacking: prose.cards(lacking) });
}
