"""Make a screenshot small: at most 256 colors, chosen where the picture needs them, as the README needs no more."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

Color: TypeAlias = tuple[int, ...]
COLORS = 256


def small(png: bytes) -> bytes:
    """Give the picture again with a palette; it must be 8 bits a channel and not interlaced, as Chromium's are."""
    width, height, channels, rows = decoded(png)
    pixels = [pixels_of(row, channels) for row in rows]
    palette = _palette(Counter(chain.from_iterable(pixels)))
    colors = sorted(set(palette.values()))
    numbers = {color: number for number, color in enumerate(colors)}
    nearest = {pixel: numbers[color] for pixel, color in palette.items()}
    body = b"".join(b"\0" + bytes(nearest[pixel] for pixel in row) for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", b"".join(map(bytes, colors))),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    )
    return png[:8] + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def decoded(png: bytes) -> tuple[int, int, int, Iterator[bytes]]:
    data, at = b"", 8
    head = b""
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            head = body
        elif kind == b"IDAT":
            data += body
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    assert depth == 8, "8 bits a channel"
    assert color in (2, 6), "RGB or RGBA"
    assert not interlaced, "not interlaced"
    channels = 3 if color == 2 else 4
    return width, height, channels, _rows(zlib.decompress(data), width * channels, channels)


def _rows(data: bytes, length: int, step: int) -> Iterator[bytes]:
    """Undo the filter of every row (PNG specification, chapter 9)."""
    before = bytearray(length)
    for start in range(0, len(data), length + 1):
        row = bytearray(data[start + 1 : start + 1 + length])
        _FILTERS[data[start]](row, before, step)
        yield bytes(row)
        before = row


def _by_left(row: bytearray, before: bytearray, step: int) -> None:
    for i in range(step, len(row)):
        row[i] = (row[i] + row[i - step]) & 255


def _by_up(row: bytearray, before: bytearray, step: int) -> None:
    row[:] = bytes((one + two) & 255 for one, two in zip(row, before, strict=True))


def _by_mean(row: bytearray, before: bytearray, step: int) -> None:
    for i, up in enumerate(before):
        left = row[i - step] if i >= step else 0
        row[i] = (row[i] + (left + up) // 2) & 255


def _by_guess(row: bytearray, before: bytearray, step: int) -> None:
    """Paeth's: whichever of left, up and corner is nearest to left + up - corner."""
    for i, up in enumerate(before):
        left, corner = (row[i - step], before[i - step]) if i >= step else (0, 0)
        by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        guess = left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner
        row[i] = (row[i] + guess) & 255


_FILTERS = {0: lambda row, before, step: None, 1: _by_left, 2: _by_up, 3: _by_mean, 4: _by_guess}


def pixels_of(row: bytes, channels: int) -> list[Color]:
    return list(zip(*(row[channel::channels] for channel in range(3)), strict=True))


class Box:
    """Colors that one color may stand for, cut in two where they differ most."""

    def __init__(self, colors: list[Color], counts: Counter[Color]) -> None:
        self.colors = colors
        self._counts = counts
        weight = sum(counts[color] for color in colors)
        spreads = [self._error(channel, weight) for channel in range(3)]
        self.error = max(spreads)
        self._channel = spreads.index(self.error)

    @property
    def usual(self) -> Color:
        """The color that is seen most, so that flat surfaces keep exactly theirs."""
        return max(self.colors, key=lambda color: (self._counts[color], color))

    def cut(self) -> tuple[Box, Box]:
        """Cut at the mean, where a surface and its edges part."""
        channel, counts = self._channel, self._counts
        weight = sum(counts[color] for color in self.colors)
        mean = sum(color[channel] * counts[color] for color in self.colors) / weight
        low = [color for color in self.colors if color[channel] <= mean]
        high = [color for color in self.colors if color[channel] > mean]
        return Box(low, counts), Box(high, counts)

    def _error(self, channel: int, weight: int) -> float:
        """Say how far off the colors are from their mean, all pixels together."""
        total = sum(color[channel] * self._counts[color] for color in self.colors)
        squares = sum(color[channel] ** 2 * self._counts[color] for color in self.colors)
        return squares - total * total / weight


def _palette(counts: Counter[Color]) -> dict[Color, Color]:
    """Say by which color each one is replaced: the box with the greatest error is cut, until there are enough."""
    boxes = [Box(list(counts), counts)]
    while len(boxes) < COLORS:
        worst = max(boxes, key=lambda box: box.error)
        if worst.error <= 0:
            break
        boxes.remove(worst)
        boxes += worst.cut()
    return {color: usual for box in boxes for usual in [box.usual] for color in box.colors}
