/** A little country to play in: typed like what the server sends, so that the compiler sees when the two differ. */
import type { BoardView, SeatUpdate, PrintedBoard, Route, TableState, Welcome } from "../src/wire/protocol";
import type { Drawing } from "../src/wire/protocol";

function route(
  id: string,
  a: string,
  b: string,
  length: number,
  color: string | null,
  more: Partial<Route> = {},
): Route {
  const plain = { deck: "trains", tunnel: false, wilds: 0, pairs: 0, wraps: false, twin: null };
  return { id, a, b, length, color, ...plain, ...more };
}

const NAMES = { paris: "Paris", zurich: "Zürich", wien: "Wien", lodz: "Łódź" };
const OTHER_NAMES: Record<string, Record<string, string>> = {
  wien: { en: "Vienna", pl: "Wiedeń", ro: "Viena" },
};
const PLACES: Record<string, [number, number]> = {
  paris: [100, 100],
  zurich: [300, 100],
  wien: [500, 100],
  lodz: [500, 300],
};

export const drawing: Drawing = {
  key: "",
  format: 1,
  size: [600, 400],
  wraps: false,
  slot: [40, 14],
  font: 15,
  edge_font: 12,
  art: { land: "M0 0h600v400h-600z", lakes: "", rivers: "", borders: "", peaks: [] },
  cities: Object.fromEntries(
    Object.entries(PLACES).map(([id, at]) => [
      id,
      {
        at,
        radius: 9,
        label: {
          anchor: "start" as const,
          box: [at[0], at[1], at[0] + 50, at[1] + 15] as [number, number, number, number],
          texts: {
            "": [[NAMES[id as keyof typeof NAMES], at[0] + 14, at[1] + 5]] as [string, number, number][],
          },
        },
      },
    ]),
  ),
  routes: {
    "paris--zurich--1": {
      slots: [
        [150, 92, 0],
        [250, 92, 0],
      ],
      lines: ["M109 92L291 92"],
    },
    "paris--zurich--2": {
      slots: [
        [150, 108, 0],
        [250, 108, 0],
      ],
      lines: ["M109 108L291 108"],
    },
    "wien--zurich": {
      slots: [
        [340, 100, 0],
        [400, 100, 0],
        [460, 100, 0],
      ],
      lines: ["M309 100L491 100"],
    },
    "lodz--wien": {
      slots: [
        [500, 150, 90],
        [500, 250, 90],
      ],
      lines: ["M500 109L500 291"],
      wilds: [0],
    },
  },
  edge_labels: [],
};

export const printed: PrintedBoard = {
  id: "little",
  file: "",
  name: "Little",
  names: {},
  game: "usa",
  edition: "standard",
  digest: "0123456789abcdef",
  seat_counts: [2, 3],
  offered: null,
  colors: ["red", "blue"],
  decks: ["trains"],
  rules: {
    deal: [4],
    display: [5],
    flush_at: 3,
    first_offer: 3,
    first_long: 0,
    first_keep: 2,
    first_return: "bottom",
    offer: 3,
    keep: 1,
    pieces: { trains: 20 },
    pieces_kept: 0,
    default_pieces: {},
    end_at: 2,
    last_turns: 1,
    points: [0, 1, 2, 4],
    longest_bonus: 10,
    stations: 0,
    station_points: 0,
    harbors: 0,
    harbor_points: [],
    harbor_penalty: 0,
    both_lanes_from: 4,
    tunnel_cards: 3,
  },
  kinds: [
    { id: "red", color: "red", copies: 12, deck: "trains", covers: 1, harbor: false },
    { id: "blue", color: "blue", copies: 12, deck: "trains", covers: 1, harbor: false },
    { id: "wild", color: null, copies: 14, deck: "trains", covers: 1, harbor: false },
  ],
  cities: Object.entries(NAMES).map(([id, name]) => ({
    id,
    name,
    names: OTHER_NAMES[id] ?? {},
    at: PLACES[id] ?? [0, 0],
    harbor: false,
    junction: false,
  })),
  tickets: [
    {
      id: "paris--wien",
      cities: ["paris", "wien"],
      points: 5,
      connected: 5,
      penalty: 5,
      long: false,
      unconfirmed: false,
    },
    {
      id: "paris--lodz",
      cities: ["paris", "lodz"],
      points: 8,
      connected: 8,
      penalty: 8,
      long: false,
      unconfirmed: false,
    },
    {
      id: "lodz--zurich",
      cities: ["lodz", "zurich"],
      points: 4,
      connected: 4,
      penalty: 4,
      long: false,
      unconfirmed: false,
    },
  ],
  routes: [
    route("paris--zurich--1", "paris", "zurich", 2, "red", { twin: "paris--zurich--2" }),
    route("paris--zurich--2", "paris", "zurich", 2, "blue", { twin: "paris--zurich--1" }),
    route("wien--zurich", "wien", "zurich", 3, null, { tunnel: true }),
    route("lodz--wien", "lodz", "wien", 2, null, { wilds: 1 }),
  ],
  symbols: [],
  big_cities: [],
  drawing: drawing as unknown as NonNullable<PrintedBoard["drawing"]>,
};

