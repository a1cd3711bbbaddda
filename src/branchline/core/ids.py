"""Names for the small integers that all else is made of: distinct to the type checker, plain ints at run time."""

from __future__ import annotations

from typing import NewType, TypeAlias

Seat = NewType("Seat", int)
CityId = NewType("CityId", int)
RouteId = NewType("RouteId", int)
TicketId = NewType("TicketId", int)
Color = NewType("Color", int)
Kind = NewType("Kind", int)
"""A kind of card: its index in the palette."""
DeckId = NewType("DeckId", int)
"""A deck of cards, and the piece that its cards move: 0 trains, 1 ships."""
TRAINS = DeckId(0)
SHIPS = DeckId(1)

RouteSet: TypeAlias = int
CitySet: TypeAlias = int
TicketSet: TypeAlias = int
Cards: TypeAlias = tuple[int, ...]
"""How many cards of each kind; the wild is the last kind."""
Pieces: TypeAlias = tuple[int, ...]
"""How many pieces of each sort, by deck: trains, ships."""
