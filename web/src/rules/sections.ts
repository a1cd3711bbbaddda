/** Where the rules answer what somebody is stuck at: sections, of which each game has at least one. */
import type { Action, Route, ScoreLine } from "../wire/protocol";

export type Sections = readonly string[];

const REFUSALS: Readonly<Record<string, Sections>> = {
  "not-your-turn": ["turn"],
  "already-chosen": ["setup"],
  "wrong-phase": ["turn"],
  "tickets-first": ["tickets"],
  "pieces-first": ["pieces"],
  "second-card-first": ["draw"],
  "toll-first": ["tunnels"],
  "settlement-first": ["settling"],
  "game-over": ["end"],
  "can-act": ["turn"],
  "unknown-route": ["claim"],
  "unknown-city": ["stations", "harbors"],
  "route-taken": ["claim"],
  "twin-taken": ["double"],
  "too-few-pieces": ["claim"],
  "cards-not-held": ["claim", "yard"],
  "wrong-payment": ["claim"],
  "no-such-slot": ["draw"],
  "wild-as-second": ["draw"],
  "deck-empty": ["draw"],
  "nothing-to-draw": ["rare"],
  "refill-not-possible": ["draw"],
  "no-tickets": ["tickets"],
  "not-offered": ["tickets"],
  "too-few-kept": ["tickets"],
  "wrong-return-order": ["tickets"],
  "wrong-pieces": ["pieces"],
  "wrong-exchange": ["exchange"],
  "city-occupied": ["stations", "harbors"],
  "no-stations-left": ["stations"],
  "no-harbors-left": ["harbors"],
  "not-a-harbor-city": ["harbors"],
  "no-route-to-city": ["harbors"],
  "color-in-own-yard": ["yard"],
  "too-few-to-rob": ["robbing"],
  "wrong-row": ["yard"],
  "not-your-ticket": ["settling"],
  "stack-cannot-pay": ["settling"],
};

/** What explains a refusal; nothing for those that are not about the rules. */
export function sectionOfRefusal(code: string): Sections | undefined {
  return REFUSALS[code];
}

export function sectionOfRoute({ tunnel, wilds, pairs, deck }: Route): Sections {
  if (tunnel) return ["tunnels"];
  if (wilds) return ["ferries"];
  if (pairs) return ["pairs"];
  return deck === "ships" ? ["ships"] : ["claim"];
}

const ACTIONS: Readonly<Record<Action["do"], Sections>> = {
  keep: ["tickets"],
  pieces: ["pieces"],
  draw: ["draw"],
  "draw-blind": ["draw"],
  stop: ["draw"],
  tickets: ["tickets"],
  claim: ["claim"],
  toll: ["tunnels"],
  leave: ["tunnels"],
  station: ["stations"],
  harbor: ["harbors"],
  exchange: ["exchange"],
  lay: ["yard"],
  "lay-three": ["yard"],
  settle: ["settling"],
  pass: ["turn"],
};

export function sectionOfAction(action: Action["do"]): Sections {
  return ACTIONS[action];
}

const PHASES: Readonly<Record<string, Sections>> = {
  "choosing-tickets": ["setup"],
  "choosing-pieces": ["pieces"],
  "offer-seen": ["tickets"],
  "second-card": ["draw"],
  toll: ["tunnels"],
  settling: ["settling"],
  finished: ["scoring"],
};

export function sectionOfPhase(phase: string | undefined): Sections {
  return PHASES[phase ?? ""] ?? ["turn"];
}

const SOURCES: Readonly<Record<ScoreLine["source"], Sections>> = {
  routes: ["claim"],
  ticket: ["tickets", "scoring"],
  "longest-path": ["scoring"],
  "stations-left": ["stations"],
  harbor: ["harbors"],
  "harbors-left": ["harbors"],
  exchange: ["exchange"],
  "big-city": ["scoring"],
};

export function sectionOfSource(source: ScoreLine["source"]): Sections {
  return SOURCES[source];
}
