/* Generated from docs/protocol.schema.json by `make wire`; do not edit. */

/**
 * Protocol 2; see protocol.md. Made by python -m branchline.server.wire.schema.
 */
export type Protocol =
  | ClientMessage
  | ServerMessage
  | NewTable
  | NewSeat
  | PlayOn
  | NewAnalysis
  | Seated
  | Tables
  | TableStanding
  | Steps
  | Replay
  | Job
  | BalanceAsked
  | BalanceReport
  | DailyAsked
  | LevelScore
  | Puzzles
  | PuzzleShown
  | Invitation
  | Problem
  | Offers
  | PrintedBoard
  | NewDesign
  | Design
  | DesignTemplates
  | Analysis
  | Spread;
export type ClientMessage =
  | Hello
  | Ping
  | Ask
  | Play
  | AskHint
  | Say
  | Rename
  | Leave
  | Resign
  | Return
  | AddEntropy
  | Start
  | Arrange
  | StandIn
  | Mute
  | Pace
  | AskTakeback
  | AnswerTakeback
  | Rematch;
export type Action =
  | KeepTickets
  | ChoosePieces
  | DrawBlind
  | DrawFaceUp
  | StopDrawing
  | DrawTickets
  | ClaimRoute
  | PayToll
  | LeaveTunnel
  | BuildStation
  | BuildHarbor
  | ExchangePieces
  | LayRow
  | LayThree
  | SettleTickets
  | Pass;
export type ServerMessage = Welcome | Update | PresenceUpdate | Ack | Refused | Answer | Hint | Pong | Bye;
export type Step =
  | CreatedStep
  | SatStep
  | LeftStep
  | ArrangedStep
  | RenamedStep
  | EntropyAddedStep
  | StartedStep
  | PlayedStep
  | AwayStep
  | ReturnedStep
  | HintedStep
  | SaidStep
  | MutedStep
  | PacedStep
  | TakebackAskedStep
  | TakebackAnsweredStep
  | TakenBackStep
  | RematchedStep
  | ResumedStep;
export type Event =
  | GameStarted
  | CardsDealt
  | DisplayDealt
  | DisplayFlushed
  | DeckReshuffled
  | CardTaken
  | CardTurnedUp
  | CardDrawn
  | DrawingStopped
  | TicketsOffered
  | ChoiceMade
  | TicketsKept
  | TicketDeckChanged
  | PiecesChosen
  | TurnStarted
  | RouteClaimed
  | TunnelDug
  | TunnelLeft
  | StationBuilt
  | HarborBuilt
  | PiecesExchanged
  | Passed
  | LastTurns
  | NothingNew
  | YardAdvanced
  | RowEmptied
  | RowLaid
  | TrainRobbed
  | StackRevealed
  | TicketsSettled
  | HalfEnded
  | GameEnded;
export type View = BoardView | CardView;
export type Choice =
  | KeepChoice
  | PiecesChoice
  | DrawBlindChoice
  | DrawChoice
  | StopChoice
  | TicketsChoice
  | ClaimChoice
  | TollChoice
  | LeaveChoice
  | StationChoice
  | HarborChoice
  | ExchangeChoice
  | LayChoice
  | LayThreeChoice
  | SettleChoice
  | PassChoice;
export type Need = CardsNeeded | HarborNeeded | PiecesNeeded | RowNeeded;
export type Rules = BoardRules | CardRules;
export type Ticket = BoardTicket | CardTicket;
export type Estimate = [number, number];

/**
 * The first message on a connection. `since`: the last version seen, to get the gap instead of nothing.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  /**
   * @maxItems 5
   *
   * Items: holds one seat or several; keep it secret
   */
  tokens?: string[];
  since?: number | null;
}
/**
 * Asks for the server's time.
 */
export interface Ping {
  type: "ping";
}
/**
 * Asks whether an action would be legal, and if not, why; nothing happens at the table.
 */
export interface Ask {
  type: "ask";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  action: Action;
}
/**
 * Keep some of the tickets just offered. The others go back, in the order given (B-21).
 */
export interface KeepTickets {
  do: "keep";
  kept: string[];
  returned: string[];
}
/**
 * Choose the pieces to play with (W-6).
 */
export interface ChoosePieces {
  do: "pieces";
  pieces: {
    [k: string]: number;
  };
}
/**
 * Take the top card of a deck.
 */
export interface DrawBlind {
  do: "draw-blind";
  deck?: string;
}
/**
 * Take a face-up card; `refill` is the deck that fills its place (W-8).
 */
export interface DrawFaceUp {
  do: "draw";
  slot: number;
  refill?: string;
}
/**
 * Leave it at one card, where the rules allow it (C-8).
 */
export interface StopDrawing {
  do: "stop";
}
/**
 * Take tickets from the top of their deck.
 */
export interface DrawTickets {
  do: "tickets";
}
/**
 * Claim a route, or attempt a tunnel, with these cards.
 */
export interface ClaimRoute {
  do: "claim";
  route: string;
  pay: {
    [k: string]: number;
  };
}
/**
 * Add the cards that a tunnel turned out to cost (E-9).
 */
export interface PayToll {
  do: "toll";
  pay: {
    [k: string]: number;
  };
}
/**
 * Take the cards back and end the turn (E-11).
 */
export interface LeaveTunnel {
  do: "leave";
}
/**
 * Build a station in a city with these cards (E-16).
 */
export interface BuildStation {
  do: "station";
  city: string;
  pay: {
    [k: string]: number;
  };
}
/**
 * Build a harbor in a city with these cards (W-23).
 */
export interface BuildHarbor {
  do: "harbor";
  city: string;
  pay: {
    [k: string]: number;
  };
}
/**
 * Put `count` pieces of the sort `give` in the box and take as many of the other sort out (W-27).
 */
export interface ExchangePieces {
  do: "exchange";
  give: string;
  count: number;
}
/**
 * Play a row of one color into the rail yard (C-9).
 */
export interface LayRow {
  do: "lay";
  color: string;
  count: number;
  wilds: number;
}
/**
 * Play three cards of three different colors into the rail yard (C-9).
 */
export interface LayThree {
  do: "lay-three";
  colors: [string, string, string];
}
/**
 * Complete these tickets with the cards on the track (C-16).
 */
export interface SettleTickets {
  do: "settle";
  tickets: string[];
}
/**
 * Do nothing, because nothing can be done (B-10, C-13).
 */
export interface Pass {
  do: "pass";
}
/**
 * Carry out an action as the answer to the decision that arose at this version.
 */
export interface Play {
  type: "play";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  decision: number;
  action: Action;
}
/**
 * Ask what a good bot would do at the decision that arose at this version; the others see that one has asked.
 *
 *     The answer is an `ack`, and then a `hint`, whose reason is told in this language.
 */
