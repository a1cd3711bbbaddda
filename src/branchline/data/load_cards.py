"""From the file of a game played with cards alone to its frozen card set, with every fault reported at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from branchline.core.card_set import BigCity, CardRules, CardSet, CardTicket
from branchline.core.ids import CityId
from branchline.data.draft import FORMAT
from branchline.data.faults import Fault, Faulty, did_you_mean
from branchline.data.files import read_tables
from branchline.data.load import BoardInfo, EditionInfo
from branchline.data.read_map import read_cities, read_ends, read_joined_id
from branchline.data.read_rules import Palette, checked_id, read_palette
from branchline.data.toml_table import Table

CARDS = Path(__file__).parent / "cards.toml"


@dataclass(frozen=True, slots=True)
class CardFile:
    """A whole file: what is played with, and what people need in order to choose it."""

    cardset: CardSet
    info: BoardInfo


def load_cardset(edition: str | None = None) -> CardSet:
    """The card set of the package, the same object each time. Card sets are compared by identity."""
    cardset = _packaged().cardset
    if edition not in (None, cardset.edition):
        raise Faulty([Fault(CARDS.name, f"there is no edition '{edition}'; there are: {cardset.edition}")])
    return cardset


def card_set_info() -> BoardInfo:
    """Its names, and those of its colors, for people."""
    return _packaged().info


@cache
def _packaged() -> CardFile:
    return read_card_file(CARDS)


def read_card_file(path: Path) -> CardFile:
    """Read and check a file. Raises `Faulty` with all that is wrong."""
    faults: list[Fault] = []
    file = _read(Table(read_tables(path), path.name, faults))
    if not faults:
        faults += [Fault(path.name, message) for message in _shortages(file.cardset)]
    if faults:
        raise Faulty(faults)
    return file


def _read(top: Table) -> CardFile:
    number = top.whole("format")
    if top.sound and number != FORMAT:
        top.fault(f"format is {number}, but this version of Branchline reads format {FORMAT}")
    palette = read_palette(top)
    cities, numbers = read_cities(top)
    edition = _read_edition(top.table("edition", needed=True))
    cardset = CardSet(
        id=checked_id(top),
        name=top.text("name"),
        game=checked_id(top, "game"),
        edition=edition.id,
        digest="",
        seat_counts=top.wholes("seats", least=2),
        rules=_read_rules(top.table("rules", needed=True)),
        colors=palette.colors,
        symbols=_read_symbols(top.table("symbols", needed=True), palette),
        kinds=palette.kinds,
        cities=tuple(city.value for city in cities),
        tickets=_read_tickets(top, numbers, palette.colors),
        big_cities=_read_big_cities(top, numbers),
        names=top.names(),
    )
    offered = top.flag("offered")
    info = BoardInfo(cardset.id, cardset.name, cardset.names, cardset.game, (edition,), palette.names, offered)
    top.close()
    return CardFile(replace(cardset, digest=digest_of(cardset)), info)


def _read_edition(table: Table) -> EditionInfo:
    edition = EditionInfo(
        checked_id(table), table.text("name"), table.names(), table.text("note", ""), table.names("notes")
    )
    table.close()
    return edition


def _read_rules(table: Table) -> CardRules:
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


def _read_symbols(table: Table, palette: Palette) -> tuple[str, ...]:
    """C-23: every kind of card has a symbol, and no two have the same."""
    symbols = tuple(checked_id(table, kind.id) for kind in palette.kinds)
    table.close()
    for symbol in _repeated([symbol for symbol in symbols if symbol]):
        table.fault(f"'{symbol}' stands for two kinds of card; give each its own")
    return symbols


def _read_tickets(top: Table, cities: Mapping[str, CityId], colors: tuple[str, ...]) -> tuple[CardTicket, ...]:
    tickets = []
    for table in top.tables("ticket", needed=True):
        ends = read_ends(table, cities)
        name = read_joined_id(table) or "--".join(table.texts("between", ()))
        tickets.append(CardTicket(name, ends, table.whole("points", least=1), _read_needs(table, colors)))
        table.close()
    for name in _repeated([ticket.id for ticket in tickets]):
        top.fault(f"two tickets have the id '{name}'; add --1 and --2 to tell them apart")
    return tuple(tickets)


def _read_needs(ticket: Table, colors: tuple[str, ...]) -> tuple[int, ...]:
    table = ticket.table("needs", needed=True)
    needs = tuple(table.whole(color, 0) for color in colors)
    table.close()
    if table.sound and not any(needs):
        table.fault("a ticket needs one card at least")
    return needs


def _read_big_cities(top: Table, cities: Mapping[str, CityId]) -> tuple[BigCity, ...]:
    found = []
    for table in top.tables("big_city"):
        word = table.text("city")
        if word and word not in cities:
            table.fault(f"unknown city '{word}'{did_you_mean(word, cities)}")
        found.append((word, BigCity(cities.get(word, CityId(0)), table.whole("points", least=1))))
        table.close()
    for word in _repeated([word for word, _ in found]):
        top.fault(f"two Big City cards name '{word}'")
    return tuple(big_city for _, big_city in found)


def _repeated(words: Sequence[str]) -> list[str]:
    return sorted({word for word in words if words.count(word) > 1})


def _shortages(cardset: CardSet) -> Iterator[str]:
    """What the set-up would run out of, with as many players as can be."""
    rules = cardset.rules
    seats = max(cardset.seat_counts)
    cards = seats * (rules.first_wilds + rules.deal) + rules.display
    if sum(cardset.all_cards) <= cards:
        yield f"{seats} players need more than {cards} cards, but there are {sum(cardset.all_cards)}"
    if cardset.all_cards[-1] < seats * rules.first_wilds:
        yield f"{seats} players need {seats * rules.first_wilds} wilds, but there are {cardset.all_cards[-1]}"
    if len(cardset.tickets) < seats * rules.first_offer:
        yield f"{seats} players need {seats * rules.first_offer} tickets, but there are {len(cardset.tickets)}"
    if rules.first_keep > rules.first_offer:
        yield f"first_keep is {rules.first_keep}, more than first_offer with {rules.first_offer}"
    for count in rules.second_half_seats:
        if count not in cardset.seat_counts:
            yield f"second_half_seats has {count}, which is not among seats"


def digest_of(cardset: CardSet) -> str:
    """Sum up all that play depends on; spelling and symbols may change without it."""
    content = {
        "cardset": [cardset.id, cardset.game, cardset.edition, cardset.seat_counts, cardset.colors],
        "rules": asdict(cardset.rules),
        "kinds": [asdict(kind) for kind in cardset.kinds],
        "cities": [city.id for city in cardset.cities],
        "tickets": [asdict(ticket) for ticket in cardset.tickets],
        "big_cities": [asdict(big_city) for big_city in cardset.big_cities],
    }
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
