"""Limits are counted for the address that asks, which a stranger cannot choose."""

import asyncio
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.websockets import WebSocketDisconnect

from branchline.server.http.address import forwarded, network_of
from branchline.server.http.responses import bytes_of
from branchline.server.limits import Rate
from branchline.server.room.commands import Refuse
from branchline.server.settings import Settings
from tests.server.webapp import serving


@pytest.mark.parametrize(
    ("headers", "proxies", "address"),
    [
        (["6.6.6.6, 1.2.3.4"], 1, "1.2.3.4"),
        (["6.6.6.6", "1.2.3.4"], 1, "1.2.3.4"),
        (["6.6.6.6, 1.2.3.4, 10.0.0.1"], 2, "1.2.3.4"),
        (["2001:db8::7"], 1, "2001:db8::7"),
        (["[2001:db8::7]"], 1, "2001:db8::7"),
        (["1.2.3.4"], 2, None),
        (["unknown"], 1, None),
        ([], 1, None),
    ],
)
def test_the_address_is_the_one_that_our_outermost_proxy_saw(
    headers: list[str], proxies: int, address: str | None
) -> None:
    assert forwarded(headers, proxies) == address


def test_an_ipv6_network_counts_as_one() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1") != network_of("2001:db8:1:3::4")
    assert network_of("::ffff:1.2.3.4") == network_of("1.2.3.4") == "1.2.3.4"
    assert network_of("testclient") == "testclient"


@pytest.mark.parametrize(
    ("proxies", "header", "limited"), [(0, "9.9.9.{}", True), (1, "9.9.9.{}, 1.2.3.4", True), (1, "9.9.9.{}", False)]
)
def test_a_stranger_cannot_get_new_credit_by_a_header(
    tmp_path: Path, proxies: int, header: str, limited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.server.http.state.REQUESTS", Rate(20, 0.0))  # It does not grow while this takes.
    with serving(tmp_path, Settings(proxies=proxies)) as client:
        codes = [
            client.get("/robots.txt", headers={"x-forwarded-for": header.format(number)}).status_code
            for number in range(30)
        ]
    assert codes.count(429) == (10 if limited else 0)


@pytest.mark.parametrize(("header", "limited"), [("9.9.9.{}, 1.2.3.4", True), ("9.9.9.{}", False)])
def test_connections_are_counted_for_the_address_that_our_proxy_saw(
    tmp_path: Path, header: str, limited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.server.http.state.CONNECTIONS", Rate(3, 0.0))
    refused = 0
    with serving(tmp_path, Settings(proxies=1)) as client:
        for number in range(5):
            try:
                with client.websocket_connect("/ws", headers={"x-forwarded-for": header.format(number)}):
                    pass
            except WebSocketDisconnect:
                refused += 1
    assert refused == (2 if limited else 0)


def test_metrics_are_for_the_machine_itself(tmp_path: Path) -> None:
    here = ("127.0.0.1", 50_000)
    with serving(tmp_path, client=here) as client:
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"}).status_code == 403
    with serving(tmp_path, Settings(proxies=1), client=here) as client:
        assert client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 403
    with serving(tmp_path, client=("1.2.3.4", 50_000)) as client:
        assert client.get("/metrics").json()["code"] == "only-at-host-machine"
    with serving(tmp_path, Settings(public_metrics=True), client=("1.2.3.4", 50_000)) as client:
        assert client.get("/metrics").status_code == 200


def test_a_body_that_is_cut_off_is_a_plain_refusal() -> None:
    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, receive)
    with pytest.raises(Refuse) as refused:
        asyncio.run(bytes_of(request, 100))
    assert refused.value.code == "bad-message"
