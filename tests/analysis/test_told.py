"""An analysis in words and pictures: on the command line, and as a page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from branchline.analysis.analyze import analyze
from branchline.analysis.findings import Analysis, Estimate, read_analysis
from branchline.analysis.report.page import page
from branchline.analysis.told import Teller
from branchline.cli.main import run
from branchline.messages import LANGUAGES
from branchline.notation.records.record import Record, record_line
from branchline.notation.records.replay import game_of_record

from .games import beginning, bots_record


@cache
def analyzed(name: str) -> tuple[Record, Analysis]:
    """The beginning of a game, and what is found about the seat that plays at random."""
    record = bots_record(name, bots=("lane-planner", "random"))
    first = beginning(record, 12 if name == "sampleland" else 40)
    return first, analyze(first, seats=(1,), effort=32)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["sampleland", "cards"])
def test_the_page_is_whole_in_every_language(name: str, language: str) -> None:
    record, analysis = analyzed(name)
    game = game_of_record(record)
    text = page(record, game, analysis, language)
    assert f'<html lang="{language}">' in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    for picture in pictures:
        ElementTree.fromstring(picture)
    teller = Teller(game, analysis, language)
    told = teller.costliest(analysis.accounts[0])
    assert told
    for decision in told:
        assert decision.better.split(":")[0] in text
        assert decision.why is None or not re.search(r"[{}]", decision.why)
    assert len(pictures) > 1 or name == "cards"


def test_numbers_are_written_as_the_language_has_them() -> None:
    record, analysis = analyzed("sampleland")
    game = game_of_record(record)
    points = {language: Teller(game, analysis, language).points(Estimate(-2.46, 1.2)) for language in LANGUAGES}
    assert points == {"en": "−2.5 ± 1.2 points", "pl": "−2,5 ± 1,2 punktu", "ro": "−2,5 ± 1,2 puncte"}
    exact = {language: Teller(game, analysis, language).points(Estimate(22.0, 0.0)) for language in LANGUAGES}
    assert exact == {"en": "+22 points", "pl": "+22 punkty", "ro": "+22 de puncte"}


def test_the_command_tells_writes_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = analyzed("sampleland")
    file, html = tmp_path / "game.jsonl", tmp_path / "game.html"
    file.write_text(record_line(record) + "\n" + record_line(bots_record("sampleland", 3)) + "\n", "utf-8")
    assert run(["analyze", str(file), "--effort", "32", "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "random 2" in told
    assert "The costliest decisions" in told
    assert run(["analyze", str(file), "--effort", "32", "--seat", "1", "--json", "--html", str(html)]) == 0
    printed = capsys.readouterr().out
    assert read_analysis(printed).names == ["lane-planner 1", "random 2"]
    assert json.loads(printed)["format"] == "branchline analysis 1"
    assert html.read_text("utf-8").startswith("<!doctype html>")
    for wrong, said in (
        (["--seat", "2"], "there is no seat 2"),
        (["--record", "3"], "there is no record 3"),
        (["--language", "de"], "unknown language"),
        (["--effort", "32", "--html", str(tmp_path / "no" / "page.html")], "cannot be written"),
    ):
        assert run(["analyze", str(file), *wrong]) == 2
        assert said in capsys.readouterr().err


def test_without_numba_it_says_what_to_install(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(record_line(bots_record("sampleland")) + "\n", "utf-8")
    program = (
        "import sys; sys.modules['numba'] = None; from branchline.cli.main import run; "
        f"sys.exit(run(['analyze', {str(file)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "branchline: the fast lane needs numba and numpy: pip install 'branchline[fast]'\n"
