/** What the drawings of the rules show: the first things on the board that are good examples. */
import type { Print } from "../../game/print";
import type { Payment } from "../../game/choices";
import type { CardKind, Route } from "../../wire/protocol";

/** The first route that is as wished, rather a short one: the drawing stays small. */
export function exampleRoute(print: Print, wish: (route: Route) => boolean): Route | undefined {
  const plain = print.routes.filter((route) => !route.wraps && wish(route) && drawnWell(print, route));
  const rank = ({ length }: Route) => Math.abs(length - 3);
  return [...plain].sort((one, two) => rank(one) - rank(two))[0];
}

export function isPlain({ deck, color, tunnel, wilds, pairs, twin }: Route): boolean {
  return deck === "trains" && color !== null && !tunnel && !wilds && !pairs && twin === null;
}

/** Both cities have names, so that one sees where the route leads. */
function drawnWell({ drawing }: Print, { a, b }: Route): boolean {
  return [a, b].every((id) => drawing?.cities[id]?.label !== undefined);
}

function kindOf(print: Print, wish: Partial<CardKind>): string {
  const entries = Object.entries(wish) as [keyof CardKind, unknown][];
  const found = print.printed.kinds.find((kind) => entries.every(([name, value]) => kind[name] === value));
  return found?.id ?? print.wild;
}

export function trainCard(print: Print, color: string | null): string {
  return kindOf(print, { color: color ?? print.printed.colors[0] ?? null, deck: "trains", harbor: false });
}

/** The four cards of a harbor. */
export function harborCards(print: Print, color: string): Payment {
  return {
    [kindOf(print, { color, deck: "trains", harbor: true })]: 2,
    [kindOf(print, { color, deck: "ships", harbor: true })]: 2,
  };
}

/** The sorts of card that one color has, and the locomotive. */
export function sortsOf(print: Print, color: string): string[] {
  return [...print.printed.kinds.filter((kind) => kind.color === color).map(({ id }) => id), print.wild];
}

/** Ships for a sea route, double ones as far as they go. */
export function shipCards(print: Print, { color, length }: Route): Payment {
  const sail = color ?? print.printed.colors[0] ?? null;
  const pay: Payment = { [kindOf(print, { color: sail, deck: "ships", covers: 2 })]: Math.floor(length / 2) };
  if (length % 2) pay[kindOf(print, { color: sail, deck: "ships", covers: 1 })] = 1;
  return pay;
}

/** Train cards for a rail route: one locomotive where it is a ferry, pairs where it has them. */
export function trainCards(print: Print, { color, length, wilds, pairs }: Route): Payment {
  const pay: Payment = { [trainCard(print, color)]: length - wilds + pairs };
  if (wilds) pay[print.wild] = wilds;
  return pay;
}

/** The first, the middle and the last way to mix a color with locomotives. */
export function mixes(print: Print, { color, length }: Route): Payment[] {
  const card = trainCard(print, color);
  return [0, 1, length].map((wilds) => ({
    ...(wilds < length ? { [card]: length - wilds } : {}),
    ...(wilds ? { [print.wild]: wilds } : {}),
  }));
}
