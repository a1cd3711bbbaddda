"""What is written for several viewers at once is, for each of them, what their own view says."""

from random import Random

import pytest

from branchline.core.ids import Seat
from branchline.games import game_names
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.views.table_view import Viewer
from tests.server.party import started
from tests.server.simulation.checks import as_sent


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
            assert as_sent(views.view(viewer)) == to_json(party.table.game.printed, view)


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


def test_what_everybody_sees_is_written_once_for_each_state() -> None:
    """Many may look on: a view costs as much to write as a move to make."""
    party = started(people=3)
    views = party.views
    first = views.view(None)
    views.view(Seat(0))
    assert views.view(None) is first
    party.play_randomly(Random(1), 1)
    assert views.view(None) is not first


def test_a_table_tells_since_when_it_waits_for_whoever_was_asked_first() -> None:
    """Ann, who takes her choice of tickets back, is asked since the time that she had thought about it already."""
    party = started(people=2)
    party.now += 40
    party.play(0, party.legal(0)[0])
    party.ack(wire.AskTakeback, 0)
    party.now += 10
    party.ack(wire.AnswerTakeback, 1, agree=True)
    standing = party.views.standing()
    assert (standing.actors, standing.since) == ([0, 1], party.now - 40)
    party.play(0, party.legal(0)[0])
    assert party.views.standing().actors == [1]


def test_an_update_tells_the_table_and_the_result_only_when_they_have_changed() -> None:
    """A line of chat is told to everybody at every table, so it is told alone."""
    party, rng = started("cards", people=2), Random(1)

    def told(seat: int, text: str) -> wire.Update:
        party.now += 10
        return party.views.update((Seat(0),), party.ack(wire.Say, seat, text=text).applied, party.now)

    update = told(0, "good luck")
    assert (update.table, update.outcome, update.updates[0].view) == (None, None, None)
    party.play_randomly(rng, 1)
    update = party.views.update((Seat(0),), party.applied[-1:], party.now)
    assert (update.table, update.outcome) == (None, None)
    assert update.updates[0].view is not None
    renamed = party.ack(wire.Rename, 1, name="Bella").applied
    update = party.views.update((Seat(0),), renamed, party.now)
    assert update.table is not None
    assert update.table.seats[1].name == "Bella"
    party.play_randomly(rng)
    update = party.views.update((Seat(0),), party.applied[-1:], party.now)
    assert update.table is not None
    assert update.table.status == "finished"
    assert update.outcome == party.views.outcome() is not None
    assert told(1, "well played").outcome is None


def test_of_several_things_that_are_told_at_once_each_counts() -> None:
    party = started(people=2)
    said = party.ack(wire.Say, 0, text="hello").applied
    party.play_randomly(Random(1), 1)
    moved = party.applied[-1:]
    renamed = party.ack(wire.Rename, 1, name="Bella").applied
    update = party.views.update((Seat(0),), [*said, *moved, *renamed], party.now)
    assert update.table is not None
    assert update.updates[0].view is not None
