"""Reload, a lost network, a server that dies: the game goes on where it was."""

import re
import time
from random import Random
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from branchline.server.wire import PROTOCOL
from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, Seated, mine
from tests.browser.visits import Visits
from tests.browser.words import say

OWN = "() => [...document.querySelectorAll('.hand button, .tickets button')].map(node => node.innerText)"
LOG = "() => document.querySelectorAll('.log li').length"


def after(guest: Guest, decisions: int) -> None:
    """Play some decisions and stand before the next."""
    play_out(guest, until=lambda: len(guest.done) >= decisions)
    guest.wait()


def test_a_reload_and_a_dead_server_in_the_middle(own_house: House, visits: Visits, rng: Random) -> None:
    seated = own_house.table("usa", mine("Ola"), BOT)
    page = visits.page(own_house, seated.link)
    guest = Guest(page, rng)
    after(guest, 8)
    held, told = page.evaluate(OWN), page.evaluate(LOG)
    page.reload()
    guest.wait()
    assert (page.evaluate(OWN), page.evaluate(LOG)) == (held, told), "something is different after a reload"

    after(guest, 16)
    held = page.evaluate(OWN)
    own_house.server.kill()
    expect(page.get_by_text(say("link.lost"))).to_be_visible()
    own_house.server.start()
    own_house.server.wait_until_ready()
    expect(page.get_by_text(say("link.lost"))).to_be_hidden()
    assert page.evaluate(OWN) == held, "something is different after the server came back"

    play_out(guest)
    assert own_house.ask(f"/api/tables/{seated.table}")["status"] == "finished"


class Wire:
    """The line between page and server, in the hands of the test."""

    def __init__(self, page: Page) -> None:
        self.deaf = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(r"/ws\?table="), self._opened)

    def cut(self) -> None:
        self.sockets[-1].close()

    def _opened(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: None if self.deaf else socket.send(message))
        self.sockets.append(socket)


def test_a_move_whose_answer_is_lost_is_made_once(house: House, visits: Visits) -> None:
    """The server carries the move out, but the page hears nothing, loses the line, and sends it again."""
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.context().new_page()
    wire = Wire(page)
    page.goto(house.url + seated.link)
    page.locator("[data-offer]").first.check()
    page.locator("[data-offer]").nth(1).check()
    wire.deaf = True
    page.locator("[data-act=keep]").click()
    deadline = time.monotonic() + 30
    while not kept(house, seated):
        assert time.monotonic() < deadline, "the move never came to the server"
        time.sleep(0.1)
    assert page.locator("[data-act=keep]").count() == 1, "the page has heard something"
    wire.deaf = False
    wire.cut()
    page.wait_for_selector("[data-act=keep]", state="detached")
    assert len(wire.sockets) == 2
    assert len(kept(house, seated)) == 1


def kept(house: House, seated: Seated) -> list[dict[str, Any]]:
    steps = house.ask(f"/api/tables/{seated.table}/steps", token=seated.token)["steps"]
    return [step for step in steps if step["step"] == "played" and step["by"] == "person"]


def test_an_outdated_page_reloads_itself(house: House, visits: Visits) -> None:
    """A page that speaks another protocol is told so, loads anew once, and then says what is wrong."""
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.context().new_page()
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))

    def yesterday(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(str(text).replace(f'"protocol":{PROTOCOL}', '"protocol":0')))

    page.route_web_socket(re.compile(r"/ws\?table="), yesterday)
    page.goto(house.url + seated.link)
    expect(page.get_by_role("heading", name=say("link.over"))).to_be_visible()
    assert len(loads) == 2, loads


def test_a_page_that_meets_a_newer_server_reloads_itself(house: House, visits: Visits) -> None:
    """The line breaks, and who answers afterwards is another version: its page is fetched, and the game goes on."""
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.context().new_page()
    loads: list[str] = []
    sockets: list[WebSocketRoute] = []
    page.on("load", lambda _: loads.append(page.url))

    def opened(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        first = not sockets
        sockets.append(socket)
        server.on_message(
            lambda text: socket.send(re.sub('"server":"[^"]*"', '"server":"0.0.1"', str(text)) if first else text)
        )

    page.route_web_socket(re.compile(r"/ws\?table="), opened)
    page.goto(house.url + seated.link)
    page.wait_for_selector("[data-offer]")
    assert len(loads) == 1
    with page.expect_event("load"):
        sockets[0].close()
    page.wait_for_selector("[data-offer]")
    assert len(loads) == 2
