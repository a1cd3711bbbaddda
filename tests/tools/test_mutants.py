"""The tool that breaks our code on purpose: it makes the changes that it names, and sees who notices."""

import ast
import multiprocessing
import time
from collections.abc import Callable
from textwrap import dedent

import pytest

from tools.mutants import trial
from tools.mutants.__main__ import interval, sample
from tools.mutants.areas import AREAS, sources
from tools.mutants.changes import Mutant, mutants_of, mutated
from tools.mutants.coverage_map import CoverageMap, RunFile
from tools.mutants.known import Known, known_mutants, reason_for
from tools.mutants.trial import Laboratory

SOURCE = dedent(
    '''
    """What it is."""
    LEAST: int = 3

    def pay(cards, price):
        """Pay."""
        assert cards, "nobody pays with nothing"
        log.info("paid", extra={"cards": 1})
        if len(cards) < price or not price:
            raise Refuse("too-few")
        return max(card - 1 for card in cards if card)
    '''
)
RNG = "src/branchline/core/rng.py"
NO_TEST = "tests/core/test_rng.py::test_that_is_not_there"
NOTICES = "tests/core/test_rng.py::test_neighboring_seeds_are_unrelated"


def changes(source: str) -> list[tuple[str, str]]:
    return [(each.was, each.becomes) for each in mutants_of("pay.py", source)]


def test_every_small_mistake_is_made_once() -> None:
    assert changes(SOURCE) == [
        ("3", "4"),
        ("if len(cards) < price or not price:", "if True:"),
        ("if len(cards) < price or not price:", "if False:"),
        ("len(cards) < price or not price", "len(cards) < price and (not price)"),
        ("len(cards) < price", "len(cards) <= price"),
        ("not price", "price"),
        ("raise Refuse('too-few')", "pass"),
        ("'too-few'", "'too-few!'"),
        ("return max((card - 1 for card in cards if card))", "return None"),
        ("max((card - 1 for card in cards if card))", "min((card - 1 for card in cards if card))"),
        ("card - 1", "card + 1"),
        ("1", "2"),
        ("for card in cards if card", "for card in cards"),
    ]


def test_each_mutant_differs_in_its_own_place_and_can_be_compiled() -> None:
    texts = []
    for mutant in mutants_of("pay.py", SOURCE):
        tree = mutated(SOURCE, mutant.number)
        compile(tree, "pay.py", "exec")
        texts.append(ast.unparse(tree))
    assert len({*texts, ast.unparse(ast.parse(SOURCE))}) == len(texts) + 1


def test_a_mutant_knows_its_function_and_the_lines_of_its_statement() -> None:
    found = [mutant for mutant in mutants_of("pay.py", SOURCE) if mutant.becomes == "card + 1"]
    assert [(each.function, each.first_line, each.last_line) for each in found] == [("pay", 11, 11)]


@pytest.mark.parametrize("area", AREAS)
def test_every_area_has_mutants_and_a_sample_is_the_same_each_time(area: str) -> None:
    assert sources(area)
    chosen = sample(area, 20, 1, [])
    assert len(chosen) == 20
    assert chosen == sample(area, 20, 1, []) != sample(area, 20, 2, [])


def test_what_changes_nothing_is_not_tried() -> None:
    (mutant,) = sample("fairness", 1, 1, [])
    why = Known(*mutant[:2], mutant.was, mutant.becomes, "it changes nothing", equivalent=True)
    assert reason_for(mutant, [why]) is why
    assert mutant not in sample("fairness", 0, 1, [why])
    assert mutant in sample("fairness", 0, 1, [why._replace(equivalent=False)])


def test_every_survivor_that_we_know_has_a_reason() -> None:
    assert all(len(each.reason) > 20 for each in known_mutants())


def test_a_share_comes_with_its_interval() -> None:
    assert interval(90, 100) == pytest.approx((0.8256, 0.9448), abs=0.001)
    assert interval(10, 10)[1] == pytest.approx(1.0)


def test_who_holds_the_words_of_a_module_is_asked_about_them_without_running_it() -> None:
    score, other = "src/branchline/core/score.py", "src/branchline/core/rng.py"
    holds, runs = "tests/core/test_score.py::holds", "tests/core/test_rng.py::runs"
    known = CoverageMap(
        {
            "tests/core/test_score.py": RunFile("", {holds: 0.1}, {}),
            "tests/core/test_rng.py": RunFile("", {runs: 0.2}, {score: {90: [runs]}}),
        }
    )
    assert known.tests_of(score, 37, 37) == [holds, runs]
    assert known.tests_of(score, 90, 90) == [runs], "a line that tests run is theirs"
    assert known.tests_of(other, 37, 37) == [runs], "its file imports from it"


def test_a_mutant_is_killed_by_a_test_that_runs_it_and_fails() -> None:
    lines = {RNG: {line: [NOTICES] for line in range(1, 60)}}
    known = CoverageMap({"tests/core/test_rng.py": RunFile("", {NOTICES: 0.1, NO_TEST: 0.1}, lines)})
    laboratory = Laboratory(known, jobs=2, budget=10)
    laboratory.demand_sound([NOTICES])
    found = [each for each in sample("fairness", 0, 1, []) if each.path == RNG]
    worse = next(each for each in found if "digest[:16]" in each.was and each.becomes == "return None")
    of_keys = next(each for each in found if each.function == "(module)" and each.was == "32")
    unseen = Mutant("src/branchline/core/score.py", "", 1, 1, "", "", 0)
    assert laboratory.fates([worse, of_keys, unseen]) == ["killed", "survived", "no test"]
    assert laboratory.witnesses == {NOTICES}
    with pytest.raises(SystemExit, match="Nothing is proved"):
        laboratory.demand_sound([NO_TEST])


@pytest.mark.parametrize(("work", "ends"), [(lambda: time.sleep(600), False), (lambda: sum(range(10_000_000)), True)])
def test_who_waits_for_ever_is_found_and_who_computes_is_not_taken_for_that(
    work: Callable[[], object], ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "LOOK_EVERY", 0.02)
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    assert trial._ends(process) is ends
    process.kill()
    process.join()
