"""What stands out on a board: measures that clearly lie outside of what printed boards have, the worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from branchline.balance.measure import ALL, Kind, Measure, Sample, measures
from branchline.balance.norms import Norms, Span
from branchline.balance.ways import Ways
from branchline.lab.standings import Interval

BRIDGES: Final = Span(-0.02, 0.02)
"""Part of the tickets that lead over one connection alone; it needs no printed board to be a fault."""
BRIDGE_SEVERITY: Final = 1.5
"""An only way is a finding as soon as a ticket leads over it, and a worse one with every ticket."""
STATIONS_HELP: Final = 1.5
"""Where a station can borrow the route, tickets over a bridge weigh so much less."""
SURE: Final = 1.5
"""A board has hundreds of numbers, some of them off by luck: what stands out does so by an interval so much wider."""
ONLY_HIGH: Final = frozenset((Kind.FOUGHT, Kind.BRIDGE, Kind.TIES))
ONLY_LOW: Final = frozenset((Kind.IDLE,))
"""A connection that is used in every game is none the worse for it."""
TICKET: Final = frozenset((Kind.WORTH, Kind.UNLIKE, Kind.GAIN))


@dataclass(frozen=True, slots=True)
class Finding:
    """A measure outside of its span. `severity` is how far, in halves of the span from its middle: above 1."""

    measure: Measure
    span: Span
    severity: float
    suggested: Interval | None = None
    """The number that would do: points of a ticket, spaces of a color, pieces of a player."""
    follows: bool = False
    """It may come from another finding, and is told after those that do not."""

    @property
    def is_high(self) -> bool:
        return self.measure.value.mean > self.span.middle


@dataclass(frozen=True)
class Balance:
    """What is known about a board: all measures, each with its span where there is one, and the findings."""

    sample: Sample
    measures: tuple[Measure, ...]
    findings: tuple[Finding, ...]
    ways: Ways
    norms: Norms
    printed: frozenset[str]
    """The printed boards that it is compared with."""

    def span(self, measure: Measure) -> Span | None:
        if measure.kind is Kind.BRIDGE:
            return BRIDGES
        return self.norms.span(measure.kind, measure.players, self.printed)

    def measure(self, kind: Kind, players: int = ALL, subject: int = 0) -> Measure | None:
        wanted = (kind, players, subject)
        return next((each for each in self.measures if (each.kind, each.players, each.subject) == wanted), None)


def judge(sample: Sample, norms: Norms, without: str = "") -> Balance:
    """Compare a board with the printed ones, less the one that is named `without`."""
    printed = norms.boards_like(sample.board, without)
    bare = Balance(sample, tuple(measures(sample)), (), Ways(sample.board), norms, printed)
    found = _worst_of_each(_outside(bare))
    causes = list(found)
    told = [_with_cause(bare, finding, causes) for finding in found]
    told.sort(key=lambda finding: (finding.follows, -finding.severity))
    return replace(bare, findings=tuple(told))


def _outside(balance: Balance) -> Iterator[Finding]:
    for measure in balance.measures:
        span = balance.span(measure)
        if span is None or not _is_due(balance, measure):
            continue
        severity = _severity(balance, measure, span)
        if severity > 1:
            yield Finding(measure, span, severity, _suggested(balance, measure, span))


def _severity(balance: Balance, measure: Measure, span: Span) -> float:
    """How far the nearer end of the interval is from the middle, in halves of the span; 0 on a side without faults."""
    value = measure.value
    if measure.kind is Kind.BRIDGE:
        weight = value.mean / span.half / (STATIONS_HELP if balance.sample.board.rules.stations else 1.0)
        return BRIDGE_SEVERITY + weight if value.mean else 0.0
    if value.mean > span.middle:
        reach = SURE * (value.mean - value.low)
        far = (value.mean - reach - span.middle) / span.half if measure.kind not in ONLY_LOW else 0.0
    else:
        reach = SURE * (value.high - value.mean)
        far = (span.middle - value.mean - reach) / span.half if measure.kind not in ONLY_HIGH else 0.0
    return far


def _is_due(balance: Balance, measure: Measure) -> bool:
    """Whether a measure may become a finding at all."""
    board = balance.sample.board
    if measure.kind is Kind.IDLE:
        return measure.players == max(board.seat_counts)
    if measure.kind in (Kind.WORTH, Kind.UNLIKE):
        # Points and way do not fit each other, but hard ground may be the reason: then holders gain nothing by it.
        gain = balance.measure(Kind.GAIN, ALL, measure.subject)
        is_dear = measure.value.mean > 1
        return gain is None or (gain.value.high > 0 if is_dear else gain.value.low < 0)
    return True


def _worst_of_each(findings: Iterable[Finding]) -> list[Finding]:
    """One finding for each thing that findings are about, whatever the number of players."""
    worst: dict[tuple[str, int], Finding] = {}
    for finding in findings:
        kind = finding.measure.kind
        thing = ("ticket" if kind in TICKET else kind.value, finding.measure.subject)
        if thing not in worst or finding.severity > worst[thing].severity:
            worst[thing] = finding
    return list(worst.values())


def _with_cause(balance: Balance, finding: Finding, causes: Iterable[Finding]) -> Finding:
    """A ticket over a bridge, or one that lacks a way round, is seldom completed: the bridge is what is wrong."""
    measure, board = finding.measure, balance.sample.board
    bridges = [cause.measure.subject for cause in causes if cause.measure.kind is Kind.BRIDGE]
    starved = {cause.measure.subject for cause in causes if cause.measure.kind is Kind.COLOR}
    follows = False
    if measure.kind in TICKET:
        over = any(balance.ways.uses[measure.subject, bridge] == 1 for bridge in bridges)
        follows = over or (bool(bridges) and not finding.is_high)
    elif measure.kind in (Kind.IDLE, Kind.FOUGHT):
        routes = [board.routes[route] for route in balance.ways.connections[measure.subject].routes]
        colors = {route.deck * len(board.colors) + route.color for route in routes if route.color is not None}
        follows = bool(bridges) or bool(colors & starved)
    return replace(finding, follows=follows)


def _suggested(balance: Balance, measure: Measure, span: Span) -> Interval | None:
    match measure.kind:
        case Kind.WORTH | Kind.UNLIKE | Kind.GAIN:
            return ticket_points(balance, measure.subject)
        case Kind.COLOR:
            fair = measure.facts["fair"]
            return Interval(fair, span.low * fair, span.high * fair)
        case Kind.LENGTH:
            pieces = balance.sample.board.rules.pieces_kept or sum(balance.sample.board.rules.pieces)
            return Interval(*(pieces * turns / measure.value.mean for turns in (span.middle, span.low, span.high)))
    return None


def ticket_points(balance: Balance, ticket: int) -> Interval | None:
    """What a ticket should be worth: so much that its holders do as well as others, within what printed boards give.

    A point more is a point won where the ticket is completed, and one lost where it is missed.
    """
    worth = balance.measure(Kind.WORTH, ALL, ticket)
    assert worth is not None
    span = balance.span(worth)
    if span is None:
        return None
    cost, points = worth.facts["cost"], balance.sample.board.tickets[ticket].connected
    least, most = span.low * cost, span.high * cost
    gain = balance.measure(Kind.GAIN, ALL, ticket)
    a_point = 2 * worth.facts["completed"] - 1
    if gain is None or a_point <= 0:
        return Interval(cost, least, most)

    def within(gained: float) -> float:
        return min(max(points - gained / a_point, least), most)

    return Interval(within(gain.value.mean), within(gain.value.high), within(gain.value.low))
