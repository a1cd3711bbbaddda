"""Whether a board asks only for what its game can do, judged by the board that the game comes with."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.core.printed.board import Board


def features(board: Board) -> Iterator[str]:
    """Name what a board has beyond cities, routes, cards and tickets."""
    rules = board.rules
    present = {
        "tunnels": any(route.tunnel for route in board.routes),
        "ferries (wilds)": any(route.wilds for route in board.routes),
        "pair spaces (pairs)": any(route.pairs for route in board.routes),
        "sea routes": any(route.deck for route in board.routes),
        "tours": any(ticket.is_tour for ticket in board.tickets),
        "long tickets": any(ticket.long for ticket in board.tickets),
        "stations": rules.stations,
        "harbors": rules.harbors,
        "a choice of pieces (pieces_kept)": rules.pieces_kept,
        "a bonus for the longest path (longest_bonus)": rules.longest_bonus,
    }
    return (name for name, there in present.items() if there)


def beyond(board: Board, own: Board) -> list[str]:
    """Name the features that a board has and the game's own board has not."""
    known = set(features(own))
    return [name for name in features(board) if name not in known]
