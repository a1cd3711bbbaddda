/** Where on the screen an action goes on: from the first click to the button that does it. Ordinary controls all along. */
import type { PlayedTable } from "../game/played.svelte";
import type { Action } from "../wire/protocol";

/** The element to be used next for an action; null where it is not in sight. */
export function targetOf(action: Action, played: PlayedTable): Element | null {
  return find("[data-act=confirm]") ?? steps(action, played).find((each) => each !== null) ?? null;
}

function steps(action: Action, played: PlayedTable): (Element | null)[] {
  switch (action.do) {
    case "keep":
      return [...misticked(action.kept), act("keep")];
    case "pieces":
      return [act("pieces")];
    case "draw":
      return [
        find(`[data-refill="${action.refill ?? "trains"}"]`),
        find(`.offer [data-slot="${action.slot}"]`),
      ];
    case "draw-blind":
      return [find(`.offer [data-draw="${action.deck ?? "trains"}"]`)];
    case "tickets":
      return [find(".offer [data-draw=tickets]")];
    case "claim":
      return [
        ...paying(action.pay, played),
        find(`.stage [data-route="${action.route}"]`),
        listed(action.route),
      ];
    case "toll":
      return [payment(action.pay, played), act("toll")];
    case "station":
    case "harbor":
      return [...paying(action.pay, played), act(action.do), find(`.stage [data-city="${action.city}"]`)];
    case "exchange":
      return [unpressed(`[data-give="${action.give}"]`), act("exchange"), act("open-exchange")];
    case "lay":
      return [...laying(action), find(`.own [data-kind="${action.color}"]`), act("row")];
    case "lay-three":
      return [...mixing(action.colors), act("row")];
    default:
      return [act(action.do)];
  }
}

function find(selector: string): Element | null {
  return document.querySelector(selector);
}

function act(word: string): Element | null {
  return find(`[data-act="${word}"]`);
}

function listed(route: string): Element | null {
  return find(`.stage [data-listed="${route}"]`);
}

/** The tickets on offer that are ticked and should not be, or the other way round. */
function misticked(kept: readonly string[]): Element[] {
  const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-sheet] [data-offer]")];
  return boxes.filter((box) => box.checked !== kept.includes(box.dataset.offer ?? ""));
}

/** On the sheet of a payment: the right cards, then the button. */
function paying(pay: Record<string, number>, played: PlayedTable): (Element | null)[] {
  const button = act("pay");
  return button ? [payment(pay, played), button] : [];
}

/** The way to pay, unless it is chosen already. */
function payment(pay: Record<string, number>, played: PlayedTable): Element | null {
  const ways = [...document.querySelectorAll<HTMLInputElement>("[data-sheet] input[type=radio]")];
  const way = ways.find((each) => each.getAttribute("aria-label") === played.prose.cards(pay));
  return way && !way.checked ? way : null;
}

function unpressed(selector: string): Element | null {
  return find(`${selector}[aria-pressed=false]`);
}

function laying({ color, count }: { color: string; count: number }): (Element | null)[] {
  if (!act("lay")) return [];
  const number = Number(find("[data-sheet] .stepper output")?.textContent);
  const wrong = number > count ? "first" : number < count ? "last" : null;
  return [
    unpressed("[data-mode=one]"),
    unpressed(`[data-row="${color}"]`),
    wrong && find(`[data-sheet] .stepper button:${wrong}-of-type`),
    act("lay"),
  ];
}

function mixing(colors: readonly string[]): (Element | null)[] {
  if (!act("lay")) return [];
  return [
    unpressed("[data-mode=three]"),
    ...colors.map((color) => unpressed(`[data-row="${color}"]`)),
    act("lay"),
  ];
}
