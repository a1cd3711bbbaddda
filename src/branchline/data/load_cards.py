"""From the file of a game played with cards alone to its frozen card set, with every fault reported at once."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from branchline.core.printed.card_set import CardSet
from branchline.data.card_draft import CardDraft, read_card_draft
from branchline.data.checks.card_game import check_cards
from branchline.data.faults import Fault, Faulty
from branchline.data.files import read_tables
from branchline.data.load import BoardInfo

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
    draft = read_card_draft(path.name, read_tables(path), faults)
    faults += check_cards(draft)
    if faults:
        raise Faulty(faults)
    names = draft.palette.names
    info = BoardInfo(draft.id, draft.name, draft.names, draft.game, (draft.edition,), names, draft.offered)
    return CardFile(cardset_of(draft), info)


def cardset_of(draft: CardDraft) -> CardSet:
    cardset = CardSet(
        id=draft.id,
        name=draft.name,
        game=draft.game,
        edition=draft.edition.id,
        digest="",
        seat_counts=draft.seat_counts,
        rules=draft.rules,
        colors=draft.palette.colors,
        symbols=draft.symbols,
        kinds=draft.palette.kinds,
        cities=tuple(city.value for city in draft.cities),
        tickets=tuple(ticket.value for ticket in draft.tickets),
        big_cities=tuple(card.value for card in draft.big_cities),
        names=draft.names,
    )
    return replace(cardset, digest=digest_of(cardset))


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
