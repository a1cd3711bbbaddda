"""The cards that nobody holds: drawing, refilling, flushing and reshuffling (`core.states.stock`)."""

from __future__ import annotations

from typing import Any

from branchline.core.states.stock import MAX_CLEARINGS
from branchline.lane.choose import draw_from
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, Board, Game


@jit
def can_draw(board: Board, game: Game) -> bool:
    """Whether any deck has cards: without, nobody draws, whatever lies face up (B-8, W-12)."""
    for deck in range(board.sorts):  # noqa: SIM110  # compiled as a loop
        if game.deck_size[deck] > 0:
            return True
    return False


@jit
def draw_card(game: Game, deck: int) -> int:
    """The top card of a deck, which is any of its cards with the same chance."""
    kind = draw_from(game.rng, game.decks[deck], game.deck_size[deck])
    game.deck_size[deck] -= 1
    return kind


@jit
def renew(board: Board, game: Game, deck: int) -> None:
    """B-7, B-7a, W-11: a deck that has run out is made anew from its own discards, if there are any."""
    if game.deck_size[deck] == 0 and game.discard_size[deck] > 0:
        for kind in range(board.kinds):
            game.decks[deck, kind] = game.discards[deck, kind]
            game.discards[deck, kind] = 0
        game.deck_size[deck] = game.discard_size[deck]
        game.discard_size[deck] = 0


@jit
def discard_one(board: Board, game: Game, kind: int, count: int) -> None:
    """Cards go to the discard pile of the deck they come from."""
    deck = board.kind_deck[kind]
    game.discards[deck, kind] += count
    game.discard_size[deck] += count


@jit
def discard(board: Board, game: Game, cards: Any) -> None:
    for kind in range(board.kinds):
        if cards[kind] > 0:
            discard_one(board, game, kind, cards[kind])


@jit
def take(board: Board, game: Game, slot: int, refill: int) -> None:
    """A face-up card is taken; its place is filled at once (B-3)."""
    _turn_up(board, game, slot, refill)
    _mind_wilds(board, game)


@jit
def deal_display(board: Board, game: Game) -> None:
    """Turn up as many cards of each deck as the rules say; one deck makes up for what another lacks (W-10)."""
    _deal_whole(board, game)
    _mind_wilds(board, game)


@jit
def close(board: Board, game: Game, changed: bool) -> None:
    """The end of a step: new cards for empty decks and places, and another look at a display with too many wilds.

    B-6a: it was left because nothing better could come, which is different only when some card has moved.
    """
    if _some_deck_is_empty(board, game):
        _renew_all(board, game)
        _fill_gaps(board, game)
    if changed:
        _mind_wilds(board, game)


@jit
def _some_deck_is_empty(board: Board, game: Game) -> bool:
    for deck in range(board.sorts):  # noqa: SIM110  # compiled as a loop
        if game.deck_size[deck] == 0:
            return True
    return False


@jit
def _wilds_shown(board: Board, game: Game) -> int:
    shown = 0
    for slot in range(board.slots):
        if game.display[slot] == board.wild:
            shown += 1
    return shown


@jit
def _mind_wilds(board: Board, game: Game) -> None:
    """B-6, W-10: flush a display with too many wilds, unless nothing better can come (B-6a)."""
    while _wilds_shown(board, game) >= board.flush_at and game.clearings < MAX_CLEARINGS and _can_improve(board, game):
        game.clearings += 1
        for slot in range(board.slots):
            if game.display[slot] != NOTHING:
                discard_one(board, game, game.display[slot], 1)
        _renew_all(board, game)
        _deal_whole(board, game)


@jit
def _deal_whole(board: Board, game: Game) -> None:
    slot = 0
    first, second = _deal_counts(
        board, game.deck_size[0] + game.discard_size[0], game.deck_size[1] + game.discard_size[1]
    )
    for deck in range(board.sorts):
        for _ in range(first if deck == 0 else second):
            game.display[slot] = draw_card(game, deck)
            renew(board, game, deck)  # B-7a
            slot += 1
    while slot < board.slots:
        game.display[slot] = NOTHING
        slot += 1
    _renew_all(board, game)


@jit
def _deal_counts(board: Board, trains: int, ships: int) -> tuple[int, int]:
    """How many cards each deck gives to a whole new display, when there are so many."""
    first, second = min(board.display[0], trains), min(board.display[1], ships)
    first += min(board.slots - first - second, trains - first)
    second += min(board.slots - first - second, ships - second)
    return first, second


@jit
def _can_improve(board: Board, game: Game) -> bool:
    """Whether some new deal has fewer wilds than a flush takes, out of deck, discards and display together."""
    trains = game.deck_size[0] + game.discard_size[0]
    ships = game.deck_size[1] + game.discard_size[1]
    wild, wild_deck = board.wild, board.kind_deck[board.wild]
    wilds = game.decks[wild_deck, wild] + game.discards[wild_deck, wild]
    for slot in range(board.slots):
        kind = game.display[slot]
        if kind != NOTHING:
            if board.kind_deck[kind] == 0:
                trains += 1
            else:
                ships += 1
            if kind == wild:
                wilds += 1
    first, second = _deal_counts(board, trains, ships)
    plain_trains = trains - (wilds if wild_deck == 0 else 0)
    plain_ships = ships - (wilds if wild_deck == 1 else 0)
    forced = max(0, first - plain_trains) + max(0, second - plain_ships)
    return forced < board.flush_at


@jit
def _fill_gaps(board: Board, game: Game) -> None:
    """B-7a: places left empty are filled as soon as there are cards, from the deck that shows fewest."""
    for slot in range(board.slots):
        if game.display[slot] == NOTHING and can_draw(board, game):
            source, fewest = 0, board.slots + 1
            for deck in range(board.sorts):
                if game.deck_size[deck] > 0 and _shown_of(board, game, deck) < fewest:
                    source, fewest = deck, _shown_of(board, game, deck)
            _turn_up(board, game, slot, source)


@jit
def _shown_of(board: Board, game: Game, deck: int) -> int:
    shown = 0
    for slot in range(board.slots):
        if game.display[slot] != NOTHING and board.kind_deck[game.display[slot]] == deck:
            shown += 1
    return shown


@jit
def _turn_up(board: Board, game: Game, slot: int, deck: int) -> None:
    game.display[slot] = draw_card(game, deck)
    renew(board, game, deck)


@jit
def _renew_all(board: Board, game: Game) -> None:
    for deck in range(board.sorts):
        renew(board, game, deck)