export interface AskHint {
  type: "ask-hint";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  decision: number;
  language?: string;
}
export interface Say {
  type: "say";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  text: string;
}
export interface Rename {
  type: "rename";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  name: string;
}
/**
 * Before the game: open the seat again. During the game: a stand-in plays on; the token still works.
 */
export interface Leave {
  type: "leave";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
}
/**
 * Give the game up: a bot plays the seat to the end, and its player does not come back.
 */
export interface Resign {
  type: "resign";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
}
/**
 * Take the seat back from the stand-in.
 */
export interface Return {
  type: "return";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
}
/**
 * Add entropy to the deal, before the game.
 */
export interface AddEntropy {
  type: "add-entropy";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  /**
   * anything random, in hexadecimal digits
   */
  entropy: string;
}
/**
 * Begin the game; the host may, once no seat is open.
 */
export interface Start {
  type: "start";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
}
/**
 * The host puts a bot into a seat (open, or of an absent person before the game), or opens a bot's seat (null).
 */
export interface Arrange {
  type: "arrange";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  target: number;
  level: string | null;
}
/**
 * Ask for a stand-in for a person who keeps the table waiting, once `replaceable` says that it is time.
 */
export interface StandIn {
  type: "stand-in";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  target: number;
}
/**
 * The host silences a seat, or lets it speak again.
 */
export interface Mute {
  type: "mute";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  target: number;
  muted: boolean;
}
/**
 * The host sets how many seconds a bot takes for a decision, so that people can follow.
 */
export interface Pace {
  type: "pace";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  pace: number;
}
/**
 * Ask to take the last move back; the other people must agree.
 */
export interface AskTakeback {
  type: "ask-takeback";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
}
/**
 * Answer to somebody's `ask-takeback`.
 */
export interface AnswerTakeback {
  type: "answer-takeback";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  agree: boolean;
}
/**
 * After the game: make a new table with the same seats.
 *
 *     Where all others are bots it begins at once, with the entropy of whoever asks.
 */
export interface Rematch {
  type: "rematch";
  /**
   * the client's own id of a command
   */
  cid: string;
  seat: number;
  entropy?: string | null;
}
/**
 * The answer to `hello`: everything as it stands.
 *
 *     `seats` are those that the tokens hold. `complete` says whether the steps of the updates reach back to `since`; if
 *     not, the client forgets what it had and starts from the view. `said` are the last lines of the chat.
 *     `replaceable` are the seconds after which somebody may ask for a stand-in for each seat; null where nobody may.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  version: number;
  seats: number[];
  table: TableState;
  updates: SeatUpdate[];
  complete: boolean;
  said: SaidStep[];
  clock: ClockState | null;
  outcome: Outcome | null;
  replaceable: (number | null)[];
}
/**
 * What everybody may know about a table besides the game on it.
 *
 *     `file` names the board's file where it is somebody's own (GET /api/board-files/{file}); else empty.
 *     `name` is the name on the board.
 *     `retired`: the game cannot go on, because the rules or the board have changed since it began (docs/hosting.md).
 *     `points` are those of each seat once the game is over, empty where they were not kept. `guide`: a guided first game,
 *     whose deal everybody knows. `daily`: the day whose deal this is, which everybody knows too; else empty. `hints`:
 *     whether people may ask for hints here, as `options` say or leave open.
 *     `taken_over`: the table goes on from a moment of a record, whose deal is known, after so many of its decisions.
 */
export interface TableState {
  table: string;
  version: number;
  status: "finished" | "open" | "playing";
  public: boolean;
  board: string;
  file: string;
  name: string;
  game: string;
  edition: string;
  options: TableOptions;
  clock: NoClock | MoveClock | GameClock | DaysClock;
  pace: number;
  host: number | null;
  seats: SeatState[];
  spectators: number;
  fairness: Fairness;
  created: number;
  takeback: Takeback | null;
  rematch: string | null;
  retired: ("old-board" | "old-rules") | null;
  points: number[];
  guide: boolean;
  daily: string;
  hints: boolean;
  taken_over: number | null;
}
/**
 * What a table settles before the game; null for `first` draws lots (B-1).
 *
 *     `hints` says whether people may ask for hints; null: at private tables, and where one person plays against bots.
 */
export interface TableOptions {
  first: number | null;
  open_stacks: boolean;
  hints?: boolean | null;
}
/**
 * Nobody is hurried; only who keeps other people waiting for too long is stood in for.
 */
export interface NoClock {
  kind: "none";
}
/**
 * So many seconds for each decision.
 */
export interface MoveClock {
  kind: "move";
  seconds: number;
}
/**
 * So many seconds for the whole game, and some more after each turn.
 */
export interface GameClock {
  kind: "game";
  seconds: number;
  increment?: number;
}
/**
 * Play by correspondence: so many days for each decision.
 */
export interface DaysClock {
  kind: "days";
  days: number;
}
/**
 * A seat as everybody sees it. `away`: a stand-in plays here until the player returns; `resigned`: to the end.
 *
 *     `hints` is for how many decisions the seat has asked for a hint.
 */
export interface SeatState {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  level: string;
  away: ("absent" | "asked" | "left" | "resigned" | "time") | null;
  connected: boolean;
  muted: boolean;
  entropy: boolean;
  hints: number;
}
/**
 * The promise about the deal, and once the game is over its proof (docs/fairness.md).
 *
 *     The seed is written as in records: `key:` and hexadecimal digits, in older games a decimal number.
 */
export interface Fairness {
  commitment: string;
  entropy: (string | null)[];
  secret: string | null;
  seed: string | null;
}
/**
 * Somebody asks to undo the last move; `missing` are the seats that have not agreed yet.
 */
export interface Takeback {
  seat: number;
  missing: number[];
}
/**
 * The table as one seat sees it (null: a spectator): what happened, how it stands, what it can do.
 *
 *     `decision` is the version at which the seat was asked; a `play` names it. It is null when the seat is not to act.
 *     `actors` are all the seats that must decide now. `no_takeback` says why the seat cannot ask now to take a move back,
 *     as the code of a refusal; it is null when it can.
 */
export interface SeatUpdate {
  seat: number | null;
  steps: Step[];
  view: View | null;
  actors: number[];
  decision: number | null;
  choices: Choice[];
  no_takeback: string | null;
}
/**
 * The table was made.
 */
export interface CreatedStep {
  step: "created";
  version: number;
  at: number;
}
export interface SatStep {
  step: "sat";
  version: number;
  at: number;
  seat: number;
  name: string;
}
/**
 * A person gave up a seat before the game; the seat is open again.
 */
export interface LeftStep {
  step: "left";
  version: number;
  at: number;
  seat: number;
}
/**
 * The host put a bot into a seat, or opened it again.
 */
