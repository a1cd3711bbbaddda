"""What all tests share: seeds that are printed, Hypothesis profiles, and no skipped test passing as green."""

import hashlib
import logging
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.plugins import forget

# A slow machine is no failure: time is measured by benchmarks. A failing example prints how to run it again.
settings.register_profile("local", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "local"))


# A change is judged by the same games twice: in CI the seed of a test comes from its name, as Hypothesis's examples do.
# Fresh ones are tried at every desk, and every night.
SEEDS_BY_NAME = bool(os.environ.get("CI")) and not os.environ.get("BRANCHLINE_FRESH_SEEDS")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Give the seed of BRANCHLINE_SEED, of the test's name or a fresh one; a failing test shows the printed line."""
    chosen = os.environ.get("BRANCHLINE_SEED")
    if chosen:
        number = int(chosen)
    elif SEEDS_BY_NAME:
        number = int.from_bytes(hashlib.sha256(request.node.nodeid.encode()).digest()[:4], "big")
    else:
        number = secrets.randbits(32)
    print(f"run again with BRANCHLINE_SEED={number}")
    return number


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeat a test that uses chance, each time with another seed, where --seeds asks for it."""
    times = metafunc.config.getoption("--seeds")
    if times > 1 and "seed" in metafunc.fixturenames:
        metafunc.fixturenames.append("_again")
        metafunc.parametrize("_again", range(times), ids=[f"again{number}" for number in range(times)])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seeds", type=int, default=1, help="how often to run a test that uses chance, with fresh seeds")
    parser.addoption("--no-skips", action="store_true", help="fail when a test was skipped (make test does)")
    parser.addoption(
        "--every-size", action="store_true", help="look at the page in every size, not in a sample of them"
    )


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--no-skips") and skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(config: pytest.Config) -> None:
    if config.getoption("--no-skips") and (number := skipped(config)):
        print(f"\n{number} skipped: with --no-skips a test that cannot run is a failure.")


def skipped(config: pytest.Config) -> int:
    """Count the tests skipped so far; xdist's workers have no reporter and leave the count to their controller."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", ())) if reporter else 0


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A test that silences our logs, as storms of simulated faults do, silences only itself."""
    ours = logging.getLogger("branchline")
    level = ours.level
    yield
    ours.setLevel(level)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path where plugins can be installed, and a registry that has not looked yet."""
    monkeypatch.syspath_prepend(str(tmp_path))
    forget(tmp_path)
    yield tmp_path
    forget(tmp_path)
