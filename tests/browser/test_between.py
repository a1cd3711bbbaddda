"""Between the turns: leaving and resigning, waiting for others, marks of one's own, the app, one's own games."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, WebSocket, expect

import branchline
from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, OPEN, House, mine
from tests.browser.quick import finished_table
from tests.browser.screens import assert_fine
from tests.browser.sizes import DESK as DESK_SIZE
from tests.browser.sizes import SAMPLE, Screen
from tests.browser.visits import DESK, PATIENCE, PHONE, Visits
from tests.browser.words import say

OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"


def at_my_turn(page: Page, rng: Random) -> Guest:
    """Choose tickets, and wait for the first turn."""
    guest = Guest(page, rng)
    play_out(guest, until=lambda: len(guest.done) >= 1)
    page.wait_for_selector("[data-draw=tickets].open")
    return guest


def two_people(house: House, visits: Visits) -> tuple[Page, Page, str]:
    """Ola's page and Jan's at a table where the game has just begun, and the table."""
    seated = house.table("usa", mine("Ola"), OPEN)
    ola = visits.page(house, seated.link)
    jan = visits.page(house, f"/t/{seated.table}")
    jan.get_by_role("button", name=say("guest.sit"), exact=True).click()
    ola.locator("[data-act=start]").click()
    jan.wait_for_selector(".play")
    ola.wait_for_selector("[data-offer]")
    return ola, jan, seated.table


def open_leave(page: Page) -> None:
    page.get_by_role("button", name=say("leave")).click()
    page.wait_for_selector("[data-act=resign]")


# --- Leaving and resigning ---


def test_who_leaves_for_now_is_stood_in_for_and_comes_back(house: House, visits: Visits) -> None:
    ola, jan, table = two_people(house, visits)
    open_leave(ola)
    expect(ola.locator("dialog")).to_contain_text(say("leave.stood-in"))
    assert_fine(ola, "leaving")
    ola.locator("[data-act=leave-table]").click()
    ola.wait_for_selector(".lobby")
    expect(jan.locator(".player[data-player='0']")).to_contain_text(say("player.stand-in"))
    ola.goto(f"{house.url}/t/{table}")
    ola.get_by_role("button", name=say("away.return")).click()
    expect(jan.locator(".player[data-player='0'] .warn")).to_have_count(0)


def test_against_bots_a_game_rests_when_one_leaves(house: House, visits: Visits) -> None:
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.page(house, seated.link)
    page.wait_for_selector("[data-offer]")
    open_leave(page)
    expect(page.locator("dialog")).to_contain_text(say("leave.rests"))
    page.locator("[data-act=leave-table]").click()
    page.wait_for_selector(".lobby")
    state = house.ask(f"/api/tables/{seated.table}")
    assert state["seats"][0]["away"] is None
    assert state["actors"] == [0], "nobody plays in the meantime"


def test_who_resigns_is_asked_once_more_and_a_bot_plays_to_the_end(house: House, visits: Visits) -> None:
    page = visits.page(house, house.table("cards", mine("Ola"), BOT, pace=5).link)
    page.wait_for_selector("[data-offer]")
    open_leave(page)
    page.locator("[data-act=resign]").click()
    expect(page.locator("dialog")).to_contain_text(say("leave.sure").format(player="Ola"))
    assert_fine(page, "resigning")
    page.get_by_role("button", name=say("leave.stay")).click()
    page.locator("[data-act=resign]").click()
    page.locator("[data-act=resign-yes]").click()
    # Nobody plays on, so nobody waits for the bots: at a pace of five seconds a move it would take minutes.
    page.wait_for_selector("[data-act=rematch]")
    expect(page.locator("[data-sheet]")).to_contain_text(say("end.resigned").format(players="Ola"))
    expect(page.locator(".player[data-player='0']")).to_contain_text(say("player.resigned"))
    assert page.get_by_role("button", name=say("leave")).count() == 0


def test_others_are_told_when_somebody_who_is_gone_can_be_replaced(house: House, visits: Visits) -> None:
    seated = house.table("usa", mine("Ola"), OPEN)
    ola = visits.context().new_page()
    ola.clock.install()
    ola.goto(house.url + seated.link)
    jan = visits.page(house, f"/t/{seated.table}")
    jan.get_by_role("button", name=say("guest.sit"), exact=True).click()
    ola.locator("[data-act=start]").click()
    jan.wait_for_selector(".play")
    jan.close()
    waiting = ola.locator("[data-awaited='1']")
    expect(waiting).to_contain_text(re.compile(r"can be replaced in 4\d\s*s\."))
    expect(waiting.get_by_role("button")).to_have_count(0)
    ola.clock.fast_forward(46_000)
    # The page's clock is ahead of the server's, which decides.
    waiting.get_by_role("button", name=say("player.ask-stand-in")).click()
    expect(ola.locator(".notice")).to_contain_text(say("refusal.still-there"))


def test_against_bots_one_click_plays_again(house: House, visits: Visits) -> None:
    seated = finished_table(house, "cards")
    page = visits.page(house, seated.link)
    again = page.locator("[data-act=rematch]")
    expect(again).to_have_text(say("end.again"))
    again.click()
    page.wait_for_selector("[data-offer]")
    assert seated.table not in page.url
    fairness = house.ask(f"/api/tables/{page.url.rpartition('/')[2]}")["fairness"]
    assert fairness["entropy"][0], "who plays has a part in the deal"


# --- Marks ---


def test_marks_are_set_with_mouse_and_keys_kept_here_and_sent_nowhere(
    house: House, visits: Visits, rng: Random
) -> None:
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.context().new_page()
    sent: list[str] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("websocket", opened)
    page.goto(house.url + seated.link)
    guest = at_my_turn(page, rng)
    before = len(sent)
    x, y, _ = page.evaluate(SPOT_OF, "[data-route='portland--salt-lake-city']")
    page.mouse.click(x, y, button="right")
    expect(page.locator("[data-pin='portland--salt-lake-city']")).to_have_count(1)
    expect(page.locator("[data-marks]")).to_contain_text(re.compile(r"1 marked route, 6 spaces: \d cards? missing"))
    page.locator("[data-route='el-paso--los-angeles']").focus()
    page.keyboard.press("m")
    expect(page.locator("[data-marks='2']")).to_be_visible()
    assert say("board.marked") in (
        page.locator("[data-route='el-paso--los-angeles']").get_attribute("aria-label") or ""
    )
    page.mouse.move(x, y)
    page.locator(".stage").focus()
    page.keyboard.press("m")
    expect(page.locator("[data-marks='1']")).to_be_visible()
    assert_fine(page, "marks")
    assert sent[before:] == [], "what one plans is nobody else's business"

    page.reload()
    expect(page.locator("[data-pin='el-paso--los-angeles']")).to_have_count(1)
    page.keyboard.press("l")
    page.get_by_label(say("marks.only")).check()
    expect(page.locator("[data-listed]")).to_have_count(2)  # Under both of its cities.
    assert_fine(page, "marks in the list")
    page.get_by_role("button", name=say("marks.clear")).click()
    expect(page.locator("[data-marks]")).to_have_count(0)
    assert guest.standing().status == "playing"


SPOT_OF = """async selector => {
  for (const slot of document.querySelectorAll(`${selector} .slot`)) {
    const box = slot.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (document.elementFromPoint(x, y)?.closest(selector)) return [x, y, true];
  }
  return null;
}"""


def test_a_long_press_marks_a_route_and_is_no_tap(house: House, visits: Visits, rng: Random) -> None:
    page = visits.page(house, house.table("usa", mine("Ola"), BOT).link, device=PHONE)
    at_my_turn(page, rng)
    routes = page.evaluate("() => [...document.querySelectorAll('.board [data-route]')].map(n => n.dataset.route)")
    spots = ((each, page.evaluate(SPOT_OF, f"[data-route='{each}']")) for each in routes)
    route, spot = next((each, found) for each, found in spots if found)
    session = page.context.new_cdp_session(page)
    finger = {"x": spot[0], "y": spot[1], "id": 0}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(page.locator(f"[data-pin='{route}']")).to_have_count(1)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-sheet]")).to_have_count(0)
    expect(page.locator("[data-marks='1']")).to_be_visible()


# --- The app ---


def eventually(page: Page, script: str, wanted: object) -> None:
    """Wait for what a script promises; `wait_for_function` takes any promise for a yes."""
    deadline = time.monotonic() + PATIENCE / 1000
    while (found := page.evaluate(script)) != wanted:
        assert time.monotonic() < deadline, found
        page.wait_for_timeout(100)


@pytest.fixture
def movable_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, Path]]:
    """Give a server that runs from a copy of the package, whose page can be changed."""
    copy = tmp_path / "src" / "branchline"
    shutil.copytree(Path(branchline.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("PYTHONPATH", str(copy.parent))
    with House(tmp_path) as opened:
        yield opened, copy / "web" / "static"


def test_without_a_connection_the_page_says_so_and_a_new_version_is_never_held_up(
    movable_house: tuple[House, Path], visits: Visits
) -> None:
    house, files = movable_house
    page = visits.page(house, service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.reload()  # From now on the worker looks after the page.
    page.wait_for_selector(".lobby")
    assert page.evaluate("() => navigator.serviceWorker.controller !== null")
    house.server.kill()
    for path in ("/", "/new", "/games"):
        page.goto(house.url + path)
        expect(page.get_by_role("heading", name=say("offline.title"))).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Your tables are safe")
    assert page.locator("section:visible").count() == 1, "in one language"
    assert_fine(page, "no connection")

    # The server comes back with another page: that one is shown, by itself.
    index = files / "index.html"
    index.write_text(index.read_text("utf-8").replace("<head>", '<head><meta name="edition" content="two">'), "utf-8")
    worker = files / "sw.js"
    worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "two"', worker.read_text("utf-8")), "utf-8")
    house.server.start()
    house.server.wait_until_ready()
    page.wait_for_selector("meta[name=edition]", state="attached")
    page.wait_for_selector(".history")
    eventually(page, "() => caches.keys()", ["branchline-two"])


def test_the_worker_keeps_the_parts_of_the_page_and_nothing_of_any_table(own_house: House, visits: Visits) -> None:
    page = visits.page(own_house, service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.goto(own_house.url + own_house.table("usa", mine("Ola"), BOT).link)
    page.wait_for_selector("[data-offer]")
    kept = page.evaluate(
        """async () => {
          const [name] = await caches.keys();
          return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert any(path.startswith("/assets/TablePage") for path in kept)
    plain = {"/offline.html", "/offline.css", "/offline.js", "/icon.svg"}
    assert all(path.startswith("/assets/") or path in plain for path in kept), kept


# As on phones: a page may not make a notification by itself. Nobody looks at this one.
LIKE_A_PHONE = """() => {
  window.Notification = class {
    static permission = "granted";
    constructor() { throw new TypeError("Illegal constructor"); }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
}"""
CALLED = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ tag }) => tag);
}"""


def test_a_phone_is_notified_by_the_worker(own_house: House, visits: Visits) -> None:
    seated = own_house.table("usa", mine("Ola"), BOT)
    context = visits.context(service_workers="allow")
    context.grant_permissions(["notifications"], origin=own_house.url)
    context.add_init_script(f"({LIKE_A_PHONE})()")
    page = context.new_page()
    page.goto(own_house.url)
    page.evaluate("() => localStorage.setItem('branchline.settings', '{\"notify\": true}')")
    page.goto(own_house.url + seated.link)
    page.wait_for_selector("[data-offer]")
    eventually(page, CALLED, [seated.table])


# --- One's own games ---


def test_games_that_ended_here_are_counted_saved_and_erased(house: House, visits: Visits) -> None:
    seated = finished_table(house, "cards")
    page = visits.page(house, seated.link)
    page.wait_for_selector("[data-act=rematch]")
    page.get_by_role("link", name="Branchline").click()
    page.get_by_role("link", name=say("history")).click()
    expect(page.locator("table").first).to_contain_text("The Card Game")
    points = house.ask(f"/api/tables/{seated.table}")["points"]
    expect(page.locator("ol > li")).to_contain_text(f"Ola {points[0]}".replace("-", "−"))
    assert_fine(page, "my games")
    with page.expect_download() as download:
        page.locator("[data-act=export]").click()
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert saved["games"][0]["table"] == seated.table
    assert [seat["points"] for seat in saved["games"][0]["seats"]] == points
    screen = Screen(page)
    for size in SAMPLE:
        screen.take(size)
        assert page.evaluate(OVERFLOW) <= 0, f"my games scroll sideways at {size}"
    screen.take(DESK_SIZE)
    page.locator("[data-act=erase]").click()
    assert_fine(page, "erasing")
    page.locator("[data-act=erase-yes]").click()
    expect(page.get_by_text(say("history.none"))).to_be_visible()
    page.goto(f"{house.url}/t/{seated.table}")
    page.wait_for_selector("[data-act=rematch]")
    page.goto(f"{house.url}/games")
    expect(page.get_by_text(say("history.none"))).to_be_visible()


def test_who_only_watched_has_no_game(house: House, visits: Visits) -> None:
    seated = finished_table(house, "cards")
    page = visits.page(house, f"/t/{seated.table}", device=DESK)
    page.wait_for_selector("[data-results]")
    page.goto(f"{house.url}/games")
    expect(page.get_by_text(say("history.none"))).to_be_visible()
