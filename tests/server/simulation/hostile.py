"""A guest who means no good: any command at any moment, legal or not, true, repeated, stale or nonsense."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from tests.server.simulation.client import Client, some_action

NONSENSE = ("", "{", "[]", '{"type": "play"}', '{"type": "king"}', '{"type": "say", "cid": "x", "seat": 99, "text": 1}')


@dataclass
class HostileGuest(Client):
    """Reads what it is told as every client does, so that it can be compared; keeps others waiting if it can."""

    plays: float = 0.03
    blinks: float = 0.0
    _rests_until: float = 0.0

    def __post_init__(self) -> None:
        self.blinks = self.rng.choice((0.1, 0.6))

    def _act(self) -> None:
        super()._act()
        now = asyncio.get_running_loop().time()
        # The host may start the game before a guest has heard that it sits.
        is_seated = bool(self._welcomed and self.seats) and self.state["status"] != "open"
        if is_seated and not self.is_resting and now >= self._rests_until:
            self._rests_until = now + self.rng.choice((0.0, 0.0, 0.5, 4.0))
            self._misbehave(self.rng.choice(self.seats))

    def _decide(self, seat: int) -> None:
        """Unlike an honest client it does nothing because it is asked to; but there must be a game to spoil."""
        if self.state["status"] == "open":
            super()._decide(seat)

    def _whim(self, seat: int) -> None:
        """All it does are whims."""

    def _misbehave(self, seat: int) -> None:
        dice = self.rng.random()
        if dice < 0.02 and self._socket is not None:
            self._socket.break_off()
        elif dice < 0.05:
            self._frame(self.rng.choice(NONSENSE))
        elif dice < 0.05 + self.plays:
            self._play(seat)
        elif dice < 0.08 + self.blinks:
            self._blink(seat)
        else:
            self._frame(json.dumps(self._command(seat)))

    def _frame(self, text: str) -> None:
        if self._socket is not None:
            self._socket.send(text)

    def _blink(self, seat: int) -> None:
        """Leave and come back in one go, before a stand-in can decide."""
        for kind in ("leave", "return"):
            self._frame(json.dumps(self._message(kind, seat)))

    def _play(self, seat: int) -> None:
        look = self.updates.get(seat)
        if look and look["decision"] is not None:
            action = some_action(self.rng, look["choices"])
            message = self._message("play", seat) | {"decision": look["decision"], "action": action}
            self._frame(json.dumps(message))

    def _command(self, seat: int) -> dict[str, Any]:
        """Leaving and returning most of all, since these move the clocks."""
        rng = self.rng
        target, whose = rng.randrange(5), seat if rng.random() < 0.9 else rng.randrange(6)
        kinds: list[tuple[str, dict[str, Any]]] = [
            *[("leave", {}), ("return", {}), ("ask-takeback", {})] * 3,
            ("answer-takeback", {"agree": rng.random() < 0.5}),
            ("rename", {"name": rng.choice(("p0", "Mallory", "\u200d", "p1"))}),
            ("add-entropy", {"entropy": "ff"}),
            ("stand-in", {"target": target}),
            ("mute", {"target": target, "muted": rng.random() < 0.5}),
            ("arrange", {"target": target, "level": rng.choice(("random", "nobody", None))}),
            ("pace", {"pace": rng.choice((0.0, 1.0))}),
            ("say", {"text": rng.choice(("hello", "\u3164", "x" * 200))}),
            ("start", {}),
            ("rematch", {}),
            ("play", {"decision": rng.randrange(1, 60), "action": {"do": "pass"}}),
            ("play", {"decision": self.version or 1, "action": {"do": "draw-blind", "deck": "trains"}}),
            ("ask-hint", {"decision": self.version or 1, "language": "xx"}),
            ("ask", {"action": {"do": "pass"}}),
        ]
        kind, more = rng.choice(kinds)
        return self._message(kind, whose) | more

    def _message(self, kind: str, seat: int) -> dict[str, Any]:
        """Now and then under an id that was used before, for whatever it was."""
        self._cids += self.rng.random() < 0.9
        cid = f"{self.name}-{self._cids}"
        if kind == "rematch":
            self.rematches.add(cid)
        return {"type": kind, "cid": cid, "seat": seat}
