"""The file of a game played with cards alone, read but not yet checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from branchline.core.ids import CityId
from branchline.core.printed.board import City
from branchline.core.printed.card_set import BigCity, CardRules, CardTicket
from branchline.data.draft import SectionMarks, read_format
from branchline.data.faults import Fault, did_you_mean
from branchline.data.load import EditionInfo
from branchline.data.read_map import Placed, read_cities, read_ends, read_joined_id
from branchline.data.read_rules import Palette, checked_id, read_palette
from branchline.data.toml_table import TomlTable

CardSection: TypeAlias = Literal["palette", "city", "rules", "seats", "symbols", "ticket", "big_city"]


@dataclass(frozen=True, slots=True)
class CardDraft:
    """Everything in the file that could be read. A check asks which sections are sound."""

    file: str
    id: str
    name: str
    names: Mapping[str, str]
    game: str
    offered: bool
    edition: EditionInfo
    seat_counts: tuple[int, ...]
    rules: CardRules
    palette: Palette
    symbols: tuple[str, ...]
    symbols_place: str
    cities: tuple[Placed[City], ...]
    tickets: tuple[Placed[CardTicket], ...]
    big_cities: tuple[Placed[BigCity], ...]
    sound: frozenset[CardSection]


def read_card_draft(file: str, values: Mapping[str, object], faults: list[Fault]) -> CardDraft:
    """Read all tables of the file, adding to `faults` whatever is wrong with one of them alone."""
    top = TomlTable(values, file, faults)
    marks: SectionMarks[CardSection] = SectionMarks(faults)
    palette = read_palette(top)
    marks.end_of("palette")
    cities, numbers = read_cities(top)
    marks.end_of("city")
    rules = _read_rules(top.table("rules", needed=True))
    marks.end_of("rules")
    seat_counts = top.wholes("seats", least=2)
    marks.end_of("seats")
    symbols = top.table("symbols", needed=True)
    words = tuple(checked_id(symbols, kind.id) for kind in palette.kinds)
    symbols.close()
    marks.end_of("symbols")
    tickets = [_read_ticket(table, numbers, palette.colors) for table in top.tables("ticket", needed=True)]
    marks.end_of("ticket")
    big_cities = [_read_big_city(table, numbers) for table in top.tables("big_city")]
    marks.end_of("big_city")
    read_format(top)
    draft = CardDraft(
        file=file,
        id=checked_id(top),
        name=top.text("name"),
        names=top.names(),
        game=checked_id(top, "game"),
        offered=top.flag("offered"),
        edition=_read_edition(top.table("edition", needed=True)),
        seat_counts=seat_counts,
        rules=rules,
        palette=palette,
        symbols=words,
        symbols_place=symbols.place,
        cities=tuple(cities),
        tickets=tuple(tickets),
        big_cities=tuple(big_cities),
        sound=marks.sound,
    )
    top.close()
    return draft


def _read_edition(table: TomlTable) -> EditionInfo:
    edition = EditionInfo(
        checked_id(table),
        table.text("name"),
        table.names(),
        table.text("note", ""),
        table.names("notes"),
        table.text("source", ""),
        table.names("sources"),
    )
    table.close()
    return edition


def _read_rules(table: TomlTable) -> CardRules:
    rules = CardRules(
        first_wilds=table.whole("first_wilds"),
        deal=table.whole("deal"),
        display=table.whole("display", least=1),
        first_offer=table.whole("first_offer", least=1),
        first_keep=table.whole("first_keep"),
        offer=table.whole("offer", least=1),
        least_row=table.whole("least_row", least=1),
        second_half_seats=table.wholes("second_half_seats", ()),
        second_deal=table.whole("second_deal", 0),
    )
    table.close()
    return rules


def _read_ticket(table: TomlTable, cities: Mapping[str, CityId], colors: tuple[str, ...]) -> Placed[CardTicket]:
    ends = read_ends(table, cities)
    name = read_joined_id(table) or "--".join(table.texts("between", ()))
    ticket = CardTicket(name, ends, table.whole("points", least=1), _read_needs(table, colors))
    table.close()
    return Placed(ticket, table.place)


def _read_needs(ticket: TomlTable, colors: tuple[str, ...]) -> tuple[int, ...]:
    table = ticket.table("needs", needed=True)
    needs = tuple(table.whole(color, 0) for color in colors)
    table.close()
    if table.sound and not any(needs):
        table.fault("a ticket needs one card at least")
    return needs


def _read_big_city(table: TomlTable, cities: Mapping[str, CityId]) -> Placed[BigCity]:
    word = table.text("city")
    if word and word not in cities:
        table.fault(f"unknown city '{word}'{did_you_mean(word, cities)}")
    big_city = BigCity(cities.get(word, CityId(0)), table.whole("points", least=1))
    table.close()
    return Placed(big_city, table.place)
