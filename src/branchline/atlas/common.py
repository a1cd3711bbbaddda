"""What is measured in every game: the seat, first tickets and pairs of them, later draws, points by source."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.atlas.play import Games
from branchline.atlas.sums import RunningMeans, Told, stricter
from branchline.core.game import AnyGame
from branchline.core.ids import TicketId
from branchline.lane.layout import MAX_OFFER
from branchline.notation.prose import Narrator

MAX_DRAWS: Final = 4
"""Players who drew tickets as often or more often are counted together."""
PAIRS_TOLD: Final = 12
"""So many pairs of first tickets are told, of those that go together best and worst."""
LEAST: Final = 30
"""What came up less often is not told."""

SOURCES: Final = (
    *("routes", "tickets", "longest_bonus", "station_points", "harbors", "harbors_left", "exchange"),
    "big_city_points",
)
"""Fields of a score sheet in the lane; a game has some of them."""


class Common:
    """Running sums for one number of players. First tickets were kept at random in some games (`any_opening`)."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game, self.seats = game, seats
        count = self.tickets = len(game.printed.tickets)
        self.games = 0
        self.win, self.score, self.winning, self.length = (
            RunningMeans(seats),
            RunningMeans(seats),
            RunningMeans(1),
            RunningMeans(1),
        )
        self.offered, self.kept, self.completed = RunningMeans(count), RunningMeans(count), RunningMeans(count)
        self.worth, self.won_with = RunningMeans(count), RunningMeans(count)
        self.pairs = RunningMeans(count * count)
        self.kept_so_many, self.kept_wins = RunningMeans(MAX_OFFER + 1), RunningMeans(MAX_OFFER + 1)
        self.draws, self.draws_win, self.drawn_at = (
            RunningMeans(MAX_DRAWS + 1),
            RunningMeans(MAX_DRAWS + 1),
            RunningMeans(1),
        )
        self.sources = {name: RunningMeans(2) for name in SOURCES}

    def add(self, games: Games, *, any_opening: bool) -> None:
        self._add_openings(games, any_opening=any_opening)
        if any_opening:
            return
        size, every = len(games), np.arange(self.seats)
        self.games += size
        seat = np.tile(every, size)
        self.win.add(seat, games.win.reshape(-1))
        self.score.add(seat, games.total.reshape(-1))
        self.winning.add(np.zeros(size, np.int64), games.total.max(axis=1))
        self.length.add(np.zeros(size, np.int64), games.told["decisions"])
        won = (games.win > 0).astype(np.int64).reshape(-1)
        for name, means in self.sources.items():
            if name in (games.scores.dtype.names or ()):
                means.add(won, games.scores[name][:, : self.seats].reshape(-1))
        self._add_draws(games)

    def _add_openings(self, games: Games, *, any_opening: bool) -> None:
        """What tickets bring is measured where chance kept them, so that good hands do not choose good tickets."""
        game, seat, ticket = np.nonzero(games.offered)
        if not any_opening:
            self.kept.add(ticket, games.opening[game, seat, ticket])
            game, seat, ticket = np.nonzero(games.opening)
            self.completed.add(ticket, self._done(games)[game, seat, ticket])
            return
        game, seat, ticket = np.nonzero(games.opening)
        self.worth.add(ticket, games.margin[game, seat])
        self.won_with.add(ticket, games.win[game, seat])
        so_many = games.opening.sum(axis=2).reshape(-1)
        self.kept_so_many.add(so_many, games.margin.reshape(-1))
        self.kept_wins.add(so_many, games.win.reshape(-1))
        for place in range(games.opening.shape[1]):
            kept = games.opening[:, place].astype(np.float32)
            self._add_pairs(kept, games.margin[:, place])

    def _add_pairs(self, kept: NDArray[Any], margin: NDArray[Any]) -> None:
        weights = margin[:, None]
        self.pairs.count += (kept.T @ kept).reshape(-1)
        self.pairs.sum += (kept.T @ (kept * weights)).reshape(-1)
        self.pairs.squares += (kept.T @ (kept * weights * weights)).reshape(-1)

    def _done(self, games: Games) -> NDArray[np.bool_]:
        """Tickets that were completed, by game, seat and ticket."""
        if "finish" in (games.scores.dtype.names or ()):
            from branchline.lane.scoring.work import MISSED, NOT_HELD

            finish = games.scores["finish"][:, : self.seats, : self.tickets]
            done: NDArray[np.bool_] = (finish != MISSED) & (finish != NOT_HELD)
            return done
        return games.members("completed", self.tickets)

    def _add_draws(self, games: Games) -> None:
        verb = games.verb("DRAW_TICKETS")
        times = np.minimum(games.times(verb), MAX_DRAWS).reshape(-1)
        self.draws.add(times, games.margin.reshape(-1))
        self.draws_win.add(times, games.win.reshape(-1))
        _, _, verbs, _, part = games.decisions
        at = part[verbs == verb]
        self.drawn_at.add(np.zeros(len(at), np.int64), at)

    def told(self) -> dict[str, Any]:
        """Everything as it is written down."""
        return {
            "games": self.games,
            "order": self.win.all_told(),
            "winning": self.winning.told(0, 1),
            "decisions": self.length.told(0, 1),
            "sources": {
                name: {"winners": means.told(1, 1), "others": means.told(0, 1)}
                for name, means in self.sources.items()
                if means.squares.any()
            },
            "tickets": self._tickets(),
            "keep": [
                {"kept": number, "margin": margin, "win": self.kept_wins.told(number)}
                for number, margin in enumerate(self.kept_so_many.all_told(1))
                if margin is not None and margin["n"] >= LEAST
            ],
            "pairs": self._pairs(),
            "draws": [
                {"draws": number, "margin": margin, "win": self.draws_win.told(number)}
                for number, margin in enumerate(self.draws.all_told(1))
                if margin is not None and margin["n"] >= LEAST
            ],
            "drawn_at": self.drawn_at.told(0),
        }

    def _tickets(self) -> list[dict[str, Any]]:
        narrator = Narrator(self.game.printed, "en", ())
        found = [
            {
                "id": ticket.id,
                "name": narrator.ticket(TicketId(number)),
                "worth": self.worth.told(number, 2),
                "win": self.won_with.told(number),
                "kept": self.kept.told(number),
                "completed": self.completed.told(number),
            }
            for number, ticket in enumerate(self.game.printed.tickets)
        ]
        return sorted(found, key=_by_worth)

    def _pairs(self) -> list[dict[str, Any]]:
        """Pairs that bring more or less than both tickets do each by itself, the best first.

        Of hundreds of pairs some would stand out by luck; one that is told does so even among so many.
        """
        found: list[dict[str, Any]] = []
        tickets = self.game.printed.tickets
        for a in range(self.tickets):
            for b in range(a + 1, self.tickets):
                both = self.pairs.told(a * self.tickets + b, 2)
                one, other = self.worth.told(a, 2), self.worth.told(b, 2)
                if both is None or one is None or other is None or both["n"] < LEAST:
                    continue
                more = round(both["mean"] - one["mean"] - other["mean"], 2)
                found.append({"ids": [tickets[a].id, tickets[b].id], "worth": both, "more": more})
        clear = [pair for pair in found if abs(pair["more"]) > stricter(len(found)) * pair["worth"]["reach"]]
        clear.sort(key=lambda pair: -pair["more"])
        return clear if len(clear) <= 2 * PAIRS_TOLD else clear[:PAIRS_TOLD] + clear[-PAIRS_TOLD:]


def _by_worth(ticket: dict[str, Any]) -> float:
    worth: Told | None = ticket["worth"]
    return 1e9 if worth is None else -float(worth["mean"])
