"""World: harbors, where they may be built, what they cost and what they score (W-23 to W-26)."""

import pytest

from branchline.core.actions import BuildHarbor
from branchline.core.events import HarborBuilt
from branchline.core.ids import CityId, Seat
from branchline.core.refusals import Refusal
from branchline.core.score import Source
from tests.builders import Table, a_game, cards, told

FULL = "yellow-harbor:2 yellow-ship:2"


def sites(table: Table) -> set[str]:
    found = (action for action in table.legal if isinstance(action, BuildHarbor))
    return {table.board.cities[action.city].id for action in found}


def pays(table: Table) -> set[str]:
    return {told(table.board, action.pay) for action in table.legal if isinstance(action, BuildHarbor)}


def harbor_points(table: Table, city: str) -> int:
    number = table.board.city_ids[city]
    return sum(line.points for line in table.sheet(0).lines if line.source is Source.HARBOR and line.city == number)


def test_a_harbor_is_built_in_a_harbor_city_where_an_own_route_ends() -> None:
    """W-23: rail or sea."""
    table = a_game("world").hand(0, FULL).routes(0, "lagos--luanda--1", "caracas--miami")
    assert sites(table) == {"lagos", "luanda", "caracas", "miami"}
    table.harbor("lagos", FULL)
    assert table.player(0).built == 1 << table.board.city_ids["lagos"]
    assert (table.seat, table.held(0)) == (1, "")
    assert table.of(HarborBuilt) == [HarborBuilt(Seat(0), table.board.city_ids["lagos"], cards(table.board, FULL))]
    assert (table.discarded(0), table.discarded(1)) == ("yellow-harbor:2", "yellow-ship:2")


def test_not_where_no_own_route_ends() -> None:
    """W-23: a rival's route is not enough."""
    table = a_game("world").hand(0, FULL).routes(1, "lagos--luanda--1").routes(0, "caracas--miami")
    assert table.why_not.harbor("lagos", FULL) is Refusal.NO_ROUTE_TO_CITY
    assert sites(table) == {"caracas", "miami"}


def test_not_before_the_first_route() -> None:
    """W-23."""
    table = a_game("world").hand(0, FULL)
    assert BuildHarbor not in table.verbs
    assert table.why_not.harbor("lagos", FULL) is Refusal.NO_ROUTE_TO_CITY


def test_not_in_an_inland_city() -> None:
    """W-23: Winnipeg has no harbor."""
    table = a_game("world").hand(0, FULL).routes(0, "vancouver--winnipeg")
    assert table.why_not.harbor("winnipeg", FULL) is Refusal.NOT_A_HARBOR_CITY
    assert sites(table) == {"vancouver"}


def test_not_on_the_nameless_junction() -> None:
    """W-23: it is no city."""
    table = a_game("world").hand(0, FULL).routes(0, "cape-town--indian-ocean-junction--1")
    assert table.why_not.harbor("indian-ocean-junction", FULL) is Refusal.UNKNOWN_CITY
    for number in (-1, 48, 10**9):
        action = BuildHarbor(CityId(number), cards(table.board, FULL))
        assert table.game.refusal(table.state, Seat(0), action) is Refusal.UNKNOWN_CITY


@pytest.mark.parametrize("owner", [0, 1])
def test_one_harbor_a_city(owner: int) -> None:
    """W-23: of any player."""
    table = a_game("world").hand(0, FULL).routes(0, "lagos--luanda--1").built(owner, "lagos")
    assert table.why_not.harbor("lagos", FULL) is Refusal.CITY_OCCUPIED
    assert sites(table) == {"luanda"}


def test_three_harbors_a_player() -> None:
    """W-3, W-23."""
    table = a_game("world").hand(0, FULL).routes(0, "lagos--luanda--1", "caracas--miami")
    table.built(0, "lagos", "luanda", "miami")
    assert BuildHarbor not in table.verbs
    assert table.why_not.harbor("caracas", FULL) is Refusal.NO_HARBORS_LEFT


def test_two_train_and_two_ship_cards_of_one_color_with_the_symbol() -> None:
    """W-24: no card without the symbol, no double, no second color, and two of each."""
    hand = "yellow-harbor:3 yellow-ship:3 yellow:2 yellow-double:2 red-harbor:2 red-ship"
    table = a_game("world").hand(0, hand).routes(0, "lagos--luanda--1")
    assert pays(table) == {FULL}
    for wrong in (
        "yellow-harbor:2 yellow-double:2",
        "yellow:2 yellow-ship:2",
        "red-harbor:2 yellow-ship:2",
        "yellow-harbor:3 yellow-ship",
        "yellow-harbor yellow-ship:3",
        "yellow-harbor:2 yellow-ship",
        "yellow-harbor:3 yellow-ship:2",
    ):
        assert table.why_not.harbor("lagos", wrong) is Refusal.WRONG_PAYMENT
    assert table.why_not.harbor("lagos", "red-harbor:2 red-ship:2") is Refusal.CARDS_NOT_HELD


