"""What must hold among pieces, points and buildings: every route can be filled and scored, and the game can begin."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.core.printed.board import Rules
from branchline.data.draft import Draft
from branchline.data.faults import Fault, mended


def every_route_can_be_filled(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        pieces = dict(enumerate(edition.rules.pieces))
        for route in draft.routes:
            owned = pieces.get(route.value.deck, route.value.length)
            if route.value.length > owned:
                message = f"has {route.value.length} spaces, but a player has only {owned} pieces for it"
                yield Fault(route.place, message, "length", mended(route.place, length=owned))


def every_length_has_points(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        longest = len(edition.rules.points) - 1
        for route in draft.routes:
            if route.value.length > longest:
                message = f"has {route.value.length} spaces, but points ends at a length of {longest}"
                points = _longer(edition.rules.points, route.value.length)
                yield Fault(route.place, message, "length", mended(edition.rules_place, points=points))


def _longer(points: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Go on with points up to a length, as they rose last."""
    rise = points[-1] - points[-2] if len(points) > 1 else 1
    return (*points, *(points[-1] + rise * more for more in range(1, length + 2 - len(points))))


def pieces_can_be_chosen(draft: Draft) -> Iterator[Fault]:
    """The choice of pieces, and the choice that is proposed, must be possible (W-6)."""
    for edition in draft.editions:
        rules, place = edition.rules, edition.rules_place
        if rules.pieces_kept > sum(rules.pieces):
            yield Fault(place, f"pieces_kept is {rules.pieces_kept}, but a player has only {sum(rules.pieces)} pieces")
        elif rules.pieces_kept and not is_choice(rules):
            proposed = f"default_pieces is {list(rules.default_pieces)}"
            yield Fault(place, f"{proposed}, but must take {rules.pieces_kept} (pieces_kept) of {list(rules.pieces)}")
        elif rules.default_pieces and not rules.pieces_kept:
            yield Fault(place, "default_pieces is given, but pieces_kept is not, so that nothing is chosen")


def is_choice(rules: Rules) -> bool:
    chosen, owned = rules.default_pieces, rules.pieces
    fits = len(chosen) == len(owned) and all(c <= o for c, o in zip(chosen, owned, strict=True))
    return fits and sum(chosen) == rules.pieces_kept


def the_end_is_not_at_once(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules = edition.rules
        start = rules.pieces_kept or sum(rules.pieces)
        if rules.end_at >= start:
            message = f"end_at is {rules.end_at}, but players start with {start} pieces"
            yield Fault(edition.rules_place, message, "end_at", mended(edition.rules_place, end_at=min(2, start - 1)))


def harbors_can_be_built(draft: Draft) -> Iterator[Fault]:
    """Harbors need a harbor city, harbor cards of both decks (W-24), and points for 0, 1, 2 ... tickets (W-25)."""
    for edition in draft.editions:
        if edition.rules.harbors:
            place = edition.rules_place
            if not any(city.value.harbor for city in draft.cities):
                yield Fault(place, "has harbors to build, but no city with harbor = true")
            if {kind.deck for kind in draft.palette.kinds if kind.harbor} != {0, 1}:
                yield Fault(place, "has harbors to build, but no harbor cards in both decks to pay with")
            if not edition.rules.harbor_points:
                yield Fault(place, "has harbors to build, but no harbor_points")
