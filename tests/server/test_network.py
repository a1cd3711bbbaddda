"""Letting others in the network join: which address a guest needs, and who may open the server to them."""

import asyncio
import errno
import json
import socket
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from branchline.server.network import CannotListen, Listening, base_url, is_for_others, is_loopback, own_addresses
from branchline.server.process import listen
from branchline.server.settings import Settings
from tests.cli.test_serve import started
from tests.server.webapp import serving

MACHINE = ("127.0.0.1", 50_000)
NEIGHBOR = ("192.168.1.77", 50_000)


@pytest.mark.parametrize(
    ("address", "own", "others"),
    [
        ("127.0.0.1", True, False),
        ("127.0.0.2", True, False),
        ("::1", True, False),
        ("::ffff:127.0.0.1", True, False),
        ("192.168.1.20", False, True),
        ("10.0.0.3", False, True),
        ("fd00::2", False, True),
        ("169.254.3.4", False, False),
        ("fe80::1", False, False),
        ("0.0.0.0", False, False),
    ],
)
def test_an_address_is_for_this_machine_or_for_others(address: str, own: bool, others: bool) -> None:
    assert is_loopback(address) is own
    assert is_for_others(address) is others


def test_what_is_no_address_is_not_this_machine() -> None:
    assert is_loopback("localhost")
    assert not is_loopback("testclient")


def test_every_address_that_is_found_is_this_machines_and_for_others() -> None:
    found = own_addresses()
    assert len(set(found)) == len(found)
    for address in found:
        assert is_for_others(address)
        listen(address, 0).close()


def test_an_address_is_written_as_browsers_want_it() -> None:
    assert base_url("192.168.1.20", 8000) == "http://192.168.1.20:8000"
    assert base_url("fd00::2", 8000) == "http://[fd00::2]:8000"


class Sockets:
    """Listens for real; `127.0.0.2` and its like stand in for addresses in a network."""

    def __init__(self) -> None:
        self.open: list[socket.socket] = []

    async def listen(self, host: str, port: int) -> None:
        self.open.append(listen(host, port))

    def close(self) -> None:
        for each in self.open:
            each.close()


def test_opening_listens_at_every_address_once_and_passes_over_one_that_is_taken() -> None:
    async def scene() -> None:
        with listen("127.0.0.1", 0) as first, socket.socket() as taken:
            port = first.getsockname()[1]
            taken.bind(("127.0.0.3", port))
            with pytest.raises(CannotListen, match=r"127\.0\.0\.3"):
                listen("127.0.0.3", port)
            sockets, found = Sockets(), ["127.0.0.2", "127.0.0.3"]
            listening = Listening(True, lambda: found)
            listening.begin("127.0.0.1", port, sockets.listen)
            assert await listening.for_others() == []
            await asyncio.gather(listening.open(), listening.open())
            assert await listening.for_others() == [f"http://127.0.0.2:{port}"]
            found[:] = ["127.0.0.4"]  # The machine has moved to another network.
            assert await listening.for_others() == []
            await listening.open()
            assert await listening.for_others() == [f"http://127.0.0.4:{port}"]
            assert [each.getsockname()[0] for each in sockets.open] == ["127.0.0.2", "127.0.0.4"]
            sockets.close()

    asyncio.run(scene())


def test_a_server_that_listens_everywhere_or_at_one_address_is_reached_there() -> None:
    async def scene() -> None:
        sockets = Sockets()
        everywhere = Listening(True, lambda: ["192.168.1.20", "10.0.0.3"])
        everywhere.begin("0.0.0.0", 8000, sockets.listen)
        assert await everywhere.for_others() == ["http://192.168.1.20:8000", "http://10.0.0.3:8000"]
        assert not everywhere.may_open
        offline = Listening(True, list)
        offline.begin("0.0.0.0", 8000, sockets.listen)
        assert await offline.for_others() == []
        one = Listening(True, list)
        one.begin("192.168.1.20", 8000, sockets.listen)
        assert await one.for_others() == ["http://192.168.1.20:8000"]

    asyncio.run(scene())


@pytest.mark.parametrize("client", [MACHINE, NEIGHBOR])
def test_a_public_address_wins_and_nothing_else_is_opened(tmp_path: Path, client: tuple[str, int]) -> None:
    settings = Settings("https://trains.example.net/", network="asked")
    with serving(tmp_path, settings, client=client) as asking:
        told = {"reach": "public", "addresses": ["https://trains.example.net"], "can_open": False}
        assert asking.get("/api/invitation").json() == told
        refused = asking.post("/api/invitation/open", json={})
        assert (refused.status_code, refused.json()["code"]) == (403, "only-at-host-machine")


def invited(url: str, *, opening: bool = False, headers: dict[str, str] | None = None) -> tuple[int, dict[str, object]]:
    """Ask for the invitation, or for opening to the network; with `X-Forwarded-For` as somebody from elsewhere."""
    path, body = ("/api/invitation/open", b"{}") if opening else ("/api/invitation", None)
    request = Request(url + path, body, {"content-type": "application/json"} | (headers or {}))
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


def is_taken(address: str, port: int) -> bool:
    """Whether somebody listens there already, asked without sending anything."""
    with socket.socket() as own:
        try:
            own.bind((address, port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


def test_play_opens_to_the_network_when_its_own_machine_asks(tmp_path: Path) -> None:
    neighbor = {"X-Forwarded-For": "192.168.1.77"}
    with started("play", "--no-open", db=tmp_path / "tables.db") as (_, url):
        assert invited(url) == (200, {"reach": "machine", "addresses": [], "can_open": True})
        assert invited(url, headers=neighbor)[1]["can_open"] is False
        assert invited(url, opening=True, headers=neighbor)[1]["code"] == "only-at-host-machine"
        assert invited(url, opening=True, headers={"origin": "http://evil.example"})[1]["code"] == "foreign-page"
        assert invited(url, opening=True, headers={"content-type": "text/plain"})[1]["code"] == "bad-message"
        assert invited(url) == (200, {"reach": "machine", "addresses": [], "can_open": True})
        here = [base_url(address, int(url.rpartition(":")[2])) for address in own_addresses()]
        if not here:  # Without a network there is nothing to open to, and that is said.
            assert invited(url, opening=True)[1]["code"] == "no-network"
            return
        opened = (200, {"reach": "network", "addresses": here, "can_open": False})
        assert invited(url, opening=True) == opened
        assert invited(url, opening=True) == invited(url) == opened
        assert all(is_taken(address, int(url.rpartition(":")[2])) for address in own_addresses())
        # Whoever comes from the network hears of no other addresses, and may open nothing.
        assert invited(url, headers=neighbor) == (200, {"reach": "network", "addresses": [], "can_open": False})
        assert invited(url, opening=True, headers=neighbor)[1]["code"] == "only-at-host-machine"


def test_play_with_network_is_open_at_once(tmp_path: Path) -> None:
    with started("play", "--no-open", "--network", db=tmp_path / "tables.db") as (process, url):
        here = [base_url(address, int(url.rpartition(":")[2])) for address in own_addresses()]
        assert process.stdout
        said = process.stdout.readline()
        assert said.rstrip().endswith(" or ".join(here)) if here else "in no network" in said
        assert invited(url)[1]["addresses"] == here


def test_serve_stays_on_the_machine_that_it_was_told(tmp_path: Path) -> None:
    with started("serve", db=tmp_path / "tables.db") as (_, url):
        assert invited(url) == (200, {"reach": "machine", "addresses": [], "can_open": False})
        assert invited(url, opening=True)[1]["code"] == "only-at-host-machine"
