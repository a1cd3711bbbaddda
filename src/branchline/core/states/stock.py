"""The cards that nobody holds, while one step moves them: drawing, refilling, flushing and reshuffling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.cards import plus, with_one
from branchline.core.events import DeckReshuffled, DisplayDealt, DisplayFlushed, Event, card_turned_up
from branchline.core.ids import Cards, DeckId, Kind
from branchline.core.rng import below
from branchline.core.states.state import State

MAX_CLEARINGS: Final = 10
"""So often a display is cleared within one step: one of five and a deck of five could take turns for ever (B-6a)."""


class Stock:
    """A working copy of decks, discards and display; the state it came from stays as it was.

    A deck that runs out is made anew at once (B-7). Only whoever draws knows how the card is told, and the shuffle is
    told after it: so `draw` leaves the deck empty, and `renew` follows the card's event. `ran_out` says that some deck
    was emptied in this step, so that others need not look.
    """

    __slots__ = ("_before", "_clearings", "board", "decks", "discards", "display", "events", "ran_out", "rng")

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.display = state.display
        self.decks = state.decks
        self.discards = state.discards
        self.rng = state.rng
        self.events: list[Event] = []
        self._before = state
        self._clearings = 0
        self.ran_out = False

    def can_draw(self) -> bool:
        """Whether any deck has cards: without, nobody draws, whatever lies face up (B-8, W-12)."""
        return any(map(any, self.decks))

    def draw(self, deck: DeckId) -> Kind:
        """The top card of a deck, which is any of its cards with the same chance."""
        cards = self.decks[deck]
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
            self._set_deck(deck, tuple(left))
        if count == 1:
            self.ran_out = True
        return Kind(kind)

    def draw_several(self, decks: Sequence[DeckId]) -> list[Kind]:
        """Cards that one event shows together: a shuffle in its middle is told before it (B-7a)."""
        kinds: list[Kind] = []
        for place, deck in enumerate(decks):
            if place:
                self.renew(decks[place - 1])
            kinds.append(self.draw(deck))
        return kinds

    def renew(self, deck: DeckId) -> None:
        """B-7, B-7a, W-11: a deck that has run out is made anew from its own discards, if there are any."""
        if not any(self.decks[deck]) and any(self.discards[deck]):
            cards = self.discards[deck]
            self.discards = (*self.discards[:deck], self.board.no_cards, *self.discards[deck + 1 :])
            self._set_deck(deck, cards)
            self.events.append(DeckReshuffled(deck, cards))

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
        """A face-up card is taken; its place is filled at once (B-3)."""
        self._turn_up(slot, refill)
        if self.display.count(self.board.wild) >= self.board.rules.flush_at:
            self._mind_wilds()

    def deal_display(self) -> None:
        """Turn up as many cards of each deck as the rules say; one deck makes up for what another lacks (W-10)."""
        self._deal_whole()
        self._mind_wilds()

    def close(self) -> None:
        """The end of a step: new cards for empty decks and places, and another look at a display with too many wilds.

        B-6a: it was left because nothing better could come, which is different only when something has changed.
        """
        if not all(map(any, self.decks)):
            self._renew_all()
            if None in self.display:
                self._fill_gaps()
        if self.display.count(self.board.wild) >= self.board.rules.flush_at and self._changed():
            self._mind_wilds()

    def _changed(self) -> bool:
        before = self._before
        return (self.decks, self.discards, self.display) != (before.decks, before.discards, before.display)

    def _mind_wilds(self) -> None:
        """B-6, W-10: flush a display with too many wilds, unless nothing better can come (B-6a)."""
        while (
            self.display.count(self.board.wild) >= self.board.rules.flush_at
            and self._clearings < MAX_CLEARINGS
            and self._can_improve()
        ):
            self._clearings += 1
            self.events.append(DisplayFlushed(self.display))
            self.discard(self._face_up())
            self._renew_all()
            self._deal_whole()

    def _deal_whole(self) -> None:
        counts = self._deal_counts(self.decks, self.discards)
        kinds = self.draw_several([DeckId(deck) for deck, count in enumerate(counts) for _ in range(count)])
        missing = sum(self.board.rules.display) - len(kinds)
        self.display = (*kinds, *(None,) * missing)
        self.events.append(DisplayDealt(self.display))
        self._renew_all()

    def _fill_gaps(self) -> None:
        """B-7a: places left empty are filled as soon as there are cards, from the deck that shows fewest."""
        for slot, kind in enumerate(self.display):
            if kind is None and self.can_draw():
                sources = [DeckId(deck) for deck, cards in enumerate(self.decks) if any(cards)]
                self._turn_up(slot, min(sources, key=self._shown_of))

    def _shown_of(self, deck: DeckId) -> int:
        return sum(kind is not None and self.board.kinds[kind].deck == deck for kind in self.display)

    def _turn_up(self, slot: int, deck: DeckId) -> None:
        kind = self.draw(deck)
        display = list(self.display)
        display[slot] = kind
        self.display = tuple(display)
        self.events.append(card_turned_up(slot, deck, kind))
        if self.ran_out:
            self.renew(deck)

    def _renew_all(self) -> None:
        for deck in range(len(self.decks)):
            self.renew(DeckId(deck))

    def _set_deck(self, deck: DeckId, cards: Cards) -> None:
        decks = list(self.decks)
        decks[deck] = cards
        self.decks = tuple(decks)

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
