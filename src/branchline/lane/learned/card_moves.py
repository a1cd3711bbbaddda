"""The moves of the Card Game that a learned player weighs: those that the planner considers, and shorter rows.

Of the places of one kind of card in the display one comes into question, of the orders of returning tickets one for
each set. Where there are too many, those that the planner likes best.
"""

from __future__ import annotations

from branchline.lane.cards.layout import DRAW_FACE_UP, KEEP, KEEP_FIRST, LAY_ROW, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.learned.network import MAX_MOVES, Choice
from branchline.lane.players.cards.layout import NEVER, CardWork

_CONSIDERED = -NEVER / 2


@inner
def gather_moves(cards: Cards, game: CardGame, work: CardWork, best: int, choice: Choice) -> None:
    """Fill `choice.codes` and `choice.places` (in `work.codes`): the planner's own choice first."""
    choice.count = 0
    _add(work, best, choice)
    for place in range(work.listed[0]):
        if work.values[place] > _CONSIDERED and not _is_there(cards, game, work, place, choice):
            _add_or_replace(work, place, choice)
    for place in range(work.listed[0]):
        if work.values[place] <= _CONSIDERED and choice.count < MAX_MOVES and _is_shorter_row(cards, work, place):
            _add(work, place, choice)


@inner
def _is_shorter_row(cards: Cards, work: CardWork, place: int) -> bool:
    """A row without wilds that leaves cards of its color in hand: the planner lays all of them or none."""
    code = work.codes[place]
    return cards.code_verb[code] == LAY_ROW and cards.code_wilds[code] == 0


@inner
def _is_there(cards: Cards, game: CardGame, work: CardWork, place: int, choice: Choice) -> bool:
    """Whether another way to do the same is among the moves; the planner values them alike."""
    code = work.codes[place]
    verb, what = cards.code_verb[code], cards.code_what[code]
    for n in range(choice.count):
        other = choice.codes[n]
        if code == other:
            return True
        that = cards.code_what[other]
        if verb == cards.code_verb[other]:
            if verb == DRAW_FACE_UP and game.display[what] == game.display[that]:
                return True
            if verb in (KEEP, KEEP_FIRST) and cards.way_kept[what] == cards.way_kept[that]:
                return True
    return False


@inner
def _add_or_replace(work: CardWork, place: int, choice: Choice) -> None:
    """Where there is no room, the move that the planner likes least has to go."""
    if choice.count < MAX_MOVES:
        _add(work, place, choice)
        return
    worst = 1
    for n in range(2, choice.count):
        if work.values[choice.places[n]] < work.values[choice.places[worst]]:
            worst = n
    if work.values[place] > work.values[choice.places[worst]]:
        choice.places[worst], choice.codes[worst] = place, work.codes[place]


@inner
def _add(work: CardWork, place: int, choice: Choice) -> None:
    choice.places[choice.count] = place
    choice.codes[choice.count] = work.codes[place]
    choice.count += 1
