"""What the browser tests share: a real server with the built client, Chromium, and pages watched for faults."""

from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import launch
from tests.browser.house import House
from tests.browser.inspection import Inspection
from tests.browser.sizes import SAMPLE, SIZES
from tests.browser.visits import Visits

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether a test failed, so that its pages can be photographed before they close."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Give a server that all tests of this process share."""
    with House(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="session", autouse=True)
def sizes(request: pytest.FixtureRequest) -> None:
    """Look at every size when asked to: `pytest --every-size tests/browser/test_matrix.py`."""
    Inspection.sizes = SIZES if request.config.getoption("--every-size") else SAMPLE


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """Give a server of one's own, to be stopped and started again."""
    with House(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture
def visits(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visits]:
    """Give a way to open pages; at the end none of them may have complained about anything."""
    opened = Visits(browser)
    yield opened
    if request.node.stash.get(FAILED, False):
        opened.photograph(tmp_path)
    opened.close()


@pytest.fixture
def rng(seed: int) -> Random:
    return Random(seed)
