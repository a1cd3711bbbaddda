"""Play cards into the rail yard: a row of one color, or three different colors; robbing trains (C-9 to C-11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from branchline.core.actions import Action, LayRow, LayThree
from branchline.core.bits import members
from branchline.core.cards import plus
from branchline.core.events import Event, RowLaid, TrainRobbed
from branchline.core.game import Legal, Step
from branchline.core.ids import Color, Seat
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardState, Row, next_cards, row_cards, with_card_hand, with_player
from branchline.rules.cards.turn import end_turn

ACTIONS = (LayRow, LayThree)

THREE = 3


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    """The rows of each color that can be played, then the threes."""
    hand = state.players[seat].hand
    wilds = hand[-1]
    least = state.cardset.rules.least_row
    found: list[Sequence[Action]] = []
    free = 0
    for color, row in enumerate(state.yards):
        held = hand[color]
        if not held:
            continue
        if row is None:
            free |= 1 << color
            rows = _rows(color, held, wilds, least)
        elif row[0] == seat:  # C-10
            continue
        else:
            rows = _rows(color, held, wilds, max(least, row[1] + row[2] + 1))  # C-11
        if rows:
            found.append(rows)
    threes = _threes(free)
    if threes:
        found.append(threes)
    return Legal(found)


@cache
def _rows(color: int, held: int, wilds: int, least: int) -> tuple[LayRow, ...]:
    """Every row of at least `least` cards, at least one of them colored; fewest wilds first (C-9)."""
    return tuple(
        LayRow(Color(color), count, wild)
        for wild in range(wilds + 1)
        for count in range(max(1, least - wild), held + 1)
    )


@cache
def _threes(free: int) -> tuple[LayThree, ...]:
    """Three cards cannot outnumber a row with one each, so all three colors must be in nobody's yard (C-11)."""
    return tuple(LayThree((Color(a), Color(b), Color(c))) for a, b, c in combinations(members(free), THREE))


def refusal(state: CardState, seat: Seat, action: LayRow | LayThree) -> Refusal | None:
    if isinstance(action, LayThree):
        return _three_refused(state, seat, action)
    hand = state.players[seat].hand
    if action.color not in range(len(state.yards)) or action.count < 1 or action.wilds < 0:
        return Refusal.WRONG_ROW
    size = action.count + action.wilds
    if size < state.cardset.rules.least_row:
        return Refusal.WRONG_ROW
    if action.count > hand[action.color] or action.wilds > hand[-1]:
        return Refusal.CARDS_NOT_HELD
    return _crossed(state, seat, action.color, size)


def _three_refused(state: CardState, seat: Seat, action: LayThree) -> Refusal | None:
    """One play has one form: its colors in ascending order."""
    hand = state.players[seat].hand
    colors = action.colors
    if len(colors) != THREE or not 0 <= colors[0] < colors[1] < colors[2] < len(state.yards):
        return Refusal.WRONG_ROW
    if not all(hand[color] for color in colors):
        return Refusal.CARDS_NOT_HELD
    crossed = (_crossed(state, seat, color, 1) for color in colors)
    return next((refused for refused in crossed if refused is not None), None)


def _crossed(state: CardState, seat: Seat, color: Color, size: int) -> Refusal | None:
    """Whether a row on the table forbids `size` cards of its color (C-10, C-11)."""
    row = state.yards[color]
    if row is None:
        return None
    if row.seat == seat:
        return Refusal.COLOR_IN_OWN_YARD
    return None if size > row.size else Refusal.TOO_FEW_TO_ROB


def perform(state: CardState, seat: Seat, action: LayRow | LayThree) -> Step[CardState]:
    player = state.players[seat]
    cardset = state.cardset
    events: list[Event] = []
    hand = list(player.hand)
    yards = list(state.yards)
    discard = state.discard
    if isinstance(action, LayThree):
        for color in action.colors:
            hand[color] -= 1
            yards[color] = Row(seat, 1, 0)
            events.append(RowLaid(seat, color, row_cards(cardset, color, 1, 0)))
    else:
        color, count, wilds = action.color, action.count, action.wilds
        hand[color] -= count
        hand[-1] -= wilds
        events.append(RowLaid(seat, color, row_cards(cardset, color, count, wilds)))
        robbed = yards[color]
        if robbed is not None:  # C-11: the whole row is discarded, its wilds included
            lost = row_cards(cardset, color, robbed.colored, robbed.wilds)
            discard = plus(discard, lost)
            events.append(TrainRobbed(seat, robbed.seat, color, lost))
        yards[color] = Row(seat, count, wilds)
    laid = next_cards(
        state,
        phase=state.phase,
        turn=seat,
        players=with_player(state, seat, with_card_hand(player, tuple(hand))),
        yards=tuple(yards),
        display=state.display,
        deck=state.deck,
        discard=discard,
        turns_left=state.turns_left,
        idle=0,
        rng=state.rng,
    )
    return end_turn(laid, events)
