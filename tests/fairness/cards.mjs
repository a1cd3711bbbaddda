// The cards of a game that is recomputed: decks, discards, display and hands, as numbers of cards of each kind.
import { Difference } from "./stream.mjs";

const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** Without the kinds of which there are none, as events write cards. */
const held = (cards) => Object.fromEntries(Object.entries(cards).filter(([, count]) => count));

const isObject = (part) => part !== null && typeof part === "object" && !Array.isArray(part);
const text = (value) =>
  JSON.stringify(value, (_, part) => (isObject(part) ? Object.entries(part).sort() : part));

export const times = (count, item) => Array(count).fill(item);

export function add(cards, others, sign = 1) {
  for (const [kind, count] of Object.entries(others)) cards[kind] += sign * count;
}

export class Cards {
  decks = {};
  discards = {};
  display = [];
  at = 0; // the place of the next event

  constructor(game, seats, events, stream) {
    Object.assign(this, { game, events, stream });
    this.kinds = game.kinds.map((kind) => kind.id);
    this.hands = times(seats, null).map(() => this.none());
    for (const deck of game.decks) [this.decks[deck], this.discards[deck]] = [this.none(), this.none()];
    for (const { id, deck, copies } of game.kinds) this.decks[deck][id] = copies;
  }

  none() {
    return Object.fromEntries(this.kinds.map((kind) => [kind, 0]));
  }

  demand(isTrue, what) {
    const { action, event } = this.events[Math.min(this.at, this.events.length - 1)];
    if (!isTrue) throw new Difference(`action ${action}, ${event}: ${what}`);
  }

  next() {
    return this.events[this.at];
  }

  /** The next event must be this one, as far as it is told here. */
  expect(event, fields) {
    this.demand(this.next()?.event === event, `the secret demands ${event} ${text(fields)}`);
    for (const [name, value] of Object.entries(fields)) {
      const [said, real] = [text(this.next()[name]), text(value)];
      this.demand(said === real, `${name} is ${said}, the secret demands ${real}`);
    }
    return this.events[this.at++];
  }

  left(deck) {
    return total(this.decks[deck]);
  }

  draw(deck) {
    this.demand(this.left(deck), `the deck of ${deck} is empty`);
    let index = this.stream.below(this.left(deck));
    for (const kind of this.kinds) {
      if (index < this.decks[deck][kind]) {
        this.decks[deck][kind]--;
        return kind;
      }
      index -= this.decks[deck][kind];
    }
  }

  /** Cards that one event shows together: a deck that runs out on the way is made anew before that event. */
  drawSeveral(decks) {
    return decks.map((deck, place) => {
      if (place) this.renew(decks[place - 1]);
      return this.draw(deck);
    });
  }

  renew(deck) {
    if (this.left(deck) || !total(this.discards[deck])) return;
    [this.decks[deck], this.discards[deck]] = [this.discards[deck], this.none()];
    this.expect("deck-reshuffled", { deck, cards: held(this.decks[deck]) });
  }

  renewAll() {
    for (const deck of this.game.decks) this.renew(deck);
  }

  /** The deck, if there is one, that must not stay as it is: empty, with discards to make it anew. */
  forgotten() {
    return this.game.decks.find((deck) => !this.left(deck) && total(this.discards[deck]));
  }

  discard(cards) {
    for (const { id, deck } of this.game.kinds) this.discards[deck][id] += cards[id] ?? 0;
  }

  discardKinds(kinds) {
    for (const kind of kinds) if (kind !== null) this.discard({ [kind]: 1 });
  }

  dealHand(seat, decks) {
    const cards = this.none();
    for (const deck of decks) cards[this.draw(deck)]++;
    add(this.hands[seat], cards);
    this.expect("cards-dealt", { seat, count: decks.length, cards: held(cards) });
  }

  /** A display: so many cards of each deck; what one deck lacks, another makes up for. */
  dealDisplay(wanted) {
    const have = this.game.decks.map((deck) => this.left(deck) + total(this.discards[deck]));
    const counts = have.map((got, deck) => Math.min(wanted[deck], got));
    have.forEach((got, deck) => (counts[deck] += Math.min(sum(wanted) - sum(counts), got - counts[deck])));
    const drawn = this.drawSeveral(this.game.decks.flatMap((deck, place) => times(counts[place], deck)));
    this.display = [...drawn, ...times(sum(wanted) - drawn.length, null)];
    this.expect("display-dealt", { display: this.display });
    this.renewAll();
  }

  flush() {
    this.expect("display-flushed", { display: this.display });
    this.discardKinds(this.display);
    this.renewAll();
    this.dealDisplay(this.game.rules.display);
  }

  /** A tunnel is dug: the cards turned up for it lie in no pile until the route is claimed or left. */
  dig() {
    const count = Math.min(this.game.rules.tunnel_cards, this.left("trains") + total(this.discards.trains));
    const revealed = this.drawSeveral(times(count, "trains"));
    const { seat, laid } = this.expect("tunnel-dug", { revealed });
    add(this.hands[seat], laid, -1);
    this.renew("trains");
    return { laid, revealed };
  }

  /** A new deck of all cards that nobody holds. */
  gather() {
    const cards = this.none();
    for (const { id, copies } of this.game.kinds) cards[id] = copies;
    for (const hand of this.hands) add(cards, hand, -1);
    this.expect("half-ended", { cards: held(cards) });
    this.decks.trains = cards;
  }
}