export function view(more: Partial<BoardView> = {}): BoardView {
  const player = {
    hand_size: 4,
    ticket_count: 2,
    pieces: { trains: 20 },
    box: { trains: 0 },
    routes: [],
    built: [],
    points: 0,
  };
  return {
    board: "little",
    seat: 0,
    phase: { phase: "turn" },
    turn: 0,
    own: { hand: { red: 3, blue: 1, wild: 1 }, tickets: ["paris--wien", "paris--lodz"] },
    players: [
      { ...player, routes: [] },
      { ...player, routes: [] },
    ],
    closed: [],
    display: ["red", "blue", "wild", "red", null],
    deck_sizes: [30],
    discards: [{}],
    tickets_left: 12,
    turns_left: null,
    passes: 0,
    idle: 0,
    ...more,
  };
}

export function look(more: Partial<SeatUpdate> = {}): SeatUpdate {
  return {
    seat: 0,
    steps: [],
    view: view(),
    actors: [0],
    decision: 7,
    choices: [
      { do: "draw", slot: [0, 1, 2, 3], refill: ["trains"] },
      { do: "draw-blind", deck: ["trains"] },
      { do: "claim", route: ["paris--zurich--1"], pay: [{ red: 2 }, { red: 1, wild: 1 }], more: 0 },
      { do: "claim", route: ["wien--zurich"], pay: [{ red: 3 }, { red: 2, wild: 1 }], more: 0 },
      { do: "tickets" },
    ],
    no_takeback: "nothing-to-undo",
    ...more,
  };
}

export function state(more: Partial<TableState> = {}): TableState {
  const person = {
    kind: "person" as const,
    level: "",
    away: null,
    connected: true,
    muted: false,
    entropy: true,
    hints: 0,
  };
  return {
    table: "k4bq7xw2m3nadf5e",
    version: 7,
    status: "playing",
    public: false,
    board: "little",
    file: "",
    name: "Little",
    game: "usa",
    edition: "standard",
    options: { first: null, open_stacks: false },
    clock: { kind: "none" },
    pace: 1,
    host: 0,
    seats: [
      { ...person, seat: 0, name: "Ola" },
      { ...person, seat: 1, kind: "bot", name: "", level: "random" },
    ],
    spectators: 0,
    fairness: { commitment: "c0", entropy: [null, null], secret: null, seed: null },
    created: 0,
    takeback: null,
    rematch: null,
    retired: null,
    points: [],
    guide: false,
    hints: true,
    taken_over: null,
    daily: "",
    ...more,
  };
}

export function welcome(more: Partial<Welcome> = {}): Welcome {
  return {
    type: "welcome",
    protocol: 2,
    server: "0",
    version: 7,
    seats: [0],
    table: state(),
    updates: [look()],
    complete: true,
    said: [],
    clock: null,
    outcome: null,
    replaceable: [],
    ...more,
  };
}
