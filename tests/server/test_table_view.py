"""What is written for several viewers at once is, for each of them, what their own view says."""

from random import Random

import pytest

from branchline.core.ids import Seat
from branchline.games import game_names
from branchline.notation.json.codec import to_json
from branchline.server.views.table_view import Viewer
from tests.server.party import started


@pytest.mark.parametrize("game", game_names())
def test_every_viewer_is_told_their_own_view_and_nobody_elses(game: str, seed: int) -> None:
    party = started(game, people=3)
    viewers: list[Viewer] = [None, Seat(0), Seat(1), Seat(2)]
    rng = Random(seed)
    views = party.views
    while party.table.status == "playing":
        party.play_randomly(rng, 1)
        for viewer in rng.sample(viewers, 4):
            view = party.table.game.view(party.table.state, viewer)
            assert views.view(viewer) == to_json(party.table.game.printed, view)


@pytest.mark.parametrize("game", game_names())
def test_every_viewer_is_told_who_must_decide(game: str, seed: int) -> None:
    party = started(game, people=3)
    rng = Random(seed)
    while party.table.status == "playing":
        update = party.views.update((Seat(0), Seat(1)), party.applied[-1:], party.now)
        assert {tuple(look.actors) for look in update.updates} == {party.table.game.actors(party.table.state)}
        for look in update.updates:
            assert (look.decision is not None) == (look.seat in look.actors)
        party.play_randomly(rng, 1)
    (look,) = party.views.update((), party.applied[-1:], party.now).updates
    assert look.actors == []
