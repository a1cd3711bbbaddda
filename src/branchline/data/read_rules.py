"""The numbers of a board file: its rules, its cards, and the editions that change some of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from branchline.core.ids import Color, DeckId
from branchline.core.printed.board import BOTH_LANES_FROM, SEAT_COUNTS, TUNNEL_CARDS, CardKind, Rules
from branchline.data.faults import did_you_mean
from branchline.data.toml_table import TomlTable

WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What an id looks like, so that it can be typed in commands and stand in addresses."""
WILD = "wild"
ANY_COLOR = "any"
RETURNS = ("shuffle", "leave", "bottom")


@dataclass(frozen=True, slots=True)
class Palette:
    colors: tuple[str, ...]
    names: Mapping[str, Mapping[str, str]]
    kinds: tuple[CardKind, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A choice of ticket sets (none named: every ticket) with the rules and the game that hold for it."""

    id: str
    name: str
    names: Mapping[str, str]
    note: str
    notes: Mapping[str, str]
    source: str
    sources: Mapping[str, str]
    game: str
    """Whose verbs it plays by; empty: the board's."""
    sets: tuple[str, ...]
    rules: Rules
    place: str
    rules_place: str
    """Where its numbers stand: with the edition if it changes any, else with the rules of all."""


def checked_id(table: TomlTable, key: str = "id") -> str:
    word = table.text(key)
    if word and not WORD.fullmatch(word):
        table.fault(f"{key} '{word}' must be small letters and digits, with single hyphens between words")
    return word


def read_seats(top: TomlTable) -> tuple[int, ...]:
    """Read for how many players a board is: some of the numbers that a table can have."""
    seats = top.wholes("seats", SEAT_COUNTS)
    if seats == tuple(count for count in SEAT_COUNTS if count in seats):
        return seats
    top.fault(f"seats is {list(seats)}, but must be some of {list(SEAT_COUNTS)}, each once and the smallest first")
    return SEAT_COUNTS


def read_rules(table: TomlTable) -> Rules:
    tickets = table.table("tickets", needed=True)
    rules = Rules(
        deal=table.wholes("deal"),
        display=table.wholes("display"),
        flush_at=table.whole("flush_at", least=1),
        first_offer=tickets.whole("first_offer", least=1),
        first_long=tickets.whole("first_long", 0),
        first_keep=tickets.whole("first_keep", least=1),
        first_return=tickets.choice("first_return", RETURNS),
        offer=tickets.whole("offer", least=1),
        keep=tickets.whole("keep", least=1),
        pieces=table.wholes("pieces", least=1),
        pieces_kept=table.whole("pieces_kept", 0),
        default_pieces=table.wholes("default_pieces", ()),
        end_at=table.whole("end_at"),
        last_turns=table.whole("last_turns", least=1),
        points=table.wholes("points"),
        longest_bonus=table.whole("longest_bonus", 0),
        stations=table.whole("stations", 0),
        station_points=table.whole("station_points", 0),
        harbors=table.whole("harbors", 0),
        harbor_points=table.wholes("harbor_points", ()),
        harbor_penalty=table.whole("harbor_penalty", 0),
        both_lanes_from=table.whole("both_lanes_from", BOTH_LANES_FROM, least=2),
        tunnel_cards=table.whole("tunnel_cards", TUNNEL_CARDS, least=1),
    )
    tickets.close()
    table.close()
    table.sound = table.sound and tickets.sound
    return rules


def read_palette(top: TomlTable) -> Palette:
    table = top.table("palette", needed=True)
    colors = table.texts("colors")
    for color in colors:
        if not WORD.fullmatch(color) or color in (ANY_COLOR, WILD):
            table.fault(f"color '{color}' must be small letters and digits, and not '{ANY_COLOR}' or '{WILD}'")
    wilds = table.whole("wilds")
    kinds = [kind for card in table.tables("card", needed=True) for kind in read_card(card, colors)]
    kinds.sort(key=lambda kind: kind.color or 0)
    names = read_color_names(table, colors)
    table.close()
    return Palette(colors, names, (*kinds, CardKind(WILD, None, wilds)), table.place)


def read_card(card: TomlTable, colors: tuple[str, ...]) -> list[CardKind]:
    """Read one sort of card, which exists in every color."""
    suffix = card.text("suffix", "")
    if suffix and not (suffix.startswith("-") and WORD.fullmatch(suffix[1:])):
        card.fault(f"suffix '{suffix}' must be a hyphen and small letters, like '-ship'")
    copies = card.whole("copies", least=1)
    deck = DeckId(card.whole("deck", 0, most=1))
    covers = card.whole("covers", 1, least=1, most=2)
    harbor = card.flag("harbor")
    card.close()
    return [
        CardKind(f"{color}{suffix}", Color(number), copies, deck, covers, harbor) for number, color in enumerate(colors)
    ]


def read_color_names(palette: TomlTable, colors: tuple[str, ...]) -> Mapping[str, Mapping[str, str]]:
    table = palette.table("names")
    for color in table.listed():
        if color not in colors:
            table.fault(f"'{color}' is no color of this board{did_you_mean(color, colors)}")
    return {color: table.names(color) for color in colors}


def read_editions(top: TomlTable) -> tuple[Edition, ...]:
    """Read the rules and every edition; a file without any has one, `standard`, with all its tickets."""
    base = top.table("rules", needed=True)
    rules = read_rules(base)
    editions = top.table("edition")
    found = tuple(read_edition(editions, name, base, rules) for name in editions.listed())
    return found or (Edition("standard", "Standard", {}, "", {}, "", {}, "", (), rules, base.place, base.place),)


def read_edition(editions: TomlTable, id: str, base: TomlTable, rules: Rules) -> Edition:
    table = editions.table(id)
    table.place = editions.place.named(id)
    if not WORD.fullmatch(id):
        table.fault("its name must be small letters and digits, with single hyphens between words")
    changes = table.table("rules")
    if changes.listed() and base.sound:
        rules = read_rules(base.overlaid(changes))
    rules_place = changes.place if changes.listed() else base.place
    edition = Edition(
        id,
        table.text("name", id.capitalize()),
        table.names(),
        table.text("note", ""),
        table.names("notes"),
        table.text("source", ""),
        table.names("sources"),
        table.text("game", ""),
        table.texts("tickets", ()),
        rules,
        table.place,
        rules_place,
    )
    table.close()
    return edition
