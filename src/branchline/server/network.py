"""Where others in this machine's network find it, and whether the server listens there."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address
from typing import Final

log = logging.getLogger(__name__)

# Addresses that are kept for examples: asking for the way to one tells which of ours leads outside; nothing is sent.
ELSEWHERE: Final = ((socket.AF_INET, ("192.0.2.1", 9)), (socket.AF_INET6, ("2001:db8::1", 9)))
EVERYWHERE: Final = ("", "0.0.0.0", "::")
_CONTAINERS: Final = ("br-", "docker", "podman", "veth", "virbr")
_SIOCGIFADDR: Final = 0x8915


class CannotListen(Exception):
    """The address is taken, or it is not this machine's."""


def own_addresses() -> list[str]:
    """Find the addresses of this machine that others in its network see, the likeliest first; none when offline."""
    old, new = (_leading_to(family, address) for family, address in ELSEWHERE)
    found = [address for address in dict.fromkeys((*old, *_of_interfaces())) if is_for_others(address)]
    return found or [address for address in new if is_for_others(address)]


def _leading_to(family: socket.AddressFamily, address: tuple[str, int]) -> list[str]:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(address)
            return [probe.getsockname()[0]]
    except OSError:
        return []


if sys.platform == "linux":
    import fcntl
    import struct

    def _of_interfaces() -> list[str]:
        """Ask each network interface for its address, but those that lead to containers only."""
        found = []
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                if name.startswith(_CONTAINERS):
                    continue
                try:
                    answer = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                except OSError:  # It has no address.
                    continue
                found.append(socket.inet_ntoa(answer[20:24]))
        return found

else:

    def _of_interfaces() -> list[str]:
        """Ask what the machine's own name stands for; elsewhere than on Linux that is every interface."""
        try:
            return [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        except OSError:
            return []


def is_loopback(address: str) -> bool:
    """Say whether an address is one that a machine has for itself alone."""
    try:
        found = ip_address(address)
    except ValueError:
        return address == "localhost"
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return found.is_loopback


def is_for_others(address: str) -> bool:
    found = ip_address(address)
    return not (is_loopback(address) or found.is_link_local or found.is_unspecified)


def base_url(host: str, port: int) -> str:
    """Write an address as a browser wants it."""
    return f"http://[{host}]:{port}" if ":" in host and not host.startswith("[") else f"http://{host}:{port}"


class Listening:
    """Where a server listens. It lets in others of its network when somebody at the machine asks, if it may at all."""

    def __init__(self, may_open: bool = False, find: Callable[[], list[str]] = own_addresses) -> None:
        self._may_open = may_open
        self._find = find
        self._host = "127.0.0.1"
        self._port = 0
        self._listen: Callable[[str, int], Awaitable[None]] | None = None
        self._opened: set[str] = set()
        self._opening = asyncio.Lock()

    def begin(self, host: str, port: int, listen: Callable[[str, int], Awaitable[None]]) -> None:
        """Note where the server listens, and how it listens at one more address (`CannotListen` if it cannot)."""
        self._host, self._port, self._listen = host, port, listen

    async def for_others(self) -> list[str]:
        """Tell the addresses at which others in the network reach the server now: none, or the likeliest first."""
        if self._host not in EVERYWHERE and not is_loopback(self._host):
            return [base_url(self._host, self._port)]
        if self._host not in EVERYWHERE and not self._opened:
            return []
        found = await asyncio.to_thread(self._find)
        here = [address for address in found if self._host in EVERYWHERE or address in self._opened]
        return [base_url(address, self._port) for address in here]

    @property
    def may_open(self) -> bool:
        return self._may_open and self._listen is not None and is_loopback(self._host)

    async def open(self) -> None:
        """Listen at every address that others in the network see; those that are listened at already stay."""
        assert self._listen is not None
        async with self._opening:
            for address in await asyncio.to_thread(self._find):
                if address in self._opened:
                    continue
                try:
                    await self._listen(address, self._port)
                except CannotListen as error:
                    log.warning("cannot listen", extra={"reason": str(error)})
                else:
                    self._opened.add(address)
                    log.info("opened to the network", extra={"address": address})
