"""From the core's states of the board games to the lane's records and back: nothing is lost on either way."""

from __future__ import annotations

from typing import Any

from branchline.core.actions import ChoosePieces
from branchline.core.ids import Kind, Pieces, RouteId, Seat
from branchline.core.phases import (
    Finished,
    FirstPieces,
    FirstTickets,
    Phase,
    SecondCard,
    TicketOffer,
    Toll,
    Turn,
)
from branchline.core.states.state import Player, State
from branchline.lane import layout
from branchline.lane.codes import Space
from branchline.lane.convert import (
    PLAIN_PHASES,
    chosen,
    generator_of,
    offers_of,
    ticket_deck,
    write_generator,
    write_offers,
    write_ticket_deck,
)
from branchline.lane.layout import CITY_WORDS, NOTHING, ROUTE_WORDS, TICKET_WORDS
from branchline.lane.tables import words

PHASES = {
    FirstTickets: layout.FIRST_TICKETS,
    FirstPieces: layout.FIRST_PIECES,
    Turn: layout.TURN,
    SecondCard: layout.SECOND_CARD,
    TicketOffer: layout.TICKET_OFFER,
    Toll: layout.TOLL,
    Finished: layout.FINISHED,
}


def write_state(space: Space, state: State, record: Any) -> None:
    """Overwrite a record with a state."""
    write_generator(state.rng, record)
    record["seats"], record["turn"] = len(state.players), state.turn
    record["turns_left"] = NOTHING if state.turns_left is None else state.turns_left
    record["passes"], record["idle"], record["clearings"] = state.passes, state.idle, 0
    for seat, player in enumerate(state.players):
        _write_player(player, seat, record)
    record["display"][: len(state.display)] = [NOTHING if kind is None else kind for kind in state.display]
    for deck, (cards, pile) in enumerate(zip(state.decks, state.discards, strict=True)):
        record["decks"][deck, : len(cards)], record["discards"][deck, : len(pile)] = cards, pile
        record["deck_size"][deck], record["discard_size"][deck] = sum(cards), sum(pile)
    write_ticket_deck(state.tickets, record)
    _write_phase(space, state, record)


def _write_player(player: Player, seat: int, record: Any) -> None:
    record["hands"][seat, : len(player.hand)] = player.hand
    record["pieces"][seat, : len(player.pieces)] = player.pieces
    record["box"][seat, : len(player.box)] = player.box
    record["routes"][seat] = words(player.routes, ROUTE_WORDS)
    record["tickets"][seat] = words(player.tickets, TICKET_WORDS)
    record["built"][seat] = words(player.built, CITY_WORDS)
    record["points"][seat] = player.points


def _write_phase(space: Space, state: State, record: Any) -> None:
    record["phase"] = PHASES[type(state.phase)]
    record["choices"], record["offered"] = NOTHING, 0
    record["laid"], record["revealed"] = 0, 0
    record["toll_route"], record["toll_extra"] = 0, 0
    match state.phase:
        case FirstTickets() | TicketOffer() as offers:
            write_offers(space, offers, state.turn, record)
        case FirstPieces(choices):
            for seat, pieces in enumerate(choices):
                if pieces is not None:
                    record["choices"][seat] = space.code(ChoosePieces(pieces))
        case Toll(route, laid, revealed, extra):
            record["toll_route"], record["toll_extra"] = route, extra
            record["laid"][: len(laid)], record["revealed"][: len(revealed)] = laid, revealed


def state_of(space: Space, record: Any) -> State:
    """A record as a state of the core."""
    board = space.board
    kinds, decks, sorts = len(board.kinds), len(board.rules.display), len(board.rules.pieces)
    return State(
        board=board,
        phase=_phase_of(space, record),
        turn=Seat(int(record["turn"])),
        players=tuple(_player_of(record, seat, kinds, sorts) for seat in range(record["seats"])),
        display=tuple(
            None if kind == NOTHING else Kind(kind) for kind in record["display"][: sum(board.rules.display)].tolist()
        ),
        decks=tuple(tuple(record["decks"][deck, :kinds].tolist()) for deck in range(decks)),
        discards=tuple(tuple(record["discards"][deck, :kinds].tolist()) for deck in range(decks)),
        tickets=ticket_deck(record),
        turns_left=None if record["turns_left"] == NOTHING else int(record["turns_left"]),
        passes=int(record["passes"]),
        idle=int(record["idle"]),
        rng=generator_of(record),
    )


def _set_of(row: Any) -> int:
    """Words as one integer, the lowest first."""
    return sum(int(word) << 64 * place for place, word in enumerate(row))


def _player_of(record: Any, seat: int, kinds: int, sorts: int) -> Player:
    return Player(
        hand=tuple(record["hands"][seat, :kinds].tolist()),
        pieces=tuple(record["pieces"][seat, :sorts].tolist()),
        box=tuple(record["box"][seat, :sorts].tolist()),
        routes=_set_of(record["routes"][seat]),
        tickets=_set_of(record["tickets"][seat]),
        built=_set_of(record["built"][seat]),
        points=int(record["points"][seat]),
    )


def _phase_of(space: Space, record: Any) -> Phase:
    phase, kinds = record["phase"], len(space.board.kinds)
    if phase == layout.FIRST_PIECES:
        return FirstPieces(tuple(_pieces(space, record, seat) for seat in range(record["seats"])))
    if phase == layout.TOLL:
        laid, revealed = record["laid"][:kinds].tolist(), record["revealed"][:kinds].tolist()
        return Toll(RouteId(int(record["toll_route"])), tuple(laid), tuple(revealed), int(record["toll_extra"]))
    return offers_of(space, record) or PLAIN_PHASES[int(phase)]


def _pieces(space: Space, record: Any, seat: int) -> Pieces | None:
    action = chosen(space, record, seat)
    assert action is None or isinstance(action, ChoosePieces)
    return None if action is None else action.pieces
