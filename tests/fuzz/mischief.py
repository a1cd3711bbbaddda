"""Commands of the right shape that must be refused: wrong seats, stale decisions, illegal actions, not now, not you."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from branchline.core import actions
from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.core.refusals import Refusal
from branchline.notation.json.codec import from_json, to_json
from branchline.notation.json.forms import BadJson
from branchline.notation.printed import words_for
from branchline.server.room.chairs import OpenChair
from branchline.server.room.room import Room
from branchline.server.room.takeback import last_moment

RULES: Final = frozenset(refusal.value for refusal in Refusal)
INVISIBLE: Final = "\u200b\u2066 \x00"
NOBODY: Final = "atlantis"

Json = dict[str, Any]


class Misdeed(NamedTuple):
    """A message without its `cid`, and the codes with which it may be refused."""

    message: Json
    codes: frozenset[str]


def only(message: Json, *codes: str) -> Misdeed:
    return Misdeed(message, frozenset(codes))


class Mischief:
    """What somebody who holds these seats should not get away with, as the table stands."""

    def __init__(self, room: Room, seats: tuple[Seat, ...], rng: Random) -> None:
        self._room = room
        self._table = room.table
        self._seats = seats
        self._rng = rng
        self._legal: dict[Seat, Any] = {}
        printed = self._table.game.printed
        self._words = {what: words_for(printed, what) for what in ("route", "city", "ticket", "card", "color", "deck")}

    def misdeeds(self, count: int) -> Iterator[Misdeed]:
        social = list(self._social())
        for _ in range(count):
            lot = self._rng.random()
            if not self._seats or lot < 0.1:
                yield self._for_another_seat()
            elif lot < 0.3 and social:
                yield self._rng.choice(social)
            elif lot < 0.45:
                yield self._stale()
            else:
                yield self._illegal()

    # --- Play ---

    def _for_another_seat(self) -> Misdeed:
        """A perfectly legal action, if only it were theirs."""
        foreign = [seat for seat in range(5) if seat not in self._seats]
        seat = self._rng.choice(foreign)
        asked = self._table.asked.get(Seat(seat))
        if asked is not None and self._rng.random() < 0.7:
            return only(self._play(seat, asked, self._written(self._some_legal(Seat(seat)))), "not-your-seat")
        kind = self._rng.choice(("leave", "return", "start", "ask-takeback", "rematch"))
        return only({"type": kind, "seat": seat}, "not-your-seat")

    def _stale(self) -> Misdeed:
        """A legal action as the answer to another question."""
        asked = [seat for seat in self._seats if seat in self._table.asked]
        if not asked:
            return self._illegal()
        seat = self._rng.choice(asked)
        decision = self._table.asked[seat]
        other = self._rng.choice((0, decision - 1, decision + 1, self._table.version + 1000, 2**62, 2**80))
        return only(self._play(seat, other, self._written(self._some_legal(seat))), "stale")

    def _illegal(self) -> Misdeed:
        """An action that the seat may not do now: any that the rules do not list, or that says nothing at all."""
        asked = [seat for seat in self._seats if seat in self._table.asked]
        seat = self._rng.choice(asked if asked and self._rng.random() < 0.8 else self._seats)
        decision = self._table.asked.get(seat, self._table.version)
        while True:
            data = self._near_legal(seat) if self._rng.random() < 0.5 else self._any_action()
            try:
                action: Action = from_json(self._table.game.printed, Action, data)
            except BadJson:
                codes = frozenset({"bad-action"})
            else:
                codes = {"open": frozenset({"not-playing"}), "playing": RULES}.get(
                    self._table.status, frozenset({"game-over"})
                )
                if self._may_be_legal(seat, action):
                    continue
            if self._rng.random() < 0.2:
                return Misdeed({"type": "ask", "seat": seat, "action": data}, codes)
            return Misdeed(self._play(seat, decision, data), codes)

    def _may_be_legal(self, seat: Seat, action: Action) -> bool:
        legal = self._legal_of(seat)
        if not legal:
            return False
        first = next(iter(legal))
        if isinstance(action, actions.SettleTickets) and isinstance(first, actions.SettleTickets):
            # The rules list only the best settlement; what is not held, or named twice, is surely none.
            own = self._table.game.view(self._table.state, seat).own.tickets
            return len(set(action.tickets)) == len(action.tickets) and all(own >> each & 1 for each in action.tickets)
        return action in legal

    def _legal_of(self, seat: Seat) -> frozenset[Action]:
        if seat not in self._legal:
            asked = self._table.status == "playing" and seat in self._table.asked
            self._legal[seat] = frozenset(self._table.game.legal(self._table.state, seat)) if asked else frozenset()
        found: frozenset[Action] = self._legal[seat]
        return found

    def _some_legal(self, seat: Seat) -> Action:
        legal = self._table.game.legal(self._table.state, seat)
        return legal[self._rng.randrange(len(legal))]

    def _play(self, seat: int, decision: int, action: Json) -> Json:
        return {"type": "play", "seat": seat, "decision": decision, "action": action}

    def _written(self, action: Action) -> Json:
        written: Json = to_json(self._table.game.printed, action)
        return written

    # --- Actions ---

    def _near_legal(self, seat: Seat) -> Json:
        """A legal action of somebody, with one field of another one, or a little too much or too little of it."""
        asked = sorted(self._table.asked)
        if not asked:
            return self._any_action()
        data = self._written(self._some_legal(self._rng.choice([seat, *asked]) if seat in asked else asked[0]))
        fields = [name for name in data if name != "do"]
        if not fields:
            return self._any_action()
        name = self._rng.choice(fields)
        data[name] = self._bent(name, data[name])
        return data

    def _bent(self, name: str, value: Any) -> Any:
        rng = self._rng
        if isinstance(value, dict):
            word = rng.choice([*value, *self._words["card"], NOBODY] if rng.random() < 0.9 else ["trains", "ships"])
            return value | {word: rng.choice((0, 1, 2, value.get(word, 0) + 1, 99, 10**30))}
        if isinstance(value, list):
            bent = [*value, rng.choice([*self._words["ticket"], *value])]
            rng.shuffle(bent)
            return bent[rng.randrange(2) :]
        if isinstance(value, int):
            return rng.choice((value + 1, value - 1, -1, 99, 2**40))
        what = {"give": "deck", "refill": "deck", "city": "city", "route": "route", "color": "color"}.get(name, "deck")
        return self._word(what)

    def _any_action(self) -> Json:
        rng, word, pay = self._rng, self._word, self._pay
        match rng.randrange(16):
            case 0:
                return {"do": "keep", "kept": self._some("ticket"), "returned": self._some("ticket")}
            case 1:
                return {"do": "pieces", "pieces": {"trains": rng.randrange(70), "ships": rng.randrange(70)}}
            case 2:
                return {"do": "draw-blind", "deck": word("deck")}
            case 3:
                return {"do": "draw", "slot": rng.randrange(-2, 9), "refill": word("deck")}
            case 4:
                return {"do": rng.choice(("stop", "tickets", "leave", "pass", "fly"))}
            case 5 | 6 | 7:
                return {"do": "claim", "route": word("route"), "pay": pay()}
            case 8:
                return {"do": "toll", "pay": pay()}
            case 9:
                return {"do": "station", "city": word("city"), "pay": pay()}
            case 10:
                return {"do": "harbor", "city": word("city"), "pay": pay()}
            case 11:
                return {"do": "exchange", "give": word("deck"), "count": rng.randrange(-2, 40)}
            case 12:
                return {
                    "do": "lay",
                    "color": word("color"),
                    "count": rng.randrange(-1, 9),
                    "wilds": rng.randrange(-1, 5),
                }
            case 13:
                return {"do": "lay-three", "colors": [word("color") for _ in range(rng.choice((2, 3, 3, 3, 4)))]}
            case 14:
                return {"do": "settle", "tickets": self._some("ticket")}
            case _:
                return {"do": "claim", "route": word("route")}

    def _word(self, what: str) -> str:
        return self._rng.choice(self._words[what] or (NOBODY,)) if self._rng.random() < 0.95 else NOBODY

    def _some(self, what: str) -> list[str]:
        return [self._word(what) for _ in range(self._rng.randrange(5))]

    def _pay(self) -> dict[str, int]:
        return {
            self._word("card"): self._rng.choice((0, 1, 1, 2, 2, 3, 4, 6, 99)) for _ in range(self._rng.randrange(4))
        }

    # --- Everything else ---

    def _social(self) -> Iterator[Misdeed]:
        """What the seat may not ask for now, with the one code that says why."""
        for seat in self._seats:
            who = {"seat": seat}
            yield only({"type": "say", **who, "text": INVISIBLE}, "bad-message")
            yield only({"type": "rename", **who, "name": INVISIBLE}, "bad-message")
            if not self._table.person(seat).away:
                yield only({"type": "return", **who}, "not-away")
            if self._table.person(seat).muted:
                yield only({"type": "say", **who, "text": "Hello"}, "muted")
            if self._table.status != "finished":
                yield only({"type": "rematch", **who}, "not-finished")
            yield from self._taking_back(seat)
            yield from self._hosting(seat)
            yield from self._standing_in(seat)
            if self._table.status != "open":
                yield only({"type": "add-entropy", **who, "entropy": "ab"}, "not-open")
            if self._table.status == "finished":
                yield only({"type": "leave", **who}, "not-open")
            if self._table.status != "playing":
                code = "not-playing" if self._table.status == "open" else "game-over"
                yield only({"type": "resign", **who}, code)

    def _taking_back(self, seat: Seat) -> Iterator[Misdeed]:
        takeback = self._table.takeback
        if last_moment(self._table.moments, seat) is None:
            code = "seen-since" if seat in self._table.sealed else "nothing-to-undo"
            yield only({"type": "ask-takeback", "seat": seat}, code)
        elif takeback is not None:
            yield only({"type": "ask-takeback", "seat": seat}, "question-open")
        if takeback is None or seat not in self._room.consent_missing(takeback.seat, takeback.agreed):
            yield only({"type": "answer-takeback", "seat": seat, "agree": self._rng.random() < 0.5}, "no-question")

    def _hosting(self, seat: Seat) -> Iterator[Misdeed]:
        host = self._room.host
        is_host = host is not None and self._table.person(host).holder == self._table.person(seat).holder
        arrange = {"type": "arrange", "seat": seat, "level": "random"}
        mute = {"type": "mute", "seat": seat, "muted": True}
        if not is_host:
            yield only({"type": "start", "seat": seat}, "not-host")
            yield only(arrange | {"target": 1}, "not-host")
            yield only(mute | {"target": 0}, "not-host")
            yield only({"type": "pace", "seat": seat, "pace": 0.5}, "not-host")
            return
        for target in range(len(self._table.chairs), 5):
            yield only(mute | {"target": target}, "no-such-seat")
        if self._table.status != "open":
            yield only({"type": "start", "seat": seat}, "not-open")
            yield only(arrange | {"target": 1}, "not-open")
            return
        for target in range(5):
            if target >= len(self._table.chairs):
                yield only(arrange | {"target": target}, "no-such-seat")
            elif self._room.is_here(target):
                yield only(arrange | {"target": target}, "seat-taken")
            else:
                yield only(arrange | {"target": target, "level": NOBODY}, "unknown-level")
        if any(isinstance(chair, OpenChair) for chair in self._table.chairs):
            yield only({"type": "start", "seat": seat}, "seat-open")

    def _standing_in(self, seat: Seat) -> Iterator[Misdeed]:
        stand_in = {"type": "stand-in", "seat": seat}
        codes = {"open": "not-playing", "finished": "game-over"}
        for target in range(5):
            code = codes.get(self._table.status)
            if code is None and target >= len(self._table.chairs):
                code = "no-such-seat"
            elif code is None and self._table.person(target).away:
                code = "seat-taken"
            # Time stands still, so nobody has kept anybody waiting.
            yield only(stand_in | {"target": target}, code or "still-there")
