"""The balance report as lines of text, and as JSON with every number and the sentences in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from math import isfinite
from typing import Any, Final

from branchline.balance.finding import TICKET, Balance, Finding, ticket_points
from branchline.balance.measure import Kind, Measure
from branchline.balance.telling import BalanceTeller
from branchline.lab.standings import Interval
from branchline.messages import LANGUAGES, say

TOLD_IN_TEXT: Final = 12
"""The text tells so many findings; JSON and page have all of them."""


def lines(balance: Balance, language: str) -> Iterator[str]:
    """What a person reads in a terminal, but for the table of games."""
    teller = BalanceTeller(balance, language)
    findings = balance.findings
    if not findings:
        yield teller.say("clean")
        return
    yield teller.say("found", count=len(findings))
    for number, finding in enumerate(findings[:TOLD_IN_TEXT], 1):
        told = teller.finding(finding)
        yield f"{number}. {told.what}"
        yield f"   {told.measured}"
        yield f"   → {told.advice}"
    if len(findings) > TOLD_IN_TEXT:
        yield teller.say("more", count=len(findings) - TOLD_IN_TEXT)


def games_played(balance: Balance) -> int:
    parts = (*balance.sample.equals.values(), *balance.sample.unequals.values())
    return sum(len(played.scores) for played in parts)


def title(balance: Balance, language: str) -> str:
    board = balance.sample.board
    return say(language, "balance.title", board=board.names.get(language, board.name))


def games_table(balance: Balance, language: str, *, brief: bool = False) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: length, points, wins by seat, ties and the stronger player, by number of players.

    Where it is brief, numbers stand without their intervals, so that a line fits a terminal.
    """
    teller = BalanceTeller(balance, language)
    heads = [teller.say(f"head.{name}") for name in ("players", "turns", "score", "seats", "ties", "skill")]
    rows = []
    for seats, played in balance.sample.equals.items():
        wins = [balance.measure(Kind.SEAT, seats, seat) for seat in range(seats)]
        turns, ties, skill = (
            _with_normal(teller, balance.measure(kind, seats), brief) for kind in (Kind.LENGTH, Kind.TIES, Kind.SKILL)
        )
        by_seat = " ".join(teller.number(Kind.SEAT, each.value.mean) for each in wins if each)
        rows.append([str(seats), turns, f"{played.scores.mean():.0f}", by_seat, ties, skill])
    return heads, rows


def _with_normal(teller: BalanceTeller, measure: Measure | None, brief: bool) -> str:
    """A number with its interval and, in round brackets, what is normal."""
    if measure is None:
        return ""
    span = teller.balance.span(measure)
    kind, value = measure.kind, measure.value
    shown = teller.number(kind, value.mean) if brief else teller.interval(kind, value)
    if span is None:
        return shown
    low, high = (teller.number(measure.kind, end).removesuffix(" %") for end in (span.low, span.high))
    return f"{shown} ({low}–{high})"


def as_json(balance: Balance, seed: int) -> dict[str, Any]:
    board = balance.sample.board
    return {
        "format": 1,
        "board": board.id,
        "edition": board.edition,
        "digest": board.digest,
        "games": games_played(balance),
        "seed": seed,
        "findings": [_finding(balance, finding) for finding in balance.findings],
        "measures": [_measure(balance, measure) for measure in balance.measures],
    }


def brief_json(balance: Balance) -> dict[str, Any]:
    """What the page needs: findings, a row for each number of players, a row for each ticket. `wire` has its types."""
    board = balance.sample.board
    return {
        "board": board.id,
        "edition": board.edition,
        "games": games_played(balance),
        "findings": [_brief(balance, finding) for finding in balance.findings],
        "tables": [_table_row(balance, seats) for seats in balance.sample.equals],
        "tickets": [_ticket_row(balance, number) for number in range(len(board.tickets))],
    }


def _brief(balance: Balance, finding: Finding) -> dict[str, Any]:
    told = _finding(balance, finding)
    about = {name: told.get(name) for name in ("seat", "ticket", "routes", "color")}
    names = ("kind", "players", "value", "low", "high", "severity", "follows", "told")
    normal = [finding.span.low, finding.span.high]
    suggested = None if finding.suggested is None else round(finding.suggested.mean)
    return {**{name: told[name] for name in names}, "normal": normal, "suggested": suggested, **about}


