"""Small boards made at random out of those of the package: tiny decks, odd numbers, every feature somewhere."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from branchline.data.faults import Faulty
from branchline.data.files import BOARDS
from branchline.data.load import board_of, check_tables
from branchline.games import game_of_board
from branchline.rules.board.game import BoardGame

FILES = {name: tomllib.loads((BOARDS / f"{name}.toml").read_text("utf-8")) for name in ("sampleland", "world", "usa")}


def mutated_game(seed: int) -> BoardGame:
    """The game of some board that the checks accept, always the same one for the same seed."""
    random = Random(seed)
    while True:
        values = deepcopy(FILES[random.choice(sorted(FILES))])
        _change_rules(values, random)
        _change_cards(values, random)
        _change_routes(values, random)
        try:
            draft = check_tables(Path(f"mutated-{seed}.toml"), values)
        except Faulty:
            continue
        return game_of_board(board_of(draft, random.choice(draft.editions)))


def _change_rules(values: dict[str, Any], random: Random) -> None:
    rules, tickets = values["rules"], values["rules"]["tickets"]
    decks = len(rules["display"])
    rules["display"] = [random.randint(1, 5) for _ in range(decks)]
    rules["deal"] = [random.randint(0, 3) for _ in range(decks)]
    rules["flush_at"] = random.randint(1, 4)
    rules["both_lanes_from"] = random.randint(2, 5)
    rules["last_turns"] = random.randint(1, 2)
    if "tunnel_cards" in rules:
        rules["tunnel_cards"] = random.randint(1, 5)
        rules["stations"] = random.randint(0, 4)
    tickets["offer"] = random.randint(1, 4)
    tickets["keep"] = random.randint(1, tickets["offer"])
    if tickets["first_return"] != "leave":
        tickets["first_return"] = random.choice(["shuffle", "leave", "bottom"])
    if random.random() < 0.5:
        values["ticket"] = values["ticket"][: random.randint(8, 30)]
    values["seats"] = random.choice([[2], [2, 3], [2, 3, 4, 5]])


def _change_cards(values: dict[str, Any], random: Random) -> None:
    palette = values["palette"]
    palette["wilds"] = random.choice([0, 1, 3, 8, 20])
    for card in palette["card"]:
        card["copies"] = random.randint(1, 9)


def _change_routes(values: dict[str, Any], random: Random) -> None:
    """Other colors, tunnels, ferries and pair spaces; what does not fit is refused by the checks."""
    colors = values["palette"]["colors"]
    for route in values["route"]:
        if random.random() < 0.3 and not route.get("wilds") and not route.get("pairs"):
            route["color"] = random.choice([*colors, "any", "any"])
        if values["game"] == "europe" and not route.get("wilds") and random.random() < 0.3:
            route["tunnel"] = not route.get("tunnel", False)
        is_rail = not route.get("sea") and route.get("deck", 0) == 0
        if values["game"] == "world" and is_rail and route["color"] == "any" and random.random() < 0.2:
            route["pairs"] = random.randint(1, route["length"])