def test_the_rulebooks_example_of_a_payment() -> None:
    """W-24: 1 wild, 1 yellow ship, 2 yellow train cards."""
    table = a_game("world").hand(0, "wild yellow-ship yellow-harbor:2").routes(0, "lagos--luanda--1")
    assert pays(table) == {"yellow-harbor:2 yellow-ship wild"}
    table.harbor("luanda", "yellow-harbor:2 yellow-ship wild")
    assert table.player(0).built


def test_wilds_may_stand_in_for_any_of_them() -> None:
    """W-24: up to all four; each way to pay is offered once."""
    table = a_game("world").hand(0, "yellow-harbor:2 yellow-ship wild:4").routes(0, "lagos--luanda--1")
    found = [action for action in table.legal if isinstance(action, BuildHarbor)]
    assert len(found) == len(set(found))
    assert pays(table) == {
        "yellow-harbor:2 yellow-ship wild", "yellow-harbor:2 wild:2", "yellow-harbor yellow-ship wild:2",
        "yellow-harbor wild:3", "yellow-ship wild:3", "wild:4",
    }  # fmt: skip


@pytest.mark.parametrize(("completed", "points"), [(0, 0), (1, 20), (2, 30), (3, 40), (4, 40)])
def test_a_harbor_scores_by_the_completed_tickets_that_name_its_city(completed: int, points: int) -> None:
    """W-25: 20 for one, 30 for two, 40 for three or more, nothing for none."""
    network = ["los-angeles--new-york--1", "miami--new-york", "los-angeles--mexico--1", "los-angeles--tokyo--1"]
    naming = ["new-york--tokyo", "mexico--new-york", "new-york--marseille", "new-york--mumbai"]
    network += ["edinburgh--new-york--1", "edinburgh--marseille--1"]
    if completed == 4:
        naming[3:] = ["new-york--sydney"]
        network += ["lima--sydney--1", "honolulu--lima", "honolulu--los-angeles"]
    table = a_game("world").pieces(0, 25, 50).routes(0, *network).built(0, "new-york").tickets(0, *naming[:completed])
    assert harbor_points(table, "new-york") == points


def test_missed_tickets_do_not_count_for_a_harbor() -> None:
    """W-25."""
    table = a_game("world").routes(0, "miami--new-york").built(0, "new-york").tickets(0, "new-york--tokyo")
    assert harbor_points(table, "new-york") == 0


def test_the_rulebooks_first_example_of_a_harbor() -> None:
    """W-25: Buenos Aires with Buenos Aires-Manila and Buenos Aires-Sydney: 30."""
    network = ["buenos-aires--valparaiso", "christchurch--valparaiso", "christchurch--sydney--1"]
    network += ["port-moresby--sydney", "honolulu--port-moresby", "honolulu--manila"]
    table = a_game("world").routes(0, *network).tickets(0, "buenos-aires--manila", "buenos-aires--sydney")
    assert harbor_points(table.built(0, "buenos-aires"), "buenos-aires") == 30


def test_the_rulebooks_second_example_of_a_harbor() -> None:
    """W-25: Dar es Salaam with Hamburg-Dar es Salaam and the tour Lagos-Luanda-Dar es Salaam-Djibouti: 30."""
    network = ["lagos--luanda--1", "dar-es-salaam--luanda", "dar-es-salaam--djibouti--1", "al-qahira--djibouti--1"]
    network += ["al-qahira--athina", "athina--hamburg"]
    table = a_game("world").routes(0, *network).built(0, "dar-es-salaam")
    table.tickets(0, "hamburg--dar-es-salaam", "lagos--luanda--dar-es-salaam--djibouti")
    assert harbor_points(table, "dar-es-salaam") == 30


def test_tours_count_in_either_order() -> None:
    """W-25."""
    routes = ["casablanca--marseille", "athina--marseille", "athina--tehran", "al-qahira--tehran--1"]
    table = a_game("world").routes(0, *routes).built(0, "casablanca").tickets(0, "casablanca--al-qahira--tehran")
    assert harbor_points(table, "casablanca") == 20


def test_a_ticket_naming_two_harbor_cities_counts_for_both() -> None:
    """W-25."""
    table = a_game("world").routes(0, "hong-kong--manila", "jakarta--manila").built(0, "hong-kong", "jakarta")
    table.tickets(0, "hong-kong--jakarta")
    assert harbor_points(table, "hong-kong") == harbor_points(table, "jakarta") == 20


def test_each_harbor_not_built_costs_four_points() -> None:
    """W-26."""
    table = a_game("world").built(0, "lagos").built(1, "miami", "caracas", "tokyo")
    assert table.sheet(0).of(Source.HARBORS_LEFT) == -8
    assert table.sheet(1).of(Source.HARBORS_LEFT) == 0
    assert a_game("world").sheet(0).of(Source.HARBORS_LEFT) == -12
