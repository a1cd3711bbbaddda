/**
 * The rules as people read them: which sections each game has, the sentences of each with the clauses of `docs/rules`
 * that it stands on, and the words of it all in every language. Loaded when somebody wants to read them.
 */
import type { PrintedBoard } from "../wire/protocol";
import type { Values } from "../i18n/format";
import outline from "./outline.json";

export interface Sentence {
  text: string;
  clauses: string[];
}
export interface Section {
  id: string;
  figure?: string;
  says: Sentence[];
}
export type Words = Record<string, string>;

export const OUTLINE: Readonly<Record<string, readonly Section[]>> = outline;

const CONTENT = import.meta.glob<Words>("./content/*.json", { import: "default" });

/** The words of the rules; in English where nobody has translated them yet. */
export async function loadWords(language: string): Promise<Words> {
  const load = CONTENT[`./content/${language}.json`] ?? CONTENT["./content/en.json"];
  return (await load?.()) ?? {};
}

/** The numbers of a board, by the names under which sentences use them. */
export function numbersOf({ rules, kinds, tickets }: PrintedBoard): Values {
  if (!("pieces" in rules))
    return {
      deal: rules.deal,
      deal2: rules.second_deal,
      display: rules.display,
      offer: rules.offer,
      offer1: rules.first_offer,
      keep1: rules.first_keep,
    };
  const { trains = 0, ships = 0 } = rules.pieces;
  const [, harbor1 = 0, harbor2 = 0, harbor3 = 0] = rules.harbor_points;
  return {
    trains,
    ships,
    kept: rules.pieces_kept,
    default_trains: rules.default_pieces.trains ?? trains,
    default_ships: rules.default_pieces.ships ?? ships,
    deal: rules.deal[0] ?? 0,
    trains_dealt: rules.deal[0] ?? 0,
    ships_dealt: rules.deal[1] ?? 0,
    display: rules.display.reduce((all, count) => all + count, 0),
    offer: rules.offer,
    keep: rules.keep,
    offer1: rules.first_offer,
    keep1: rules.first_keep,
    end: rules.end_at,
    bonus: rules.longest_bonus,
    stations: rules.stations,
    station: rules.station_points,
    tunnel: rules.tunnel_cards,
    harbor1,
    harbor2,
    harbor3,
    penalty: rules.harbor_penalty,
    cards: kinds.reduce((all, kind) => all + kind.copies, 0),
    copies: kinds[0]?.copies ?? 0,
    wilds: kinds.at(-1)?.copies ?? 0,
    tickets: tickets.length,
    long: tickets.filter((ticket) => "long" in ticket && ticket.long).length,
  };
}