export interface ArrangedStep {
  step: "arranged";
  version: number;
  at: number;
  seat: number;
  level: string | null;
}
export interface RenamedStep {
  step: "renamed";
  version: number;
  at: number;
  seat: number;
  name: string;
}
/**
 * A seat added entropy to the deal.
 */
export interface EntropyAddedStep {
  step: "entropy-added";
  version: number;
  at: number;
  seat: number;
  entropy: string;
}
export interface StartedStep {
  step: "started";
  version: number;
  at: number;
  events: Event[];
}
/**
 * The seat that starts (B-1).
 */
export interface GameStarted {
  event: "game-started";
  first: number;
}
export interface CardsDealt {
  event: "cards-dealt";
  seat: number;
  count: number;
  cards: {
    [k: string]: number;
  } | null;
}
/**
 * The whole display, as it lies after the deal.
 */
export interface DisplayDealt {
  event: "display-dealt";
  display: (string | null)[];
}
/**
 * Too many wilds were face up; all face-up cards are discarded (B-6).
 */
export interface DisplayFlushed {
  event: "display-flushed";
  display: (string | null)[];
}
/**
 * A deck was made anew from these discards (B-7).
 */
export interface DeckReshuffled {
  event: "deck-reshuffled";
  deck: string;
  cards: {
    [k: string]: number;
  };
}
/**
 * A face-up card was taken.
 */
export interface CardTaken {
  event: "card-taken";
  seat: number;
  slot: number;
  kind: string;
}
/**
 * A place of the display was filled from a deck (B-3).
 */
export interface CardTurnedUp {
  event: "card-turned-up";
  slot: number;
  deck: string;
  kind: string;
}
/**
 * A card was drawn blind.
 */
export interface CardDrawn {
  event: "card-drawn";
  seat: number;
  deck: string;
  kind: string | null;
}
/**
 * One card is all that the seat draws: it leaves it at that (C-8), or nothing is left to draw from (B-8, C-15).
 */
export interface DrawingStopped {
  event: "drawing-stopped";
  seat: number;
}
export interface TicketsOffered {
  event: "tickets-offered";
  seat: number;
  count: number;
  tickets: string[] | null;
}
/**
 * A seat has made its secret choice; nothing more is known before all have.
 */
export interface ChoiceMade {
  event: "choice-made";
  seat: number;
}
/**
 * How many were kept and returned is open; which ones is known to their owner alone.
 */
export interface TicketsKept {
  event: "tickets-kept";
  seat: number;
  count: number;
  returned_count: number;
  kept: string[] | null;
  returned: string[] | null;
}
/**
 * Returned tickets were shuffled into the ticket deck or under it; its order afterwards is for referees only.
 */
export interface TicketDeckChanged {
  event: "ticket-deck-changed";
  count: number;
  order: string[] | null;
}
/**
 * Revealed when every seat has chosen (W-6).
 */
export interface PiecesChosen {
  event: "pieces-chosen";
  seat: number;
  pieces: {
    [k: string]: number;
  };
}
export interface TurnStarted {
  event: "turn-started";
  seat: number;
}
/**
 * `pay` is all that the route cost, a tunnel's toll included.
 */
export interface RouteClaimed {
  event: "route-claimed";
  seat: number;
  route: string;
  pay: {
    [k: string]: number;
  };
  points: number;
}
/**
 * The cards laid out for a tunnel, the cards turned up in their order, and how many more are due (E-8, E-9).
 */
export interface TunnelDug {
  event: "tunnel-dug";
  seat: number;
  route: string;
  laid: {
    [k: string]: number;
  };
  revealed: string[];
  extra: number;
}
/**
 * The toll was not paid; the cards laid out went back to the hand (E-11).
 */
export interface TunnelLeft {
  event: "tunnel-left";
  seat: number;
  route: string;
}
export interface StationBuilt {
  event: "station-built";
  seat: number;
  city: string;
  pay: {
    [k: string]: number;
  };
}
export interface HarborBuilt {
  event: "harbor-built";
  seat: number;
  city: string;
  pay: {
    [k: string]: number;
  };
}
export interface PiecesExchanged {
  event: "pieces-exchanged";
  seat: number;
  give: string;
  count: number;
}
export interface Passed {
  event: "passed";
  seat: number;
}
/**
 * The end has been triggered by this seat; `turns` more turns are played in all.
 */
export interface LastTurns {
  event: "last-turns";
  seat: number;
  turns: number;
}
/**
 * Nobody has got anything new for so many whole rounds; after `left` more of them the game ends (B-10a).
 */
export interface NothingNew {
  event: "nothing-new";
  rounds: number;
  left: number;
}
/**
 * One card of each row moved from the yard to the on-the-track stack (C-4).
 */
export interface YardAdvanced {
  event: "yard-advanced";
  seat: number;
  cards: {
    [k: string]: number;
  };
}
/**
 * The last card of a row has moved onto the track, so the row leaves the yard and its color is free (C-4).
 */
export interface RowEmptied {
  event: "row-emptied";
  seat: number;
  color: string;
}
export interface RowLaid {
  event: "row-laid";
  seat: number;
  color: string;
  cards: {
    [k: string]: number;
  };
}
/**
 * `robber` played more cards of a color, and `victim` discards that row (C-11).
 */
export interface TrainRobbed {
  event: "train-robbed";
  robber: number;
  victim: number;
  color: string;
  cards: {
    [k: string]: number;
  };
}
/**
 * An on-the-track stack is turned over at the settlement (C-16).
 */
export interface StackRevealed {
  event: "stack-revealed";
  seat: number;
  cards: {
    [k: string]: number;
  };
}
/**
 * Tickets completed at a settlement. Completed tickets are shown; the others stay secret.
 */
export interface TicketsSettled {
  event: "tickets-settled";
  seat: number;
  tickets: string[];
  points: number;
}
/**
 * The first half is over; a new deck of these cards was shuffled (C-19).
 */
export interface HalfEnded {
  event: "half-ended";
  cards: {
    [k: string]: number;
  };
}
/**
 * The last turn has been played; what follows is the scoring.
 */
export interface GameEnded {
  event: "game-ended";
  reason: "last-turns" | "all-passed" | "nothing-new";
}
/**
 * A decision was made: by the person or bot of the seat, or by a stand-in; or taken over from a `record`.
 *
 *     `why` is what a bot says about it, in the asker's language, once the game is over.
 */
export interface PlayedStep {
  step: "played";
  version: number;
  at: number;
  seat: number;
  by: "bot" | "person" | "record" | "stand-in";
  events: Event[];
  why: string | null;
}
/**
 * A stand-in plays here from now on; for a seat that has resigned, to the end.
 */
