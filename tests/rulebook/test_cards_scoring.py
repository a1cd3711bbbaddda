"""The Card Game: the end and the score (C-20 to C-22)."""

from __future__ import annotations

from branchline.core.ids import CityId
from branchline.core.phases import FINISHED
from branchline.core.score import Finish, Outcome, ScoreLine, Source, TieBreak
from tests.rulebook.card_positions import ANN, BOB, CID, GAME, NO_CARDS, PRINTED, position, ticket


def scored(completed: list[list[str]], missed: list[list[str]] | None = None) -> Outcome:
    """The outcome of a finished game with these tickets."""
    seats = len(completed)
    state = position(
        [NO_CARDS] * seats,
        completed=completed,
        open_tickets=missed or [],
        deck=NO_CARDS,
        turns_left=0,
        phase=FINISHED,
    )
    return GAME.outcome(state)


def city(word: str) -> CityId:
    return PRINTED.city_ids[word]


def bonuses(outcome: Outcome, seat: int) -> dict[str, tuple[int, int]]:
    """Points and number of tickets for each Big City card of a player."""
    return {
        PRINTED.cities[line.city].id: (line.points, line.count)
        for line in outcome.sheets[seat].lines
        if line.source is Source.BIG_CITY and line.city is not None
    }


def test_c20_completed_tickets_are_added_and_unfinished_ones_subtracted() -> None:
    """C-20."""
    outcome = scored([["chicago--dallas"], []], [["new-york--portland"], ["miami--seattle"]])
    assert outcome.sheets[ANN].lines[:2] == (
        ScoreLine(Source.TICKET, 6, ticket("chicago--dallas"), Finish.COMPLETED),
        ScoreLine(Source.TICKET, -21, ticket("new-york--portland"), Finish.MISSED),
    )
    assert outcome.sheets[BOB].total == -22


def test_c21_most_completed_tickets_naming_a_big_city_score_its_bonus() -> None:
    """C-21."""
    outcome = scored([["dallas--raleigh", "dallas--helena"], ["dallas--washington"]], [[], ["dallas--winnipeg"]])
    assert bonuses(outcome, ANN) == {"dallas": (10, 2)}
    assert bonuses(outcome, BOB) == {}
    assert outcome.sheets[ANN].total == 8 + 10 + 10


def test_c21_all_tied_players_score_it_in_full() -> None:
    """C-21."""
    outcome = scored([["dallas--raleigh"], ["dallas--helena"], []])
    assert bonuses(outcome, ANN) == bonuses(outcome, BOB) == {"dallas": (10, 1)}
    assert bonuses(outcome, CID) == {}


def test_c21_a_ticket_naming_two_big_cities_counts_for_both() -> None:
    """C-21: and both tickets between Chicago and New York do."""
    outcome = scored([["los-angeles--seattle", "chicago--new-york--1", "chicago--new-york--2"], ["dallas--miami"]])
    assert bonuses(outcome, ANN) == {"seattle": (8, 1), "los-angeles": (12, 1), "chicago": (12, 2), "new-york": (15, 2)}
    assert bonuses(outcome, BOB) == {"dallas": (10, 1), "miami": (8, 1)}


def test_c21_without_a_completed_ticket_nobody_scores_it() -> None:
    """C-21."""
    outcome = scored([[], []], [["dallas--miami"], []])
    assert bonuses(outcome, ANN) == bonuses(outcome, BOB) == {}
    assert outcome.sheets[BOB].lines == ()


def test_c22_most_points_win() -> None:
    """C-22."""
    outcome = scored([["dallas--raleigh"], ["miami--seattle"]])
    assert (outcome.winners, outcome.decided_by) == ((BOB,), TieBreak.POINTS)


def test_c22_then_most_completed_tickets() -> None:
    """C-22: 30 points each; one ticket against two."""
    outcome = scored([["los-angeles--pittsburgh"], ["dallas--washington", "dallas--helena"]])
    assert [sheet.total for sheet in outcome.sheets] == [18 + 12, 10 + 10 + 10]
    assert (outcome.winners, outcome.decided_by) == ((BOB,), TieBreak.TICKETS)


def test_c22_then_most_bonus_cards() -> None:
    """C-22: 50 points and two tickets each; three bonus cards against two."""
    outcome = scored([["new-orleans--new-york", "atlanta--seattle"], ["dallas--los-angeles", "chicago--dallas"]])
    assert [sheet.total for sheet in outcome.sheets] == [10 + 17 + 15 + 8, 10 + 6 + 10 + 12 + 12]
    assert (outcome.winners, outcome.decided_by) == ((BOB,), TieBreak.BONUS_CARDS)


def test_c22_then_the_victory_is_shared() -> None:
    """C-22: 25 points, a ticket and a bonus card each; Cid has nothing."""
    outcome = scored([["atlanta--seattle"], ["calgary--chicago"], []])
    assert [sheet.total for sheet in outcome.sheets] == [17 + 8, 13 + 12, 0]
    assert (outcome.winners, outcome.decided_by) == ((ANN, BOB), TieBreak.SHARED)


def test_c22_a_big_city_scored_by_several_counts_for_each_of_them() -> None:
    """C-22 decision: 30 points and a ticket each; Bob shares Chicago with Cid, and still has two cards against one."""
    outcome = scored([["los-angeles--pittsburgh"], ["chicago--miami"], ["chicago--montreal"]])
    assert [sheet.total for sheet in outcome.sheets] == [18 + 12, 10 + 12 + 8, 7 + 12]
    assert (outcome.winners, outcome.decided_by) == ((BOB,), TieBreak.BONUS_CARDS)
