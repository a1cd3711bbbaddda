// Recomputes everything hidden in a game of a table from the secret, as docs/fairness.md tells it, and says the first
// difference. It shares no code with Branchline: a second opinion, which any language could give.
//
//   branchline games europe --json > game.json
//   branchline replay GAME.branchline.json --events > events.jsonl
//   node recompute.mjs game.json events.jsonl
import { readFileSync } from "node:fs";
import { add, Cards, times } from "./cards.mjs";
import { Difference, keyOf, Stream } from "./stream.mjs";

const ids = (tickets) => tickets.map((ticket) => ticket.id);

/** What players choose is read; what comes by chance is computed, and compared. */
class Table {
  returned = []; // tickets, until all have made their first choice
  dug = null;

  constructor(game, header, events) {
    this.rules = game.rules;
    this.tickets = game.tickets;
    this.isCardGame = !Array.isArray(game.rules.display);
    this.seats = header.seats.map((_, seat) => seat);
    this.stream = new Stream(keyOf(header));
    this.cards = new Cards(game, this.seats.length, events, this.stream);
    this.turn = header.options.first ?? this.stream.below(this.seats.length);
    this.cards.expect("game-started", { first: this.turn });
  }

  setUpBoard({ decks }) {
    const { cards, rules, seats } = this;
    for (const seat of seats)
      cards.dealHand(
        seat,
        decks.flatMap((deck, place) => times(rules.deal[place], deck)),
      );
    cards.dealDisplay(rules.display);
    while (cards.next()?.event === "display-flushed") cards.flush();
    const long = this.stream.shuffled(ids(this.tickets.filter((ticket) => ticket.long)));
    this.queue = this.stream.shuffled(ids(this.tickets.filter((ticket) => !ticket.long)));
    for (const seat of seats) {
      const tickets = [...long.splice(0, rules.first_long), ...this.queue.splice(0, rules.first_offer)];
      cards.expect("tickets-offered", { seat, tickets });
    }
  }

  setUpCards() {
    const { cards, rules, seats } = this;
    const wilds = { wild: rules.first_wilds };
    for (const seat of seats) {
      add(cards.decks.trains, wilds, -1);
      add(cards.hands[seat], wilds);
      cards.expect("cards-dealt", { seat, cards: wilds });
    }
    for (const seat of seats) cards.dealHand(seat, times(rules.deal, "trains"));
    this.turnUp();
    this.queue = this.stream.shuffled(ids(this.tickets));
    for (const seat of seats) {
      cards.expect("tickets-offered", { seat, tickets: this.queue.splice(0, rules.first_offer) });
    }
  }

  /** The display of the Card Game, which has no gaps: it is shorter where the deck has too few cards. */
  turnUp() {
    this.cards.dealDisplay([Math.min(this.rules.display, this.cards.left("trains"))]);
  }

  secondHalf() {
    const { cards, rules, seats, turn } = this;
    cards.gather();
    const dealt = Math.min(cards.left("trains"), seats.length * rules.second_deal);
    for (const place of seats) {
      const count = Math.floor((dealt + seats.length - 1 - place) / seats.length);
      cards.dealHand((turn + 1 + place) % seats.length, times(count, "trains"));
    }
    this.turnUp();
  }

  takeBackFirstTickets() {
    if (this.isCardGame) this.queue = this.stream.shuffled([...this.queue, ...this.returned]);
    else if (this.rules.first_return === "shuffle") this.queue.push(...this.stream.shuffled(this.returned));
    else if (this.rules.first_return === "bottom") this.queue.push(...this.returned);
    this.returned = null;
    this.cards.expect("ticket-deck-changed", { count: this.queue.length, order: this.queue });
  }

  follow({ event, seat, slot, deck, ...more }) {
    const { cards } = this;
    if (event === "card-drawn") {
      const { kind } = cards.expect(event, { kind: cards.draw(deck) });
      cards.hands[seat][kind]++;
      cards.renew(deck);
    } else if (event === "card-taken") {
      const { kind } = cards.expect(event, { kind: cards.display[slot] });
      cards.hands[seat][kind]++;
    } else if (event === "card-turned-up") {
      cards.display[slot] = cards.draw(deck);
      cards.expect(event, { kind: cards.display[slot] });
      cards.renew(deck);
    } else if (event === "tunnel-dug" || (event === "deck-reshuffled" && cards.left(deck))) {
      this.dug = cards.dig(); // A deck with cards is made anew only when they are drawn together with others.
    } else if (event === "deck-reshuffled") {
      cards.demand(cards.forgotten(), "there are no discards");
      cards.renewAll();
    } else if (event === "display-flushed") cards.flush();
    else if (event === "half-ended") this.secondHalf();
    else if (event === "ticket-deck-changed") this.takeBackFirstTickets();
    else if (event === "tickets-offered") {
      cards.expect(event, { seat, tickets: this.queue.splice(0, this.rules.offer) });
    } else {
      this.read(event, seat, more);
      cards.at++;
    }
  }

  /** A choice of a player, or what follows from one. */
  read(event, seat, { returned, cards: laid, pay }) {
    const { cards } = this;
    const hand = cards.hands[seat];
    if (event === "tickets-kept") (this.returned ?? this.queue).push(...returned);
    if (event === "turn-started") this.turn = seat;
    if (event === "row-laid") add(hand, laid, -1);
    if (pay) {
      add(hand, pay, -1); // For a tunnel all that it cost; what was laid down before comes back below.
      cards.discard(pay);
    }
    if (this.dug && (event === "route-claimed" || event === "tunnel-left")) {
      add(hand, this.dug.laid);
      cards.discardKinds(this.dug.revealed);
      this.dug = null;
    }
    const isPaid = (event !== "row-laid" && !pay) || Object.values(hand).every((count) => count >= 0);
    cards.demand(isPaid, "nobody has these cards");
  }
}

function recompute(game, header, events) {
  const table = new Table(game, header, events);
  if (table.isCardGame) table.setUpCards();
  else table.setUpBoard(game);
  const { cards } = table;
  while (cards.at < events.length) {
    const { action } = cards.next();
    table.follow(cards.next());
    const empty = cards.next()?.action === action ? undefined : cards.forgotten();
    cards.demand(!empty, `before it the deck of ${empty} must be made anew`);
  }
  return table.stream.words;
}

const [game, events] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const [{ header }, ...lines] = events
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const told = lines.filter((line) => line.event);
try {
  const words = recompute(JSON.parse(game), header, told);
  console.log(`${told.length} events, ${words} words: every card and every ticket comes from the secret`);
} catch (error) {
  if (!(error instanceof Difference)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