def _table_row(balance: Balance, seats: int) -> dict[str, Any]:
    def mean(kind: Kind, subject: int = 0) -> float:
        measure = balance.measure(kind, seats, subject)
        assert measure is not None
        return round(measure.value.mean, 4)

    return {
        "players": seats,
        "turns": mean(Kind.LENGTH),
        "points": round(float(balance.sample.equals[seats].scores.mean()), 1),
        "wins": [mean(Kind.SEAT, seat) for seat in range(seats)],
        "ties": mean(Kind.TIES),
        "skill": mean(Kind.SKILL),
    }


def _ticket_row(balance: Balance, number: int) -> dict[str, Any]:
    worth, gain = balance.measure(Kind.WORTH, 0, number), balance.measure(Kind.GAIN, 0, number)
    suggested = ticket_points(balance, number)
    assert worth is not None
    return {
        "ticket": balance.sample.board.tickets[number].id,
        "spaces": round(worth.facts["cost"]),
        "completed": round(worth.facts["completed"], 4),
        "gain": None if gain is None else round(gain.value.mean, 2),
        "suggested": None if suggested is None else round(suggested.mean),
    }


def _finding(balance: Balance, finding: Finding) -> dict[str, Any]:
    return {
        **_measure(balance, finding.measure),
        "is_high": finding.is_high,
        "severity": round(finding.severity, 2),
        "follows": finding.follows,
        "suggested": None if finding.suggested is None else _interval(finding.suggested),
        "told": {language: asdict(BalanceTeller(balance, language).finding(finding)) for language in LANGUAGES},
    }


def _measure(balance: Balance, measure: Measure) -> dict[str, Any]:
    span = balance.span(measure)
    return {
        "kind": measure.kind.value,
        "players": measure.players,
        **_subject(balance, measure),
        **_interval(measure.value),
        "normal": None if span is None else [round(span.low, 4), round(span.high, 4)],
        "facts": {name: round(value, 4) for name, value in measure.facts.items()},
    }


def _subject(balance: Balance, measure: Measure) -> dict[str, Any]:
    """What a measure is about, by the ids of the board's file."""
    board = balance.sample.board
    if measure.kind in TICKET:
        return {"ticket": board.tickets[measure.subject].id}
    match measure.kind:
        case Kind.SEAT:
            return {"seat": measure.subject}
        case Kind.IDLE | Kind.FOUGHT | Kind.BRIDGE:
            return {"routes": [board.routes[route].id for route in balance.ways.connections[measure.subject].routes]}
        case Kind.COLOR:
            deck, color = divmod(measure.subject, len(board.colors))
            return {"color": board.colors[color], "deck": deck}
    return {}


def _interval(value: Interval) -> dict[str, float | None]:
    """JSON has no infinity: where an interval has no bound, it has null."""
    parts = {"value": value.mean, "low": value.low, "high": value.high}
    return {name: round(part, 4) if isfinite(part) else None for name, part in parts.items()}


def tickets_table(balance: Balance, language: str) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: every ticket with its way, how it fared, and the number that would do; best for holders first."""
    teller = BalanceTeller(balance, language)
    heads = [teller.say(f"head.{name}") for name in ("ticket", "cost", "kept", "completed", "gain", "suggested")]
    rows = []
    for number in range(len(balance.sample.board.tickets)):
        worth, gain = balance.measure(Kind.WORTH, 0, number), balance.measure(Kind.GAIN, 0, number)
        suggested = ticket_points(balance, number)
        assert worth is not None
        cells = [
            teller.ticket(number),
            f"{worth.facts['cost']:.0f}",
            f"{worth.facts['kept']:.0f}",
            f"{100 * worth.facts['completed']:.0f} %",
            "–" if gain is None else teller.interval(Kind.GAIN, gain.value),
            "–" if suggested is None else f"{suggested.mean:.0f}",
        ]
        rows.append((-gain.value.mean if gain else 0.0, cells))
    return heads, [cells for _, cells in sorted(rows, key=lambda row: row[0])]