export interface AwayStep {
  step: "away";
  version: number;
  at: number;
  seat: number;
  why: "absent" | "asked" | "left" | "resigned" | "time";
}
export interface ReturnedStep {
  step: "returned";
  version: number;
  at: number;
  seat: number;
}
/**
 * A seat asked for a hint; what it was told is its own.
 */
export interface HintedStep {
  step: "hinted";
  version: number;
  at: number;
  seat: number;
}
export interface SaidStep {
  step: "said";
  version: number;
  at: number;
  seat: number;
  name: string;
  text: string;
}
export interface MutedStep {
  step: "muted";
  version: number;
  at: number;
  seat: number;
  muted: boolean;
}
export interface PacedStep {
  step: "paced";
  version: number;
  at: number;
  pace: number;
}
/**
 * A seat asks to take its last move back.
 */
export interface TakebackAskedStep {
  step: "takeback-asked";
  version: number;
  at: number;
  seat: number;
}
export interface TakebackAnsweredStep {
  step: "takeback-answered";
  version: number;
  at: number;
  seat: number;
  agree: boolean;
}
/**
 * The table is again as it was after the step `to`.
 */
export interface TakenBackStep {
  step: "taken-back";
  version: number;
  at: number;
  seat: number;
  to: number;
}
/**
 * There is a new table with the same people; the same tokens hold their seats there.
 */
export interface RematchedStep {
  step: "rematched";
  version: number;
  at: number;
  table: string;
}
/**
 * The server was away; clocks of the decisions under way begin anew.
 */
export interface ResumedStep {
  step: "resumed";
  version: number;
  at: number;
}
/**
 * The table from one seat (None: a spectator). `players` lists every seat, the viewer's own too.
 */
export interface BoardView {
  board: string;
  seat: number | null;
  phase:
    | FirstTickets
    | FirstPieces
    | Turn
    | SecondCard
    | TicketOffer
    | Toll
    | Settlement
    | Finished
    | ChoosingTickets
    | ChoosingPieces
    | OfferSeen;
  turn: number;
  own: Own | null;
  players: PlayerSeen[];
  closed: string[];
  display: (string | null)[];
  deck_sizes: number[];
  discards: {
    [k: string]: number;
  }[];
  tickets_left: number;
  turns_left: number | null;
  passes: number;
  idle: number;
}
/**
 * Every seat secretly keeps some of its first tickets; a choice stays hidden until all are made.
 */
export interface FirstTickets {
  phase: "first-tickets";
  offers: string[][];
  choices: (KeepTickets | null)[];
}
/**
 * Every seat secretly chooses its pieces (W-6).
 */
export interface FirstPieces {
  phase: "first-pieces";
  choices: ({
    [k: string]: number;
  } | null)[];
}
/**
 * The seat to act starts its turn.
 */
export interface Turn {
  phase: "turn";
}
/**
 * The first card has been drawn; the second is due (B-2).
 */
export interface SecondCard {
  phase: "second-card";
}
/**
 * The seat to act chooses among tickets it has drawn.
 */
export interface TicketOffer {
  phase: "ticket-offer";
  tickets: string[];
}
/**
 * A tunnel has been attempted with `laid`; `extra` more cards are due (E-8 to E-11).
 */
export interface Toll {
  phase: "toll";
  route: string;
  laid: {
    [k: string]: number;
  };
  revealed: {
    [k: string]: number;
  };
  extra: number;
}
/**
 * Every seat chooses which tickets its stack completes (C-16).
 */
export interface Settlement {
  phase: "settlement";
  choices: (string[] | null)[];
}
/**
 * Nobody may act.
 */
export interface Finished {
  phase: "finished";
}
/**
 * First tickets, as a viewer sees them: its own offer, and who has chosen.
 */
export interface ChoosingTickets {
  phase: "choosing-tickets";
  offer: string[];
  chosen: boolean[];
  mine: KeepTickets | null;
}
/**
 * First pieces: who has chosen, and the viewer's own choice.
 */
export interface ChoosingPieces {
  phase: "choosing-pieces";
  chosen: boolean[];
  pieces: {
    [k: string]: number;
  } | null;
}
/**
 * Tickets offered to the seat to act; others see only how many.
 */
export interface OfferSeen {
  phase: "offer-seen";
  count: number;
  tickets: string[] | null;
}
/**
 * What only the viewer knows: its cards and tickets.
 */
export interface Own {
  hand: {
    [k: string]: number;
  };
  tickets: string[];
}
/**
 * What everybody sees of a player.
 */
export interface PlayerSeen {
  hand_size: number;
  ticket_count: number;
  pieces: {
    [k: string]: number;
  };
  box: {
    [k: string]: number;
  };
  routes: string[];
  built: string[];
  points: number;
}
/**
 * The table from one seat (None: a spectator). `players` lists every seat, the viewer's own too.
 */
export interface CardView {
  cardset: string;
  options: GameOptions;
  seat: number | null;
  phase: Turn | SecondCard | Finished | ChoosingTickets | OfferSeen | Settling;
  turn: number;
  half: number;
  own: Own | null;
  players: CardPlayerSeen[];
  yards: (Row | null)[];
  display: string[];
  deck_size: number;
  discard: {
    [k: string]: number;
  };
  tickets_left: number;
  turns_left: number | null;
  idle: number;
}
/**
 * What a table settles before the game: who starts (None: the seed does), and the beginner's option of C-6.
 */
export interface GameOptions {
  first: number | null;
  open_stacks: boolean;
}
/**
 * The settlement: who has chosen, and the viewer's own choice.
 */
export interface Settling {
  phase: "settling";
  chosen: boolean[];
  tickets: string[] | null;
}
/**
 * What everybody sees of a player. `stack` is None while the on-the-track stack lies face down (C-6).
 */
export interface CardPlayerSeen {
  hand_size: number;
  ticket_count: number;
  stack_size: number;
  stack: {
    [k: string]: number;
  } | null;
  completed: string[];
  points: number;
}
/**
 * A row of one color in a player's rail yard: colored cards, and the wilds on top of them (C-5).
 */
export interface Row {
  seat: number;
  colored: number;
  wilds: number;
}
/**
 * Keep at least `least` of the offer and return the others; where `ordered`, in an order that is free.
 */
export interface KeepChoice {
  do: "keep";
  offer: string[];
  least: number;
  ordered: boolean;
}
/**
 * The action `pieces`, with the possible values of each field; every combination of them is legal.
 */
export interface PiecesChoice {
  do: "pieces";
  pieces: {
    [k: string]: number;
  }[];
}
/**
 * The action `draw-blind`, with the possible values of each field; every combination of them is legal.
 */
export interface DrawBlindChoice {
  do: "draw-blind";
  deck: string[];
}
/**
 * The action `draw`, with the possible values of each field; every combination of them is legal.
 */
