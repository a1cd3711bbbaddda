"""The frame of a turn in the Card Game: phase 1, who is next, and the last turns once the deck is empty."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.cards import plus
from branchline.core.events import Event, LastTurns, RowEmptied, StackRevealed, YardAdvanced, turn_started
from branchline.core.game import Step
from branchline.core.idle import stands_still, told
from branchline.core.ids import Cards, Color, Seat
from branchline.core.phases import TURN, Settlement
from branchline.core.states.card_state import CardPlayer, CardState, Row, Yards, next_cards, with_player


def end_turn(state: CardState, events: list[Event], idle: int = 0) -> Step[CardState]:
    """Close the turn of the seat to act, whose action has led to `state`.

    Nobody is ever stuck before the deck is empty, since a card can be drawn; every draw makes the deck smaller, and no
    card laid comes back to a hand. Once it is empty the turns are counted, passed ones too, so the game ends. The
    rules know one way to stand still: to draw tickets and return them all, again and again, all of the players (C-12).
    `idle` counts such turns in a row, this one included; too many of them end the game as well (B-10a).
    """
    turns_left = state.turns_left
    if turns_left is not None:
        turns_left -= 1
    elif not any(state.deck):
        turns_left = announce_last_turns(state, events)
    if turns_left == 0 or stands_still(idle, len(state.players)):
        return _open_settlement(state, events, idle)
    if idle:
        events += told(idle, len(state.players))
    return begin_turn(state, next_seat(state), turns_left, events, idle)


def announce_last_turns(state: CardState, events: list[Event]) -> int:
    """C-14: every player takes one more turn, the one who drew the last card included."""
    turns = len(state.players)
    events.append(LastTurns(state.turn, turns))
    return turns


def next_seat(state: CardState) -> Seat:
    return Seat((state.turn + 1) % len(state.players))


def begin_turn(
    state: CardState, seat: Seat, turns_left: int | None, events: list[Event], idle: int = 0
) -> Step[CardState]:
    events.append(turn_started(seat))
    players = state.players
    yards, moved, emptied = advance(state.yards, seat, state.cardset.no_cards)
    if yards is not state.yards:  # C-4: skipped when the yard is empty
        player = players[seat]
        after = CardPlayer(player.hand, plus(player.stack, moved), player.tickets, player.completed)
        players = with_player(state, seat, after)
        events.append(YardAdvanced(seat, moved))
        events += [RowEmptied(seat, color) for color in emptied]
    begun = next_cards(
        state,
        phase=TURN,
        turn=seat,
        players=players,
        yards=yards,
        display=state.display,
        deck=state.deck,
        discard=state.discard,
        turns_left=turns_left,
        idle=idle,
        rng=state.rng,
    )
    return Step(begun, tuple(events))


def advance(yards: Yards, seat: Seat, no_cards: Cards) -> tuple[Yards, Cards, Sequence[Color]]:
    """Phase 1: the top card of each row goes onto the track. Wilds lie on top, so they leave first (C-4, C-5).

    Gives the yards afterwards, the cards that went, and the rows that are empty now.
    """
    after: list[Row | None] | None = None
    moved: list[int] = []
    emptied: list[Color] = []
    for color, row in enumerate(yards):
        if row is None or row[0] != seat:
            continue
        if after is None:
            after, moved = list(yards), list(no_cards)
        _, colored, wilds = row
        if wilds:
            moved[-1] += 1
            after[color] = Row(seat, colored, wilds - 1)
        else:
            moved[color] = 1
            if colored > 1:
                after[color] = Row(seat, colored - 1, 0)
            else:
                after[color] = None
                emptied.append(Color(color))
    return (yards, no_cards, ()) if after is None else (tuple(after), tuple(moved), emptied)


def _open_settlement(state: CardState, events: list[Event], idle: int) -> Step[CardState]:
    """C-16: all stacks are turned over, and every seat chooses which tickets its own completes."""
    events += [StackRevealed(Seat(seat), player.stack) for seat, player in enumerate(state.players)]
    nobody = (None,) * len(state.players)
    return Step(state._replace(phase=Settlement(nobody), turns_left=0, idle=idle), tuple(events))
