"""A person who plays at random in the terminal, against random players: what they type."""

from collections.abc import Iterator
from random import Random

from branchline.bots.registry import make_bot
from branchline.core.game import AnyGame
from branchline.notation.typed.text import action_text
from branchline.terminal.solo import SoloGame


def typed_moves(game: AnyGame, seed: int, players: int = 3) -> Iterator[str]:
    solo = SoloGame(game, [make_bot("random", game) for _ in range(players - 1)], seed)
    choose = Random(seed).randrange
    while True:
        solo.let_bots_play()
        if solo.is_over:
            return
        action = solo.legal[choose(len(solo.legal))]
        yield action_text(game, action)
        solo.play(action)
