"""Listens to the frames of a page, and says which of the secrets of other people are in them or on the page."""

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, WebSocket

# A spectator sees these empty in every event; see `seen_by` in branchline.core.events.
HIDDEN = {
    "cards-dealt": ("cards",),
    "card-drawn": ("kind",),
    "tickets-offered": ("tickets",),
    "tickets-kept": ("kept", "returned"),
    "ticket-deck-changed": ("order",),
}


class Eavesdropper:
    """Everything that the server says to a page, in order."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def before_the_end(self) -> list[str]:
        """Give the frames of the game itself; the score sheets afterwards show every ticket, as they should."""
        return [frame for frame in self.frames if not json.loads(frame).get("outcome")]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from objects(each)


def told_secrets(frames: list[str]) -> list[str]:
    """Give everything in the frames that only a seat may know."""
    found = []
    for frame in frames:
        for part in objects(json.loads(frame)):
            if part.get("own") is not None:
                found.append(f"own: {part['own']}")
            if part.get("choices"):
                found.append(f"choices: {part['choices']}")
            if part.get("stack"):
                found.append(f"stack: {part['stack']}")
            hidden = HIDDEN.get(part.get("event", ""), ())
            found += [f"{part['event']}: {part[name]}" for name in hidden if part[name] is not None]
    return found


def words_in(frames: list[str], words: set[str]) -> set[str]:
    """Give those of the words that stand in quotes in some frame."""
    return {word for word in words if any(f'"{word}"' in frame for frame in frames)}