export interface DrawChoice {
  do: "draw";
  slot: number[];
  refill: string[];
}
/**
 * The action `stop`, with the possible values of each field; every combination of them is legal.
 */
export interface StopChoice {
  do: "stop";
}
/**
 * The action `tickets`, with the possible values of each field; every combination of them is legal.
 */
export interface TicketsChoice {
  do: "tickets";
}
/**
 * Claim one of these routes; `more` payments exist that are not listed, and any may be composed and asked about.
 */
export interface ClaimChoice {
  do: "claim";
  route: string[];
  pay: {
    [k: string]: number;
  }[];
  more: number;
}
/**
 * The action `toll`, with the possible values of each field; every combination of them is legal.
 */
export interface TollChoice {
  do: "toll";
  pay: {
    [k: string]: number;
  }[];
}
/**
 * The action `leave`, with the possible values of each field; every combination of them is legal.
 */
export interface LeaveChoice {
  do: "leave";
}
/**
 * The action `station`, with the possible values of each field; every combination of them is legal.
 */
export interface StationChoice {
  do: "station";
  city: string[];
  pay: {
    [k: string]: number;
  }[];
}
/**
 * The action `harbor`, with the possible values of each field; every combination of them is legal.
 */
export interface HarborChoice {
  do: "harbor";
  city: string[];
  pay: {
    [k: string]: number;
  }[];
}
/**
 * The action `exchange`, with the possible values of each field; every combination of them is legal.
 */
export interface ExchangeChoice {
  do: "exchange";
  give: string[];
  count: number[];
}
/**
 * The action `lay`, with the possible values of each field; every combination of them is legal.
 */
export interface LayChoice {
  do: "lay";
  color: string[];
  count: number[];
  wilds: number[];
}
/**
 * Any three of these colors, in this order.
 */
export interface LayThreeChoice {
  do: "lay-three";
  any_three: string[];
}
/**
 * Any of these tickets that the stack can pay together; `best` is the best choice, and none is always possible.
 */
export interface SettleChoice {
  do: "settle";
  any_of: string[];
  best: string[];
}
/**
 * The action `pass`, with the possible values of each field; every combination of them is legal.
 */
export interface PassChoice {
  do: "pass";
}
/**
 * Seconds left for each seat at the moment `now`, and the seats whose time runs.
 */
export interface ClockState {
  now: number;
  left: (number | null)[];
  running: number[];
}
export interface Outcome {
  sheets: Sheet[];
  winners: number[];
  decided_by: "points" | "tickets" | "stations" | "longest-path" | "bonus-cards" | "shared";
}
/**
 * One seat's lines. `routes` of a longest-path line tell the way it runs; of a ticket line, what it borrows.
 */
export interface Sheet {
  total: number;
  seat: number;
  lines: ScoreLine[];
}
/**
 * One line of a sheet: where the points come from, and the thing that gave them.
 */
export interface ScoreLine {
  source:
    | "routes"
    | "ticket"
    | "longest-path"
    | "stations-left"
    | "harbor"
    | "harbors-left"
    | "exchange"
    | "big-city";
  points: number;
  ticket?: string | null;
  finish?: ("completed" | "in-order" | "out-of-order" | "missed") | null;
  city?: string | null;
  routes?: string[];
  count?: number;
}
/**
 * Something happened: the versions of the steps follow the last one known without a gap.
 *
 *     A seat's update has the view and the choices only where the game moved on. `table` is there when it changed.
 */
export interface Update {
  type: "update";
  version: number;
  updates: SeatUpdate[];
  table: TableState | null;
  clock: ClockState | null;
  outcome: Outcome | null;
  replaceable: (number | null)[];
}
/**
 * Who is connected; nothing that happens at the table depends on it but a stand-in.
 */
export interface PresenceUpdate {
  type: "presence";
  connected: boolean[];
  spectators: number;
  host: number | null;
  replaceable: (number | null)[];
}
/**
 * The command is carried out and kept: it survives a power cut. `version` is the number of its entry.
 */
export interface Ack {
  type: "ack";
  cid: string;
  version: number;
}
/**
 * The command is not carried out. `code` is stable; the text for people is the message `refusal.<code>`.
 *
 *     `need` is what the move would have taken, where that can be counted.
 */
export interface Refused {
  type: "refused";
  code: string;
  cid: string | null;
  detail: string;
  need: Need | null;
}
/**
 * So many cards of one deck, all of one of these colors: those of which the fewest are missing.
 */
export interface CardsNeeded {
  need: "cards-needed";
  cost: number;
  wilds: number;
  pairs: number;
  deck: string;
  colors: string[];
  missing: number;
  missing_wilds: number;
}
/**
 * A harbor's cards in the color of which the fewest are missing: all, those lacking, how many after wilds.
 */
export interface HarborNeeded {
  need: "harbor-needed";
  cards: {
    [k: string]: number;
  };
  lacking: {
    [k: string]: number;
  };
  missing: number;
}
/**
 * So many pieces, of which so many are left.
 */
export interface PiecesNeeded {
  need: "pieces-needed";
  deck: string;
  cost: number;
  left: number;
}
/**
 * A row of at least so many cards, of which so many are in hand; `seat` has the row that must be outnumbered.
 */
export interface RowNeeded {
  need: "row-needed";
  least: number;
  held: number;
  seat: number | null;
}
/**
 * The answer to `ask`: null when the action is legal. `need` is what it takes, where that can be counted.
 */
export interface Answer {
  type: "answer";
  cid: string;
  refusal: string | null;
  need: Need | null;
}
/**
 * What a bot would do in the seat of whoever asked by `ask-hint`, thought of from what that seat knows.
 *
 *     `why` is its reason, where it has one. `action` is null where no bot had an idea, or the decision has passed.
 */
export interface Hint {
  type: "hint";
  cid: string;
  seat: number;
  decision: number;
  action: Action | null;
  why: string | null;
}
/**
 * The server's time, and the version up to which this connection was told everything.
 */
export interface Pong {
  type: "pong";
  now: number;
  version: number;
}
/**
 * The server closes the connection, and why.
 *
 *     `reload`, `restart`, `unknown-table`, `too-fast`, `too-big`, `too-many`, `slow`, `bad-message` or `unavailable`.
 */
export interface Bye {
  type: "bye";
  code: string;
}
/**
 * POST /api/tables. `board` is one of those offered, or with `file` the id in that file: a board of your own.
 *
 *     `file` is the text of the board file. `start` begins at once when no seat is open. `guide` asks for the guided first
 *     game of the board: one seat of one's own, gentle bots, and a deal that everybody knows. It begins at once; whatever
 *     else is wished for but the pace is left out of account. `daily` asks for the daily deal of the board on that day in
 *     the same way: one seat of one's own, the bots of the day, and a deal that follows from the date alone.
 */
