"""Taking a move back: possible for as long as nothing hidden has come to light since (and the other people agree)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from branchline.core import events
from branchline.core.events import Event
from branchline.core.ids import Seat

# By whitelist: an event that nobody has thought of shows too much.
_HARMLESS: Final = frozenset(
    {
        events.DeckReshuffled,  # what was shuffled lay open, and no card of it has been seen since
        events.DrawingStopped,
        events.ChoiceMade,
        events.TurnStarted,
        events.RouteClaimed,
        events.TunnelLeft,
        events.StationBuilt,
        events.HarborBuilt,
        events.PiecesExchanged,
        events.Passed,
        events.LastTurns,
        events.NothingNew,
        events.YardAdvanced,
        events.RowEmptied,
        events.RowLaid,
        events.TrainRobbed,
    }
)


class Moment(NamedTuple):
    """The state before a move that can still be taken back; `version` is the table's at that time.

    `used` are the seconds for which the seat had been asked, `increment` those that it got for the end of its turn.
    """

    version: int
    seat: Seat
    by: str
    state: Any
    used: float = 0.0
    increment: float = 0.0


class TakebackRequest(NamedTuple):
    """Somebody asks to take a move back; these seats have agreed."""

    seat: Seat
    agreed: frozenset[Seat] = frozenset()


def shows_nothing_hidden(happened: Iterable[Event]) -> bool:
    """Whether all of it lay open before, so that taking it back gives nobody any knowledge.

    Tickets kept and a card drawn, turned up, dealt or revealed are things that somebody knows from then on.
    """
    return all(type(event) in _HARMLESS for event in happened)


def last_moment(moments: Sequence[Moment], seat: Seat) -> Moment | None:
    """The latest move that this seat's own person made and may take back, with all that came after it."""
    return next((moment for moment in reversed(moments) if moment.seat == seat and moment.by == "person"), None)
