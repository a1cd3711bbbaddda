"""Tables that stand just before something rare: each action sheet of the page has one where it is needed."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

from branchline.core import actions
from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.core.phases import Settlement, Toll, Turn
from branchline.notation.printed import words_for
from branchline.server.room.table import Table
from branchline.server.views.choices import choices
from tests.browser.house import House
from tests.server.simulation.checks import as_sent
from tools.stage import Staged, keep, stage

MAX_GAMES: Final = 20
OLA: Final = Seat(0)
SEATS: Final = ({"name": "Ola"}, {"level": "random"})


def can(*kinds: type[Any]) -> Callable[[Table], bool]:
    """Ola begins a turn, or answers, and may do all of these."""

    def stands(table: Table) -> bool:
        if OLA not in table.asked:
            return False
        legal = table.game.legal(table.state, OLA)
        return all(any(isinstance(action, kind) for action in legal) for kind in kinds)

    return stands


def has_more_payments_than_fit(table: Table) -> bool:
    if OLA not in table.asked or not isinstance(table.state.phase, Turn):
        return False
    return any(choice.get("more") for choice in as_sent(choices(table.game, table.state, OLA)))


def settles(table: Table) -> bool:
    if OLA not in table.asked or not isinstance(table.state.phase, Settlement):
        return False
    legal = table.game.legal(table.state, OLA)
    return any(isinstance(action, actions.SettleTickets) and action.tickets for action in legal)


def pays_a_toll(table: Table) -> bool:
    return isinstance(table.state.phase, Toll) and can(actions.PayToll, actions.LeaveTunnel)(table)


def mostly(*kinds: type[Any]) -> Callable[[Table, Seat], Action | None]:
    """Players who do one of these wherever they can."""
    rng = Random(5)

    def choose(table: Table, seat: Seat) -> Action | None:
        found = [action for action in table.game.legal(table.state, seat) if isinstance(action, kinds)]
        return rng.choice(found) if found else None

    return choose


def _draw(table: Table, seat: Seat) -> Action | None:
    legal = table.game.legal(table.state, seat)
    return next((action for action in legal if isinstance(action, actions.DrawBlind)), None)


def mostly_draw(*kinds: type[Any]) -> Callable[[Table, Seat], Action | None]:
    """Players who do one of these only now and then, so that they have cards for what comes after."""
    rng, now_and_then = Random(5), mostly(*kinds)

    def choose(table: Table, seat: Seat) -> Action | None:
        return now_and_then(table, seat) if rng.random() < 0.2 else _draw(table, seat)

    return choose


def staged(name: str, game: str, until: Callable[[Table], bool], ends: str = "playing", **wishes: Any) -> Staged:
    """Play games until one of them comes to such a point; which that is, is the same every time."""
    for number in range(MAX_GAMES):
        seed = f"{name} {number}"
        made = stage(seed, game, SEATS, until, time.time(), played_by="random", pace=0, **wishes)
        if made.summary.status == ends:
            return made
    raise AssertionError(f"{name} never came about in {MAX_GAMES} games")


def all_stages() -> dict[str, Staged]:
    lay = mostly(actions.LayRow, actions.LayThree)
    return {
        "station": staged("station", "europe", can(actions.BuildStation, actions.ClaimRoute)),
        "harbor": staged("harbor", "world", can(actions.BuildHarbor)),
        "exchange": staged("exchange", "world", can(actions.ExchangePieces)),
        "compose": staged("compose", "world", has_more_payments_than_fit, choose=_draw),
        "toll": staged("toll", "europe", pays_a_toll, choose=mostly_draw(actions.ClaimRoute)),
        "settle": staged("settle", "cards", settles, choose=lay),
        "row": staged("row", "cards", can(actions.LayRow)),
    }


def unlisted_payment(staged: Staged) -> tuple[str, dict[str, int]]:
    """Give a route with more payments than are listed, and one of those that are not."""
    table = Table(staged.table)
    for entry in staged.entries:
        table.apply(entry)
    game, printed = table.game, table.game.printed
    claim: Any = next(choice for choice in as_sent(choices(game, table.state, OLA)) if choice.get("more"))
    routes, cards = words_for(printed, "route"), words_for(printed, "card")
    for action in game.legal(table.state, OLA):
        if isinstance(action, actions.ClaimRoute) and routes[action.route] in claim["route"]:
            payment = {cards[kind]: count for kind, count in enumerate(action.pay) if count}
            if payment not in claim["pay"]:
                return routes[action.route], payment
    raise AssertionError("all payments are listed")


class StageHouse(House):
    """A house whose tables stand ready when it opens."""

    def __init__(self, folder: Path, stages: dict[str, Staged] | None = None) -> None:
        super().__init__(folder)
        self.stages = stages or all_stages()
        # Playwright keeps an event loop in this thread, where no other may run.
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(keep, folder / "tables.db", list(self.stages.values())).result()
