"""Action codes: every code means one action, every action has one code, and versions agree on them."""

from __future__ import annotations

import pytest

from branchline.core.actions import KeepTickets, SettleTickets
from branchline.core.ids import TicketId
from branchline.games import load_game
from branchline.lane import layout
from branchline.lane.cards import layout as cards
from branchline.lane.cards.codes import CardSpace
from branchline.lane.codes import Space
from branchline.lane.engine import lane_of

# A digest changes only with the board or with the order of codes: then VERSION of `lane.codes` is raised.
SPACES = {
    "usa": (1093, "c099199e1cf4db4f"),
    "europe": (3601, "d73bdcbacaecb1f5"),
    "world": (9463, "81dc1c37651c2b38"),
    "great-lakes": (3579, "1b13e45e49320c8b"),
    "sampleland": (244, "931b87d0a6ce174c"),
    "cards": (1577, "c37cb3a659c97419"),
}


@pytest.mark.parametrize("name", SPACES)
def test_codes_stay_what_they_are(name: str) -> None:
    space = lane_of(load_game(name)).space
    assert (space.size, space.digest) == SPACES[name]


@pytest.mark.parametrize("name", SPACES)
def test_every_code_leads_to_an_action_and_back(name: str) -> None:
    space = lane_of(load_game(name)).space
    assert isinstance(space, Space | CardSpace)
    first = cards.KEEP_FIRST if isinstance(space, CardSpace) else layout.KEEP_FIRST
    offer = tuple(TicketId(ticket) for ticket in (7, 3, 9, 1, 5, 2, 8, 4))
    met = set()
    for code, entry in enumerate(space.entries):
        shown = offer
        if isinstance(entry.action, KeepTickets):
            shown = offer[: len(entry.action.kept) + len(entry.action.returned)]
        action = space.action(code, shown)
        met.add((entry.verb, action))
        assert space.code(action, shown, first=entry.verb == first) == code
    assert len(met) == len(space.entries)


def test_a_settlement_is_its_tickets() -> None:
    space = lane_of(load_game("cards")).space
    for tickets in ((), (0,), (3, 17, 45)):
        action = SettleTickets(tuple(map(TicketId, tickets)))
        assert space.action(space.code(action)) == action
        assert space.code(action) >= space.size
