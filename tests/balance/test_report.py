"""The report: what stands out is told with its interval and what to do, in three languages, as text, JSON and page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from branchline import balance
from branchline.balance.finding import TICKET, judge
from branchline.balance.measure import Kind, Sample, play_sample
from branchline.balance.norms import PRINTED, Norms, Span, norms
from branchline.balance.play import SamplePlayer
from branchline.balance.telling import BalanceTeller
from branchline.cli.main import BAD_INPUT, run
from branchline.core.revision import RULES_REVISION
from branchline.data.load import load_board
from branchline.games import game_of_board, load_game
from branchline.messages import LANGUAGES, catalog
from branchline.rules.board.game import BoardGame

Output = pytest.CaptureFixture[str]
GAMES = 20
NORMS = Path(balance.__file__).parent / "norms.json"


@pytest.fixture(scope="module")
def sample() -> Sample:
    return play_sample(SamplePlayer(game_of_board(load_board("sampleland"))), GAMES, seed=1)


def test_every_kind_of_finding_can_be_told_in_every_language(sample: Sample) -> None:
    """Norms that nothing can keep: whatever is measured stands out, as too high or as too low."""
    for side in (-1000.0, 1000.0):
        told: dict[str, set[str]] = {}
        strict = Norms({kind: {str(n): {"usa": [side, side]} for n in range(6)} for kind in Kind}, {"usa": 1})
        found = judge(sample, strict)
        for finding in found.findings:
            kind = "ticket" if finding.measure.kind in TICKET else finding.measure.kind.value
            told.setdefault(kind, set()).add("high" if finding.is_high else "low")
            for language in LANGUAGES:
                sentences = BalanceTeller(found, language).finding(finding)
                for text in (sentences.what, sentences.measured, sentences.advice):
                    assert text
                    assert "{" not in text
        expected = {key.split(".")[1] for key in catalog("en") if key.endswith(".do")}
        missing = {"idle"} if side < 0 else {"fought", "ties"}
        assert told.keys() == expected - missing - {"bridge"}, "Sampleland has no bridge"


def test_a_ticket_that_is_far_too_dear_gets_the_worth_of_its_way(sample: Sample) -> None:
    found = judge(sample, norms())
    for finding in found.findings:
        if finding.measure.kind is Kind.WORTH:
            assert finding.suggested is not None
            cost = finding.measure.facts["cost"]
            assert 0.8 * cost <= finding.suggested.mean <= 1.3 * cost


def test_a_finding_is_outside_of_its_span_with_its_whole_interval(sample: Sample) -> None:
    found = judge(sample, norms())
    assert found.findings
    severities = [finding.severity for finding in found.findings if not finding.follows]
    assert severities == sorted(severities, reverse=True)
    for finding in found.findings:
        value, span = finding.measure.value, finding.span
        assert value.low > span.high or value.high < span.low


def test_norms_are_those_of_the_printed_boards_as_they_are() -> None:
    """What can be counted without playing is the same in the file: change a board, and compute the norms anew."""
    from branchline.balance.measure import _bridges, _colors
    from branchline.balance.norms import spans_of
    from branchline.balance.usual import usual_points
    from branchline.balance.ways import Ways

    told = json.loads(NORMS.read_text("utf-8"))
    assert told["rules_revision"] == RULES_REVISION
    assert tuple(told["decks"]) == PRINTED
    for name in PRINTED:
        board = load_board(name)
        assert told["decks"][name] == len(board.rules.display)
        ways = Ways(board)
        counted = spans_of([*_colors(board), *_bridges(ways)])
        worths = [ticket.connected / ways.cost(ticket) for ticket in board.tickets]
        counted["worth"] = {"0": (min(worths), max(worths))}
        unlike = [board.tickets[number].connected / usual for number, usual in usual_points(ways).items()]
        counted["unlike"] = {"0": (min(unlike), max(unlike))}
        for kind, by_players in counted.items():
            for players, span in by_players.items():
                assert told["values"][kind][players][name] == pytest.approx(span, abs=1e-4), (name, kind)
        for kind in set(Kind) - {Kind.BRIDGE}:
            wanted = ["0"] if kind in (*TICKET, Kind.COLOR) else ["2", "3", "4", "5"]
            assert [players for players, boards in told["values"][kind].items() if name in boards] == wanted


def test_a_board_is_compared_with_boards_that_have_as_many_decks() -> None:
    shipped = norms()
    assert shipped.boards_like(load_board("sampleland")) == {"usa", "europe"}
    assert shipped.boards_like(load_board("great-lakes"), without="great-lakes") == {"world"}
    assert shipped.span(Kind.SEAT, 2, ()) is None


def test_a_span_has_a_middle() -> None:
    assert (Span(1, 3).middle, Span(1, 3).half) == (2, 1)


COMMAND = ["balance", "sampleland", "--games", str(GAMES), "--workers", "1"]


def no_number(constant: str) -> Any:
    raise AssertionError(f"{constant} is not JSON")


def test_the_command_tells_the_same_twice_as_json(capsys: Output) -> None:
    told = []
    for _ in range(2):
        assert run([*COMMAND, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out, parse_constant=no_number))
    assert told[0] == told[1]
    assert (told[0]["board"], told[0]["games"]) == ("sampleland", 4 * GAMES + 5 * (2 + 3 + 4 + 5))
    for finding in told[0]["findings"]:
        assert finding["severity"] > 1
        assert finding["told"].keys() == set(LANGUAGES)
        assert finding["low"] <= finding["value"] <= finding["high"]
    ids = {measure["ticket"] for measure in told[0]["measures"] if measure["kind"] == "worth"}
    assert ids == set(load_board("sampleland").ticket_ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_games_and_findings(capsys: Output, tmp_path: Path, language: str) -> None:
    page = tmp_path / "report.html"
    assert run([*COMMAND, "--language", language, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    messages = catalog(language)
    for key in ("balance.head.turns", "balance.head.ties"):
        assert str(messages[key]).split()[0] in out
    assert "1. " in out
    text = page.read_text("utf-8")
    assert f'<html lang="{language}">' in text
    assert str(messages["balance.section.tickets"]) in text
    assert "<svg" in text
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', ""), "it needs no network"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["cards"], "The Card Game has no board"),
        (["atlantis"], "there is no game or board 'atlantis'"),
        (["sampleland", "--games", "0"], "--games must be at least 1, not 0"),
        (["sampleland", "--language", "xx"], "unknown language 'xx'"),
        (["sampleland", "--games", "1", "--html", "/"], "/: cannot be written: Is a directory"),
    ],
)
def test_nonsense_is_answered_in_a_line(capsys: Output, arguments: list[str], told: str) -> None:
    assert run(["balance", *arguments]) == BAD_INPUT
    assert told in capsys.readouterr().err


def test_without_numba_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['numba'] = None; from branchline.cli.main import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", code, "balance", "usa"], capture_output=True, text=True, check=False)
    assert done.returncode == BAD_INPUT
    assert done.stderr == "branchline: the fast lane needs numba and numpy: pip install 'branchline[fast]'\n"


def test_a_single_game_has_no_interval_and_is_told_all_the_same(capsys: Output) -> None:
    assert run(["balance", "sampleland", "--games", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=no_number)
    assert any(measure["low"] is None for measure in told["measures"])


def test_what_is_played_is_a_board_game() -> None:
    assert not isinstance(load_game("cards"), BoardGame)
