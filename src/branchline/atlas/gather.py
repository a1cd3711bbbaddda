"""The atlas of one board: plays the games, and gives all figures as a document that can be written down."""

from __future__ import annotations

from typing import Any, Final

from branchline.atlas.board import BoardSums
from branchline.atlas.cards import CardSums
from branchline.atlas.common import Common
from branchline.atlas.play import STRONG, Progress, play
from branchline.atlas.strength import WEAK, strength
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.revision import RULES_REVISION

VERSION: Final = 1
FEWER: Final = {2: 1, 3: 2, 4: 3, 5: 4}
"""Games with more players take longer, and tell more: so many times fewer of them are played."""
OTHER_DEALS: Final = 500_000_000
"""Games with first tickets kept at random, and those between unequal players, are other deals."""


def games_for(game: AnyGame, games: int) -> int:
    """How many games are played in all where `games` are asked for with two players."""
    return sum(2 * (games // FEWER.get(seats, 4)) for seats in game.seat_counts) + len(WEAK) * min(
        game.seat_counts
    ) * deals_for(games)


def deals_for(games: int) -> int:
    """Deals between unequal players, with each of the weak ones, and each in all seatings."""
    return max(1, games // 10)


def gather(game: AnyGame, games: int, seed: int, threads: int, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Everything that the atlas tells of a board."""
    return {
        "version": VERSION,
        "rules": RULES_REVISION,
        "board": game.board_id,
        "edition": game.edition,
        "player": STRONG,
        "seed": seed,
        "players": {
            str(seats): _among_equals(game, seats, games // FEWER.get(seats, 4), seed, threads, progress)
            for seats in game.seat_counts
        },
        "strength": strength(game, deals_for(games), seed + 2 * OTHER_DEALS, threads, progress),
    }


def _among_equals(game: AnyGame, seats: int, games: int, seed: int, threads: int, progress: Progress) -> dict[str, Any]:
    """Games of strong players alone: as many with first tickets of their own choice as with any."""
    common = Common(game, seats)
    printed = game.printed
    own: BoardSums | CardSums = BoardSums(printed, seats) if isinstance(printed, Board) else CardSums(seats)
    players = [STRONG] * seats
    for played in play(game, players, games, seed, threads=threads, progress=progress):
        common.add(played, any_opening=False)
        own.add(played)
    others = seed + OTHER_DEALS
    for played in play(game, players, games, others, any_opening=True, threads=threads, progress=progress):
        common.add(played, any_opening=True)
    return {**common.told(), **own.told()}
