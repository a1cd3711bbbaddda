"""The cards that nobody holds, while one step moves them: drawing, refilling, flushing and reshuffling."""

from __future__ import annotations

from branchline.core.cards import plus, with_one
from branchline.core.events import DeckReshuffled, DisplayDealt, DisplayFlushed, Event, card_turned_up
from branchline.core.ids import Cards, DeckId, Kind
from branchline.core.rng import below
from branchline.core.state import State


class Stock:
    """A working copy of decks, discards and display; the state it came from stays as it was."""

    __slots__ = ("board", "decks", "discards", "display", "events", "rng")

    def __init__(self, state: State) -> None:
        self.board, _, _, _, self.display, self.decks, self.discards, _, _, _, self.rng = state
        self.events: list[Event] = []

    def can_draw(self, deck: DeckId) -> bool:
        return any(self.decks[deck]) or any(self.discards[deck])

    def draw(self, deck: DeckId) -> Kind:
        """The top card of a deck, which is any of its cards with the same chance."""
        cards = self.decks[deck]
        count = sum(cards)
        if count == 0:
            cards = self._reshuffle(deck)
            count = sum(cards)
        index, self.rng = below(self.rng, count)
        for kind, held in enumerate(cards):  # noqa: B007  # pragma: no branch  # it stops at the kind that was drawn
            if index < held:
                break
            index -= held
        left = list(cards)
        left[kind] -= 1
        if len(self.decks) == 1:
            self.decks = (tuple(left),)
        else:
            decks = list(self.decks)
            decks[deck] = tuple(left)
            self.decks = tuple(decks)
        return Kind(kind)

    def _reshuffle(self, deck: DeckId) -> Cards:
        """B-7, B-7a, W-11: a deck that is needed and empty is made anew from its own discards."""
        cards = self.discards[deck]
        self.discards = (*self.discards[:deck], self.board.no_cards, *self.discards[deck + 1 :])
        self.events.append(DeckReshuffled(deck, cards))
        return cards

    def discard(self, cards: Cards) -> None:
        """Cards go to the discard pile of the deck they come from."""
        if len(self.decks) == 1:
            self.discards = (plus(self.discards[0], cards),)
            return
        piles = [list(pile) for pile in self.discards]
        for kind, count in enumerate(cards):
            if count:
                piles[self.board.kinds[kind].deck][kind] += count
        self.discards = tuple(map(tuple, piles))

    def take(self, slot: int, refill: DeckId) -> None:
        """A face-up card is taken; its place is filled at once, if that deck has a card (B-3)."""
        if any(self.decks[refill]) or any(self.discards[refill]):
            self._turn_up(slot, refill)
            if self.display.count(self.board.wild) >= self.board.rules.flush_at:
                self.mind_wilds()
        else:
            self.display = (*self.display[:slot], None, *self.display[slot + 1 :])

    def deal_display(self) -> None:
        """Turn up as many cards of each deck as the rules say; one deck makes up for what another lacks (W-10)."""
        self._deal_whole()
        self.mind_wilds()

    def mind_wilds(self) -> None:
        """B-6, W-10: flush a display with too many wilds, unless nothing better can come (B-6a)."""
        while self.display.count(self.board.wild) >= self.board.rules.flush_at and self._can_improve():
            self.events.append(DisplayFlushed(self.display))
            self.discard(self._face_up())
            self._deal_whole()

    def _deal_whole(self) -> None:
        counts = self._deal_counts(self.decks, self.discards)
        kinds = [self.draw(DeckId(deck)) for deck, count in enumerate(counts) for _ in range(count)]
        missing = sum(self.board.rules.display) - len(kinds)
        self.display = (*kinds, *(None,) * missing)
        self.events.append(DisplayDealt(self.display))

    def fill_gaps(self) -> None:
        """B-7a: places left empty are filled when there are cards again, from the deck that shows fewest."""
        for slot, kind in enumerate(self.display):
            if kind is None:
                sources = [DeckId(deck) for deck in range(len(self.decks)) if self.can_draw(DeckId(deck))]
                if not sources:
                    break
                self._turn_up(slot, min(sources, key=self._shown_of))
        self.mind_wilds()

    def _shown_of(self, deck: DeckId) -> int:
        return sum(kind is not None and self.board.kinds[kind].deck == deck for kind in self.display)

    def _turn_up(self, slot: int, deck: DeckId) -> None:
        kind = self.draw(deck)
        display = list(self.display)
        display[slot] = kind
        self.display = tuple(display)
        self.events.append(card_turned_up(slot, deck, kind))

    def _deal_counts(self, decks: tuple[Cards, ...], discards: tuple[Cards, ...]) -> list[int]:
        """How many cards each deck gives to a whole new display."""
        have = [sum(deck) + sum(pile) for deck, pile in zip(decks, discards, strict=True)]
        counts = [min(want, got) for want, got in zip(self.board.rules.display, have, strict=True)]
        for deck, got in enumerate(have):
            counts[deck] += min(sum(self.board.rules.display) - sum(counts), got - counts[deck])
        return counts

    def _can_improve(self) -> bool:
        """Whether some new deal has fewer wilds than a flush takes, out of deck, discards and display together."""
        before = self.discards
        self.discard(self._face_up())
        piles, self.discards = self.discards, before
        wild = self.board.wild
        forced = 0
        for count, deck, pile in zip(self._deal_counts(self.decks, piles), self.decks, piles, strict=True):
            plain = sum(deck) + sum(pile) - deck[wild] - pile[wild]
            forced += max(0, count - plain)
        return forced < self.board.rules.flush_at

    def _face_up(self) -> Cards:
        cards = self.board.no_cards
        for kind in self.display:
            if kind is not None:
                cards = with_one(cards, kind)
        return cards
