"""Whole games of all four through the page."""

from random import Random

import pytest

from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, mine
from tests.browser.visits import Visits


@pytest.mark.parametrize(
    ("game", "language"), [("usa", "en-US"), ("europe", "pl-PL"), ("world", "ro-RO"), ("cards", "en-GB")]
)
def test_a_game_against_a_bot(house: House, visits: Visits, rng: Random, game: str, language: str) -> None:
    seated = house.table(game, mine("Ola"), BOT)
    guest = Guest(visits.page(house, seated.link, language=language), rng)
    play_out(guest)
    assert house.ask(f"/api/tables/{seated.table}")["status"] == "finished"
