"""A board's balance in sentences, in any of the languages: what stands out, how far, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from branchline.balance.finding import TICKET, Balance, Finding
from branchline.balance.measure import ALL, Kind, Measure
from branchline.core.ids import CityId, Color, TicketId
from branchline.lab.standings import Interval
from branchline.messages import say
from branchline.notation.prose import Narrator

COUNTED = frozenset((Kind.WORTH, Kind.UNLIKE, Kind.COLOR, Kind.BRIDGE))
PERCENT = frozenset((Kind.IDLE, Kind.FOUGHT, Kind.TIES, Kind.BRIDGE, Kind.SKILL))
DIGITS = {Kind.GAIN: 1, Kind.LENGTH: 1}
SHARE_DIGITS = 2
WORDS = dict.fromkeys(TICKET, "ticket")
"""Findings about tickets read alike, whatever led to them."""


@dataclass(frozen=True)
class Told:
    """A finding as people read it."""

    what: str
    measured: str
    advice: str


@dataclass(frozen=True)
class BalanceTeller:
    balance: Balance
    language: str

    @property
    def _narrator(self) -> Narrator:
        return Narrator(self.balance.sample.board, self.language, ())

    def say(self, key: str, /, **values: object) -> str:
        return say(self.language, f"balance.{key}", **values)

    def finding(self, finding: Finding) -> Told:
        kind = finding.measure.kind
        key = f"{WORDS.get(kind, kind.value)}.{'high' if finding.is_high else 'low'}"
        values = self._values(finding)
        measured = self._measured(finding)
        if finding.follows:
            measured = f"{measured} {self.say('follows')}"
        return Told(self.say(key, **values), measured, self.say(f"{key}.do", **values))

    def players(self, count: int) -> str:
        return self.say("players.all") if count == ALL else say(self.language, "count.players", count=count)

    def number(self, kind: Kind, value: float) -> str:
        """A value of this kind, as it is written: a percentage, or with as many digits as make sense."""
        if kind in PERCENT:
            return f"{100 * min(max(0.0, value), 1.0):.0f} %"
        sign = "+" if kind is Kind.GAIN else ""
        return f"{value:{sign}.{DIGITS.get(kind, SHARE_DIGITS)}f}".replace("-", "−")

    def interval(self, kind: Kind, value: Interval) -> str:
        if value.low == value.high or not isfinite(value.low):
            return self.number(kind, value.mean)
        return f"{self.number(kind, value.mean)} [{self.number(kind, value.low)}, {self.number(kind, value.high)}]"

    def ticket(self, number: int) -> str:
        return self._narrator.ticket(TicketId(number))

    def connection(self, number: int) -> str:
        connection = self.balance.ways.connections[number]
        return f"{self._narrator.city(connection.a)} – {self._narrator.city(connection.b)}"

    def _measured(self, finding: Finding) -> str:
        kind, span = finding.measure.kind, finding.span
        low, high = (self.number(kind, end) for end in (span.low, span.high))
        key = "counted" if kind in COUNTED else "measured"
        return self.say(key, value=self.interval(kind, finding.measure.value), low=low, high=high)

    def _values(self, finding: Finding) -> dict[str, object]:
        """What fills the places of the sentences about a finding."""
        measure = finding.measure
        values: dict[str, object] = {
            "players": self.players(measure.players),
            "value": self.interval(measure.kind, measure.value),
        }
        if finding.suggested is not None:
            ends = (finding.suggested.mean, finding.suggested.low, finding.suggested.high)
            values |= dict(zip(("suggested", "from", "to"), (str(round(end)) for end in ends), strict=True))
        return values | self._subject(measure)

    def _subject(self, measure: Measure) -> dict[str, object]:
        if measure.kind in TICKET:
            gain = self.balance.measure(Kind.GAIN, ALL, measure.subject)
            return {
                "ticket": self.ticket(measure.subject),
                "cost": round(measure.facts["cost"]),
                "completed": f"{100 * measure.facts['completed']:.0f} %",
                "gain": "–" if gain is None else self.interval(Kind.GAIN, gain.value),
            }
        match measure.kind:
            case Kind.SEAT:
                return {"number": measure.subject + 1}
            case Kind.IDLE | Kind.FOUGHT:
                return {"route": self.connection(measure.subject)}
            case Kind.BRIDGE:
                bridged = self.balance.ways.connections[measure.subject]
                cut_off = next(each.cut_off for each in self.balance.ways.bridges if each.connection == bridged)
                cities = ", ".join(self._narrator.city(CityId(city)) for city in sorted(cut_off))
                tickets = round(measure.facts["tickets"])
                return {"route": self.connection(measure.subject), "cities": cities, "tickets": tickets}
            case Kind.COLOR:
                return {"color": self._color(measure.subject)} | {
                    name: round(measure.facts[name]) for name in ("spaces", "cards")
                }
        return {}

    def _color(self, subject: int) -> str:
        """A color, with the deck where there are two of them."""
        board = self.balance.sample.board
        deck, color = divmod(subject, len(board.colors))
        name = self._narrator.color(Color(color))
        if len(board.rules.display) == 1:
            return name
        return f"{name} ({say(self.language, 'deck.ships' if deck else 'deck.trains')})"