export interface NewTable {
  /**
   * at least 128 random bits
   */
  cid: string;
  board: string;
  /**
   * @minItems 2
   * @maxItems 5
   */
  seats: (OpenSeat | MySeat | BotSeat)[];
  edition?: string | null;
  file?: string | null;
  options?: TableOptions;
  clock?: NoClock | MoveClock | GameClock | DaysClock;
  public?: boolean;
  pace?: number;
  entropy?: string | null;
  start?: boolean;
  guide?: boolean;
  daily?: string | null;
}
/**
 * For whoever comes.
 */
export interface OpenSeat {
  kind: "open";
}
/**
 * For the one who makes the table; several of them make a hot-seat game.
 */
export interface MySeat {
  kind: "mine";
  name: string;
}
export interface BotSeat {
  kind: "bot";
  level: string;
}
/**
 * POST /api/tables/{table}/seats. With a token in the Authorization header that token holds the new seat too.
 */
export interface NewSeat {
  /**
   * at least 128 random bits
   */
  cid: string;
  name: string;
  seat?: number | null;
  entropy?: string | null;
}
/**
 * POST /api/play-on: a private table that goes on from a moment of a finished game, with the cards of that game.
 *
 *     The game is that of a `table` of this server, or in a `record`. It goes on after `move` of its decisions. `seats`
 *     has a plan for each seat, none of them open.
 */
export interface PlayOn {
  /**
   * at least 128 random bits
   */
  cid: string;
  /**
   * @minItems 2
   * @maxItems 5
   */
  seats: (OpenSeat | MySeat | BotSeat)[];
  move: number;
  table?: string | null;
  record?: string | null;
  pace?: number;
}
/**
 * POST /api/analyses: a `Job` that looks back at a finished game of a `table` of this server, or in a `record`.
 *
 *     Its result is an analysis (docs/analysis.md); with `move`, how a hundred games of bots go on after so many of its
 *     decisions. `effort` is the number of trials of a decision.
 */
export interface NewAnalysis {
  table?: string | null;
  record?: string | null;
  move?: number | null;
  effort?: number;
}
/**
 * The answer to both: the token, and the seats that it got. A repeated request gets the same answer.
 */
export interface Seated {
  table: string;
  token: string;
  seats: number[];
}
export interface Tables {
  tables: Listed[];
}
/**
 * A table in the public list; `file` as in `TableState`, and `name` that of the board as its file has it.
 */
export interface Listed {
  table: string;
  status: "finished" | "open" | "playing";
  board: string;
  file: string;
  name: string;
  game: string;
  edition: string;
  names: string[];
  open_seats: number;
  created: number;
  updated: number;
}
/**
 * GET /api/tables/{table}: the table, the seats that must decide now, and since when they have been asked.
 */
export interface TableStanding {
  table: string;
  version: number;
  status: "finished" | "open" | "playing";
  public: boolean;
  board: string;
  file: string;
  name: string;
  game: string;
  edition: string;
  options: TableOptions;
  clock: NoClock | MoveClock | GameClock | DaysClock;
  pace: number;
  host: number | null;
  seats: SeatState[];
  spectators: number;
  fairness: Fairness;
  created: number;
  takeback: Takeback | null;
  rematch: string | null;
  retired: ("old-board" | "old-rules") | null;
  points: number[];
  guide: boolean;
  daily: string;
  hints: boolean;
  taken_over: number | null;
  actors: number[];
  since: number | null;
}
/**
 * GET /api/tables/{table}/steps: what the asker may know of all that happened after a version.
 */
export interface Steps {
  version: number;
  seat: number | null;
  steps: Step[];
}
/**
 * GET /api/tables/{table}/replay, POST /api/replays: a game move by move, as a seat, a spectator or the sky saw it.
 *
 *     `differences` is what a record says otherwise than its moves; a game from a table has none.
 */
export interface Replay {
  board: string;
  file: string;
  game: string;
  edition: string;
  digest: string;
  options: TableOptions;
  names: string[];
  seat: number | null;
  open: boolean;
  frames: Frame[];
  outcome: Outcome | null;
  seed: string;
  proof: Proof | null;
  differences: string[];
}
/**
 * One decision of a replay (the first frame is the set-up) and what came of it.
 *
 *     `actors` are the seats that must decide next. `changed` has the fields of the view that differ from the frame
 *     before. Where all lies open, `hands` says what every seat holds; null where nothing of it changed.
 */
export interface Frame {
  seat: number | null;
  events: Event[];
  actors: number[];
  changed: {};
  hands: Own[] | null;
}
/**
 * What a record says about the fairness of its deal (docs/fairness.md).
 */
export interface Proof {
  table: string;
  commitment: string;
  secret: string;
  entropy: (string | null)[];
}
/**
 * A long computation: POST to what makes one, GET and DELETE /api/jobs/{job}.
 *
 *     `progress` goes from 0 to 1. `result` is there once it is `done`, `fault` says in English why it `failed`.
 */
export interface Job {
  job: string;
  kind: string;
  status: "done" | "failed" | "running" | "waiting";
  progress: number;
  result: unknown;
  fault: string;
}
/**
 * POST /api/balance: what stands out on the board in a file, compared with printed boards.
 *
 *     The result of the job is a `BalanceReport`. `games` are played at each number of players.
 */
export interface BalanceAsked {
  /**
   * the text of a board file
   */
  file: string;
  edition: string | null;
  games: number;
}
export interface BalanceReport {
  board: string;
  edition: string;
  games: number;
  findings: BalanceFinding[];
  tables: BalanceTable[];
  tickets: BalanceTicket[];
}
/**
 * Something measured that lies outside of what printed boards have (`normal`, from and to), the worst first.
 *
 *     `kind` is one of those in docs/balance.md; `players` is 0 where it is about all numbers of players. Of `seat`
 *     (counted from 0 in the order of play), `ticket`, `routes` and `color` the one is there that it is about, by ids of
 *     the file. `told` has its sentences by language.
 */
export interface BalanceFinding {
  kind: string;
  players: number;
  value: number;
  low: number | null;
  high: number | null;
  normal: number[];
  severity: number;
  follows: boolean;
  suggested: number | null;
  seat: number | null;
  ticket: string | null;
  routes: string[] | null;
  color: string | null;
  told: {
    [k: string]: BalanceSentences;
  };
}
/**
 * A finding as people read it: what stands out, how far, and what to do about it.
 */
export interface BalanceSentences {
  what: string;
  measured: string;
  advice: string;
}
/**
 * Games at one number of players: turns and points of a player, wins by seat (1 is fair), parts of ties and of
 *     victories of a stronger player among weaker ones.
 */
