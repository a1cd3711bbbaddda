"""A fingerprint of how a bot plays a game: a digest of everything it decides in two sample games against itself.

Results belong to a way of playing. A digest of source files would change with every renaming and miss a change of the
rules; this one changes when the play does. A change that shows in neither sample game goes unnoticed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from branchline.bots.bot import Budget
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.games import find_game
from branchline.notation.typed.text import action_text

SEED: Final = 1

SAMPLE_BUDGET: Final = Budget(iterations=1)
"""Every idea in one world: a bot that searches shows enough of its ways."""


@cache
def fingerprint(bot: str, name: str) -> str:
    """Eight hex digits for a bot and a game, with the fewest players and with the most."""
    game = find_game(name)
    player = make_bot(bot, game, SAMPLE_BUDGET)
    digest = hashlib.sha256()
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        for decision in play_match(game, [player] * seats, SEED, limit=None).decisions:
            digest.update(f"{decision.seat} {action_text(game, decision.action)}\n".encode())
    return digest.hexdigest()[:8]
