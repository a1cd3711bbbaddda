"""Choices of the wire turned back into every action they stand for, as docs/protocol.md describes it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from branchline.server import wire


def expanded(choice: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every action, where a choice lists them all; of a settlement only the best choice and none."""
    match choice["do"]:
        case "keep":
            yield from _keeping(choice)
        case "lay-three":
            for colors in combinations(choice["any_three"], 3):
                yield {"do": "lay-three", "colors": list(colors)}
        case "settle":
            yield {"do": "settle", "tickets": choice["best"]}
            if choice["best"]:
                yield {"do": "settle", "tickets": []}
        case _:
            names = [name for name, values in choice.items() if isinstance(values, list)]
            for values in product(*(choice[name] for name in names)):
                yield {"do": choice["do"], **dict(zip(names, values, strict=True))}


def _keeping(choice: dict[str, Any]) -> Iterator[dict[str, Any]]:
    offer = choice["offer"]
    for count in range(choice["least"], len(offer) + 1):
        for kept in combinations(offer, count):
            rest = [ticket for ticket in offer if ticket not in kept]
            for returned in permutations(rest) if choice["ordered"] else [rest]:
                yield {"do": "keep", "kept": list(kept), "returned": list(returned)}


def is_whole(choice: dict[str, Any]) -> bool:
    """Whether a choice lists all its actions, as all do but long lists of payments and settlements."""
    return choice["do"] != "settle" and not choice.get("more")


MAX_PAYMENTS = wire.MAX_PAYMENTS