export interface BalanceTable {
  players: number;
  turns: number;
  points: number;
  wins: number[];
  ties: number;
  skill: number;
}
/**
 * A ticket: spaces of its shortest way, how often it was completed, points of its holders above the mean (null
 *     where hardly anybody kept it), and the points that would do.
 */
export interface BalanceTicket {
  ticket: string;
  spaces: number;
  completed: number;
  gain: number | null;
  suggested: number | null;
}
/**
 * POST /api/daily: what every level scores with the cards of a day.
 *
 *     The result of the job is a `LevelScore` for each level, the weakest first.
 */
export interface DailyAsked {
  board: string;
  /**
   * such as 2026-11-17
   */
  day: string;
}
/**
 * What a level scored in the first seat of a day's deal, and how many of the others had more.
 */
export interface LevelScore {
  level: string;
  points: number;
  ahead: number;
}
/**
 * GET /api/puzzles: all that come with the server, those of a board together.
 */
export interface Puzzles {
  puzzles: PuzzleListed[];
}
/**
 * A puzzle in the list. The level goes from 1 to 3, the hardest.
 */
export interface PuzzleListed {
  id: string;
  board: string;
  level: number;
}
/**
 * GET /api/puzzles/{puzzle}: the game up to the position as the `seat` to decide saw it, and what it may do.
 *
 *     `moves` are those that were measured, the best first; errors of the others are those of their distance to it.
 *     `why` and `gains` say in words what speaks for the best one.
 */
export interface PuzzleShown {
  id: string;
  level: number;
  seat: number;
  replay: Replay;
  choices: Choice[];
  moves: PuzzleMoveShown[];
  why: string | null;
  gains: string | null;
}
/**
 * A move that comes into question: the chance to win and the mean margin after it, each with its standard error.
 */
export interface PuzzleMoveShown {
  action: Action;
  win: number;
  win_error: number;
  margin: number;
  margin_error: number;
}
/**
 * GET /api/invitation and POST /api/invitation/open: how far a link to a table reaches.
 *
 *     `public`: to everybody, at the public address; `network`: to others in the server's network, at one of `addresses`,
 *     which are told on the server's own machine only; `machine`: no farther than that machine. `can_open` says that the
 *     asker may let others in the network in.
 */
export interface Invitation {
  reach: "machine" | "network" | "public";
  addresses: string[];
  can_open: boolean;
}
/**
 * The body of every HTTP answer that is not a success.
 */
export interface Problem {
  code: string;
  detail: string;
}
/**
 * GET /api/boards: what can be played here, and against whom (weakest first; `bot.<level>` names it).
 *
 *     `keep_unfinished` and `keep_finished` are the days for which a game is kept that nobody touches; 0 is for ever.
 */
export interface Offers {
  protocol: number;
  boards: BoardOffered[];
  levels: string[];
  keep_unfinished: number;
  keep_finished: number;
}
/**
 * A board, or a set of cards, as it is offered to people: names by language, the default edition first.
 *
 *     `game` says by whose rules it is played; several boards may share them. `file` is the digest of the file of a board
 *     that is the server's own, empty for one of the package. `guide`: it has a guided first game.
 */
export interface BoardOffered {
  board: string;
  file: string;
  game: string;
  name: string;
  names: {
    [k: string]: string;
  };
  editions: EditionOffered[];
  seat_counts: number[];
  open_stacks: boolean;
  color_names: {
    [k: string]: {
      [k: string]: string;
    };
  };
  facts: GalleryFacts;
  guide: boolean;
}
/**
 * An edition: a sentence about it, and one on where its tickets come from where that is worth telling.
 */
export interface EditionOffered {
  id: string;
  name: string;
  names: {
    [k: string]: string;
  };
  note: string;
  notes: {
    [k: string]: string;
  };
  source: string;
  sources: {
    [k: string]: string;
  };
}
/**
 * What the gallery tells about a board: counts, and what its rules have beyond claiming routes for tickets.
 *
 *     `turns` is about how many each player has, 0 where nobody knows; `gallery.<feature>` says what a feature is.
 */
export interface GalleryFacts {
  cities: number;
  routes: number;
  tickets: number;
  turns: number;
  features: string[];
}
/**
 * GET /api/boards/{board}/{edition}: all that is printed on board and cards, and how the board is drawn.
 *
 *     `file` is the digest of the board's file where it is somebody's own: it was sent, or came from
 *     GET /api/board-files/{file}/{edition}. Then `offered` is what a list of boards tells about it.
 */
export interface PrintedBoard {
  id: string;
  file: string;
  name: string;
  names: {
    [k: string]: string;
  };
  game: string;
  edition: string;
  digest: string;
  seat_counts: number[];
  colors: string[];
  decks: string[];
  rules: Rules;
  kinds: CardKind[];
  cities: PrintedCity[];
  tickets: Ticket[];
  routes: Route[];
  symbols: string[];
  big_cities: BigCity[];
  offered: BoardOffered | null;
  drawing: Drawing | null;
}
/**
 * The numbers of a game. What is absent from a game is zero or empty.
 */
export interface BoardRules {
  deal: number[];
  display: number[];
  flush_at: number;
  first_offer: number;
  first_long: number;
  first_keep: number;
  first_return: string;
  offer: number;
  keep: number;
  pieces: {
    [k: string]: number;
  };
  pieces_kept: number;
  default_pieces: {
    [k: string]: number;
  };
  end_at: number;
  last_turns: number;
  points: number[];
  longest_bonus: number;
  stations: number;
  station_points: number;
  harbors: number;
  harbor_points: number[];
  harbor_penalty: number;
  both_lanes_from: number;
  tunnel_cards: number;
}
/**
 * The numbers of the game. With `second_half_seats` players the deck is gone through twice (C-18).
 */
export interface CardRules {
  first_wilds: number;
  deal: number;
  display: number;
  first_offer: number;
  first_keep: number;
  offer: number;
  least_row: number;
  second_half_seats: number[];
  second_deal: number;
}
/**
 * A kind of card: its color (None is wild), its deck, the spaces that one card covers, the harbor symbol.
 */
export interface CardKind {
  id: string;
  color: string | null;
  copies: number;
  deck: string;
  covers: number;
  harbor: boolean;
}
export interface PrintedCity {
  id: string;
  name: string;
  names: {
    [k: string]: string;
  };
  at: [number, number];
  harbor: boolean;
  junction: boolean;
}
/**
 * A ticket; a tour has more than two cities and may be worth less when connected out of order (W-21).
 */
export interface BoardTicket {
  id: string;
  cities: string[];
  points: number;
  connected: number;
  penalty: number;
  long: boolean;
  unconfirmed: boolean;
}
/**
 * A ticket between two cities, completed with cards: `needs` says how many of each color (C-1).
 */
