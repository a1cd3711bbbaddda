"""The balance report of a board, as the result of a job."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from branchline.server.wire.common import BoardText, Body, Word


class BalanceAsked(Body):
    """POST /api/balance: what stands out on the board in a file, compared with printed boards.

    The result of the job is a `BalanceReport`. `games` are played at each number of players.
    """

    file: BoardText
    edition: Word | None = None
    games: Annotated[int, Meta(ge=50, le=1000)] = 200


class BalanceSentences(Body):
    """A finding as people read it: what stands out, how far, and what to do about it."""

    what: str
    measured: str
    advice: str


class BalanceFinding(Body):
    """Something measured that lies outside of what printed boards have (`normal`, from and to), the worst first.

    `kind` is one of those in docs/balance.md; `players` is 0 where it is about all numbers of players. Of `seat`
    (counted from 0 in the order of play), `ticket`, `routes` and `color` the one is there that it is about, by ids of
    the file. `told` has its sentences by language.
    """

    kind: str
    players: int
    value: float
    low: float | None
    high: float | None
    normal: list[float]
    severity: float
    follows: bool
    suggested: int | None
    seat: int | None
    ticket: str | None
    routes: list[str] | None
    color: str | None
    told: dict[str, BalanceSentences]


class BalanceTable(Body):
    """Games at one number of players: turns and points of a player, wins by seat (1 is fair), parts of ties and of
    victories of a stronger player among weaker ones.
    """

    players: int
    turns: float
    points: float
    wins: list[float]
    ties: float
    skill: float


class BalanceTicket(Body):
    """A ticket: spaces of its shortest way, how often it was completed, points of its holders above the mean (null
    where hardly anybody kept it), and the points that would do.
    """

    ticket: str
    spaces: int
    completed: float
    gain: float | None
    suggested: int | None


class BalanceReport(Body):
    board: str
    edition: str
    games: int
    findings: list[BalanceFinding]
    tables: list[BalanceTable]
    tickets: list[BalanceTicket]
