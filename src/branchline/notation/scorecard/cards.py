"""The end of a game played with cards alone, as written down: tickets completed and missed, or stacks to settle."""

from __future__ import annotations

from branchline.core.bits import mask_of
from branchline.core.cards import minus, plus
from branchline.core.game import Options
from branchline.core.ids import Cards, Seat, TicketId
from branchline.core.optimize.best_settlement import best_settlement
from branchline.core.phases import FINISHED
from branchline.core.printed.card_set import CardSet
from branchline.core.rng import seeded
from branchline.core.states.card_state import CardPlayer, CardState
from branchline.notation.scorecard.checker import Position, ScorecardChecker
from branchline.notation.scorecard.reader import PlayerEntry
from branchline.notation.typed.names import ParseError
from branchline.notation.typed.pay import read_cards


def card_position(checker: ScorecardChecker, cardset: CardSet) -> Position:
    checker.refuse("routes", "stations", "harbors", "exchanged")
    completed, missed, open_tickets = (
        checker.tickets("completed"),
        checker.tickets("missed"),
        checker.tickets("tickets"),
    )
    stacks = [_stack(checker, cardset, player) for player in checker.players]
    _check_cards(checker, cardset, stacks)
    players = []
    for seat, player in enumerate(checker.players):
        if open_tickets[seat] and not player.of("stack"):
            line = player.of("tickets")[0].line
            checker.fault(player, line, "say which tickets are 'completed' and 'missed', or give the 'stack' that pays")
        done = _settled(cardset, stacks[seat], open_tickets[seat])
        left = [ticket for ticket in open_tickets[seat] if ticket not in done]
        players.append(
            CardPlayer(
                hand=cardset.no_cards,
                stack=stacks[seat],
                tickets=mask_of([*missed[seat], *left]),
                completed=mask_of([*completed[seat], *done]),
            )
        )
    return Position(_state(cardset, players, checker), tuple(_notes(checker, cardset)))


def _stack(checker: ScorecardChecker, cardset: CardSet, player: PlayerEntry) -> Cards:
    """The cards on the track, written like a payment."""
    cards = cardset.no_cards
    for item in player.of("stack"):
        try:
            cards = plus(cards, read_cards(cardset, item.text.split()))
        except ParseError as error:
            checker.fault(player, item.line, str(error))
    return cards


def _check_cards(checker: ScorecardChecker, cardset: CardSet, stacks: list[Cards]) -> None:
    """No more cards of a kind than there are, counted player by player."""
    seen = cardset.no_cards
    for player, stack in zip(checker.players, stacks, strict=True):
        seen = plus(seen, stack)
        for kind, used, count in zip(cardset.kinds, stack, seen, strict=True):
            if used and count > kind.copies:
                line = player.of("stack")[0].line
                checker.fault(player, line, f"that makes {count} {kind.id} cards, but there are only {kind.copies}")


def _settled(cardset: CardSet, stack: Cards, tickets: list[TicketId]) -> list[TicketId]:
    """The best settlement of these tickets with the stack (C-17)."""
    printed = [cardset.tickets[ticket] for ticket in tickets]
    best = best_settlement(stack[:-1], stack[-1], [each.needs for each in printed], [each.points for each in printed])
    return [tickets[index] for index in best]


def _state(cardset: CardSet, players: list[CardPlayer], checker: ScorecardChecker) -> CardState:
    discard = cardset.all_cards
    for player in players:
        discard = minus(discard, player.stack)
    return CardState(
        cardset=cardset,
        options=Options(),
        phase=FINISHED,
        turn=Seat(0),
        half=2 if len(players) in cardset.rules.second_half_seats else 1,
        players=tuple(players),
        yards=(None,) * len(cardset.colors),
        display=(),
        deck=cardset.no_cards,
        discard=discard,
        tickets=tuple(TicketId(i) for i in range(len(cardset.tickets)) if i not in checker.holders),
        turns_left=0,
        idle=0,
        rng=seeded(0),
    )


def _notes(checker: ScorecardChecker, cardset: CardSet) -> list[str]:
    least = cardset.rules.first_keep
    few = [
        player.name for player in checker.players if sum(owner is player for owner in checker.holders.values()) < least
    ]
    return [f"{name} has no ticket, although everybody keeps at least {least}" for name in few]