export interface CardTicket {
  id: string;
  cities: [string, string];
  points: number;
  needs: number[];
}
/**
 * A route between two cities; `color` None is grey. A twin is the other lane of a double route (B-15).
 */
export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  color: string | null;
  deck: string;
  tunnel: boolean;
  wilds: number;
  pairs: number;
  wraps: boolean;
  twin: string | null;
}
/**
 * A bonus card, for whoever completes the most tickets naming its city (C-21).
 */
export interface BigCity {
  city: string;
  points: number;
}
/**
 * How a board is drawn, in units of its own canvas; `key` says from which board.
 */
export interface Drawing {
  art: DrawnLand;
  cities: {
    [k: string]: DrawnCity;
  };
  edge_font: number;
  edge_labels: DrawnEdgeLabel[];
  font: number;
  format: number;
  key: string;
  routes: {
    [k: string]: DrawnRoute;
  };
  size: [number, number];
  slot: [number, number];
  wraps: boolean;
}
/**
 * What lies under the routes: SVG paths, and the mountain signs as foot and half width.
 */
export interface DrawnLand {
  borders: string;
  lakes: string;
  land: string;
  peaks: [number, number, number][];
  rivers: string;
}
/**
 * The disc of a city; a junction has no name.
 */
export interface DrawnCity {
  at: [number, number];
  junction?: boolean;
  label?: DrawnLabel;
  radius: number;
}
/**
 * A name on the board. `texts` has its lines by language; "" is the lettering of the board.
 */
export interface DrawnLabel {
  anchor: "end" | "middle" | "start";
  box: [number, number, number, number];
  texts: {
    [k: string]: [string, number, number][];
  };
}
/**
 * Where routes leave a board that wraps, with the name of the city to which they lead.
 */
export interface DrawnEdgeLabel {
  at: [number, number];
  label: DrawnLabel;
  routes: string[];
  to: string;
}
/**
 * The spaces of a route and the lines under them as SVG paths; `wilds` are the spaces that demand a locomotive.
 */
export interface DrawnRoute {
  lines: string[];
  slots: [number, number, number][];
  width?: number;
  wilds?: number[];
}
/**
 * POST /api/designs: the text of a board file, and with `tables` all that it is to hold instead.
 *
 *     Comments, order and blank lines of the text stay where they are.
 */
export interface NewDesign {
  text: string;
  tables?: {} | null;
}
/**
 * The answer: the text with these tables, the tables that it has (null where it is no TOML), all that is wrong.
 *
 *     `drawable`: the map is sound, whatever else is missing; POST /api/designs/drawing draws it.
 */
export interface Design {
  text: string;
  tables: {} | null;
  faults: DesignFault[];
  drawable: boolean;
}
/**
 * Something wrong: where, in English what, which check says so, and what would mend it, if that is plain.
 */
export interface DesignFault {
  /**
   * keys and numbers, from 0, that lead to a place in the file
   *
   * @maxItems 16
   */
  path: (string | number)[];
  place: string;
  message: string;
  rule: string;
  mend: DesignChange[];
}
/**
 * A value to be put at a place of the file; null takes away what is there.
 */
export interface DesignChange {
  /**
   * keys and numbers, from 0, that lead to a place in the file
   *
   * @maxItems 16
   */
  path: (string | number)[];
  value: unknown;
}
/**
 * GET /api/designs.
 */
export interface DesignTemplates {
  templates: DesignTemplate[];
}
/**
 * What a new board can begin with; `size` is `small`, or `big` with the numbers of the printed game.
 */
export interface DesignTemplate {
  game: string;
  size: string;
  text: string;
  /**
   * all that a board file holds, as JSON
   */
  tables: {};
}
/**
 * A whole game. `curve` has a point for every action and one for the end; `accounts` only the seats analyzed.
 */
export interface Analysis {
  format: "branchline analysis 1";
  game: string;
  board: string;
  edition: string;
  digest: string;
  record: string | null;
  names: string[];
  seed: number;
  effort: number;
  curve: CurvePoint[];
  decisions: JudgedDecision[];
  accounts: SeatAccount[];
}
/**
 * How the game stood after `number` actions, for each seat, with all hands open and the future unknown.
 */
export interface CurvePoint {
  number: number;
  seats: Worth[];
}
/**
 * What something is worth to a seat: its chance to win, and its points less those of the best rival.
 */
export interface Worth {
  win: Estimate;
  margin: Estimate;
}
/**
 * One decision, judged by what its seat knew then.
 *
 *     `number` counts actions of the record from 0: the decision was made after so many of them. `moves[0]` is what was
 *     played; `better` and `planned` are places in `moves`: of the best move, if that is another one, and of what the
 *     planner would have done. `loss` is what the best move is worth above the one that was played, `cost` the same in
 *     points when victory counts as twenty; `is_clear` says that more than chance speaks for it. `gains` tells where the
 *     points come from that the best move brings, by source as on score sheets; `rivals` are those of the best rival.
 */
export interface JudgedDecision {
  number: number;
  seat: number;
  choices: number;
  moves: WeighedMove[];
  better?: number | null;
  planned?: number | null;
  loss?: Worth | null;
  cost?: Estimate | null;
  is_clear?: boolean;
  gains?: {
    [k: string]: number;
  };
}
/**
 * A move that came into question. `action` is its JSON form, `text` its text form.
 */
export interface WeighedMove {
  action: {};
  text: string;
  worth: Worth;
  why: MoveReason | null;
}
/**
 * The reason for a move: the message `why.<key>` with the values of its places, as in `bots.reason.Reason`.
 */
export interface MoveReason {
  key: string;
  values: {
    [k: string]: number | number[];
  };
}
/**
 * Where the result of a seat comes from: `start` + `luck` + `own` + `rivals` = `end`.
 *
 *     `own` is what its decisions brought against those of the planner in its place, `rivals` what those of the others
 *     did, `luck` all the rest: cards, and guesses about what was hidden. `lost` is what its decisions were worth less
 *     than the best moves that were found. Where not all seats were analyzed, `rivals` is None, and `luck` has it inside.
 */
export interface SeatAccount {
  seat: number;
  start: Worth;
  end: Worth;
  luck: Worth;
  own: Worth;
  rivals: Worth | null;
  lost: Worth;
  decisions: number;
  costliest: number[];
}
/**
 * How games went on that players played to the end from one moment: by seat, the shares of victories and totals.
 *
 *     From what one seat knew, shares and margins are those that are told (`calibration`); totals are as they were played.
 */
export interface Spread {
  number: number;
  times: number;
  wins: Estimate[];
  margins: Estimate[];
  totals: number[][];
}

/** The version of the protocol that this page speaks. */
export const PROTOCOL = 2;
