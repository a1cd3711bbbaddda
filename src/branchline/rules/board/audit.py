"""What must hold in every state of a board game, whatever was played: nothing created, nothing lost."""

from __future__ import annotations

from branchline.core.bits import members
from branchline.core.cards import plus, with_one
from branchline.core.idle import stands_still
from branchline.core.ids import Cards, RouteSet
from branchline.core.phases import Finished, FirstTickets, TicketOffer, Toll
from branchline.core.printed.board import Board
from branchline.core.states.state import Player, State


def problems(state: State) -> tuple[str, ...]:
    """Everything that is wrong, in words; an empty tuple when all is well."""
    cards = (*_cards(state), *_display(state))
    return (*cards, *_tickets(state), *_pieces(state), *_routes(state), *_buildings(state), *_turns(state))


def _all_cards(state: State) -> Cards:
    cards = state.board.no_cards
    for pile in (*state.decks, *state.discards, *(player.hand for player in state.players)):
        cards = plus(cards, pile)
    for kind in state.display:
        if kind is not None:
            cards = with_one(cards, kind)
    if isinstance(state.phase, Toll):
        cards = plus(plus(cards, state.phase.laid), state.phase.revealed)
    return cards


def _cards(state: State) -> list[str]:
    found = [
        f"{count} {kind.id} cards instead of {kind.copies}"
        for kind, count in zip(state.board.kinds, _all_cards(state), strict=True)
        if count != kind.copies
    ]
    piles = (*state.decks, *state.discards, *(player.hand for player in state.players))
    if any(count < 0 for pile in piles for count in pile):
        found.append("a pile with fewer than no cards")
    return found


def _display(state: State) -> list[str]:
    """B-7, B-7a: discards under an empty deck, and an empty place beside a deck, do not outlast a step."""
    found = []
    for deck, pile in zip(state.decks, state.discards, strict=True):
        if any(pile) and not any(deck):
            found.append("discards that should be the new deck")
    if None in state.display and any(map(any, state.decks)):
        found.append("an empty place in the display although there are cards")
    return found


def _turns(state: State) -> list[str]:
    """B-10, B-10a: who passes has nothing new, and ten rounds of it end the game."""
    if state.idle < state.passes:
        return [f"{state.passes} turns passed in a row, but only {state.idle} without anything new"]
    if stands_still(state.idle, len(state.players)) and not isinstance(state.phase, Finished):
        return [f"{state.idle} turns without anything new, and no end"]
    return []


def _tickets(state: State) -> list[str]:
    """A ticket is in one place; in games where returned tickets leave, it may be in none."""
    places = list(state.tickets)
    for player in state.players:
        places += members(player.tickets)  # type: ignore[arg-type]  # members of a ticket set are tickets
    if isinstance(state.phase, TicketOffer):
        places += state.phase.tickets
    if isinstance(state.phase, FirstTickets):
        for offer in state.phase.offers:
            places += offer
    found = []
    if len(set(places)) != len(places):
        found.append("a ticket in two places")
    if state.board.rules.first_return != "leave" and len(places) != len(state.board.tickets):
        found.append(f"{len(places)} tickets instead of {len(state.board.tickets)}")
    return found


def _placed(board: Board, routes: RouteSet, deck: int) -> int:
    return sum(board.routes[i].length for i in members(routes) if board.routes[i].deck == deck)


def _pieces(state: State) -> list[str]:
    return [
        f"seat {seat}: pieces of sort {deck} do not add up to {whole}"
        for seat, player in enumerate(state.players)
        for deck, whole in enumerate(state.board.rules.pieces)
        if _wrong_pieces(state.board, player, deck, whole)
    ]


def _wrong_pieces(board: Board, player: Player, deck: int, whole: int) -> bool:
    counted = player.pieces[deck] + player.box[deck] + _placed(board, player.routes, deck)
    return counted != whole or player.pieces[deck] < 0 or player.box[deck] < 0


def _routes(state: State) -> list[str]:
    """No route has two owners, and double routes are used as B-15 allows."""
    found = []
    taken = 0
    for player in state.players:
        if taken & player.routes:
            found.append("a route with two owners")
        if state.board.twins_of(player.routes) & player.routes:
            found.append("both lanes of a double route with one owner")
        taken |= player.routes
    least = state.board.rules.both_lanes_from
    if len(state.players) < least and state.board.twins_of(taken) & taken:
        found.append(f"both lanes of a double route taken by fewer than {least} players")
    return found


def _buildings(state: State) -> list[str]:
    found = []
    taken = 0
    most = max(state.board.rules.stations, state.board.rules.harbors)
    for player in state.players:
        if taken & player.built:
            found.append("two buildings in one city")
        if player.built.bit_count() > most:
            found.append("more buildings than a player has")
        taken |= player.built
    return found
