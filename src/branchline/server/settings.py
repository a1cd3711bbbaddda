"""What a host decides about a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Settings:
    """`public_url` is where people find the server, such as `https://trains.example.net`.

    `proxies` is how many proxies of ours every request comes through; `public_metrics` shows the metrics to everybody.
    `network` says whether a server that listens for its own machine lets in others of its network: never, when
    somebody at the machine asks, or at once. `keep_unfinished` and `keep_finished` are the days for which a game is
    kept that nobody touches; 0 is for ever. `boards` are the texts of the server's own board files, all of them sound.
    """

    public_url: str | None = None
    origins: tuple[str, ...] = ()
    proxies: int = 0
    public_metrics: bool = False
    network: Literal["never", "asked", "at once"] = "never"
    keep_unfinished: int = 90
    keep_finished: int = 730
    boards: tuple[str, ...] = ()

    @property
    def allowed(self) -> tuple[str, ...]:
        if self.public_url is None:
            return self.origins
        parts = urlsplit(self.public_url)
        return (f"{parts.scheme}://{parts.netloc}", *self.origins)

    @property
    def is_https(self) -> bool:
        return (self.public_url or "").startswith("https://")
