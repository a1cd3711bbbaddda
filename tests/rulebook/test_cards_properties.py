"""The Card Game under random play: what always holds, for every number of players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import pytest

from branchline.core.actions import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    LayRow,
    LayThree,
    Pass,
    SettleTickets,
    StopDrawing,
)
from branchline.core.bits import members
from branchline.core.events import Event
from branchline.core.game import Step, random_game
from branchline.core.ids import Cards, Color, DeckId, RouteId, Seat, TicketId
from branchline.core.phases import FirstTickets, Settlement, TicketOffer
from branchline.core.rng import seeded
from branchline.core.states.card_state import CardPlayer, CardState, Row
from branchline.data.faults import Faulty
from branchline.games import load_game
from tests.rulebook.card_positions import GAME, NO_CARDS, PRINTED, cards, everything, position
from tests.rulebook.card_referee import Referee

SEATS = pytest.mark.parametrize("seats", GAME.seat_counts)


def random_steps(seats: int, random: Random) -> Iterator[tuple[CardState, Seat, Action, Step[CardState]]]:
    """A whole game of random legal actions; simultaneous choices come in random order."""
    state = GAME.start(seats, random.randrange(2**32)).state
    while not GAME.is_over(state):
        seat = random.choice(GAME.actors(state))
        action = random.choice(GAME.legal(state, seat))
        step = GAME.apply(state, seat, action)
        yield state, seat, action, step
        state = step.state


@SEATS
def test_nothing_is_created_and_nothing_is_lost(seats: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        for _, _, _, step in random_steps(seats, random):
            assert GAME.problems(step.state) == ()
            assert everything(step.state) == PRINTED.all_cards


@SEATS
def test_a_referee_follows_the_game_by_its_events_alone(seats: int, seed: int) -> None:
    random = Random(seed)
    for number in range(10):
        state, events = GAME.start(seats, number)
        referee = Referee(PRINTED, seats)
        for event in events:
            referee.watch(event)
        referee.agree_with(state)
        while not GAME.is_over(state):
            seat = random.choice(GAME.actors(state))
            state, events = GAME.apply(state, seat, random.choice(GAME.legal(state, seat)))
            for event in events:
                referee.watch(event)
            referee.agree_with(state)


def universe(state: CardState, seat: Seat) -> Iterator[Action]:
    """All that somebody could try: far more than what the rules allow."""
    hand = state.players[seat].hand
    yield from (Pass(), StopDrawing(), DrawTickets(), ClaimRoute(RouteId(0), hand))
    yield from (DrawBlind(DeckId(deck)) for deck in (-1, 0, 1))
    yield from (DrawFaceUp(slot, DeckId(deck)) for slot in range(-1, 7) for deck in (0, 1))
    for color in range(-1, len(PRINTED.kinds) + 1):
        held = hand[color] if color in range(len(PRINTED.colors)) else 1
        yield from (LayRow(Color(color), *row) for row in product(range(-1, held + 2), range(-1, hand[-1] + 2)))
    colors = map(Color, range(-1, len(PRINTED.kinds)))
    yield from (LayThree((a, b, c)) for a, b, c in product(colors, repeat=3))
    yield from tried_tickets(state, seat)


def tried_tickets(state: CardState, seat: Seat) -> Iterator[Action]:
    match state.phase:
        case FirstTickets(offers, _):
            yield from tried_keeps(offers[seat][:5] + state.tickets[:1])
            for size in range(7):
                for kept in combinations(offers[seat], size):
                    returned = tuple(ticket for ticket in offers[seat] if ticket not in kept)
                    yield from (KeepTickets(kept, returned), KeepTickets(kept, returned[::-1]))
        case TicketOffer(offer):
            yield from tried_keeps(offer)
            yield from tried_keeps(offer[1:])
        case Settlement():
            mine = [TicketId(ticket) for ticket in members(state.players[seat].tickets)][:10]
            for size in range(len(mine) + 1):
                for chosen in combinations(mine, size):
                    yield from {SettleTickets(chosen), SettleTickets(chosen[::-1]), SettleTickets((*chosen, *mine[:1]))}
                    yield SettleTickets((*chosen, *state.tickets[:1]))


def tried_keeps(offer: tuple[TicketId, ...]) -> Iterator[Action]:
    for order in permutations(offer):
        for cut in range(len(offer) + 1):
            yield KeepTickets(order[:cut], order[cut:])


@SEATS
def test_options_and_refusals_agree(seats: int, seed: int) -> None:
    """What is offered is what is not refused, in a universe of things that somebody could try."""
    random = Random(seed)
    for state, seat, _, _ in random_steps(seats, random):
        if random.random() < 0.15 or isinstance(state.phase, FirstTickets | TicketOffer | Settlement):
            legal = GAME.legal(state, seat)
            listed = list(legal)
            assert len(legal) == len(listed) == len(set(listed)) > 0
            assert [legal[i] for i in range(len(listed))] == listed
            assert all(GAME.refusal(state, seat, action) is None for action in listed)
            allowed = {action for action in set(universe(state, seat)) if GAME.refusal(state, seat, action) is None}
            if isinstance(state.phase, Settlement) and state.players[seat].tickets.bit_count() > 10:
                assert allowed <= set(listed)
            else:
                assert allowed == set(listed)


@SEATS
def test_the_same_seed_and_actions_give_the_same_game(seats: int, seed: int) -> None:
    """And the states on the way stay as they were."""
    random = Random(seed)
    start = GAME.start(seats, seed)
    state, trail = start.state, []
    while not GAME.is_over(state):
        seat = random.choice(GAME.actors(state))
        action = random.choice(GAME.legal(state, seat))
        step = GAME.perform(state, seat, action)
        trail.append((state, seat, action, step))
        state = step.state
    again = GAME.start(seats, seed)
    assert again == start
    now = again.state
    for before, seat, action, step in trail:
        assert now == before
        assert GAME.perform(now, seat, action) == step
        now = step.state
    assert GAME.outcome(now) == GAME.outcome(state)


@SEATS
def test_c12_without_ticket_draws_every_game_is_over_soon(seats: int, seed: int) -> None:
    """C-12, C-14: each turn makes the deck or the hands smaller. Only drawing tickets for ever could go on for ever."""
    random = Random(seed)
    state = GAME.start(seats, seed).state
    turns = 0
    while not GAME.is_over(state):
        seat = GAME.actors(state)[0]
        legal = [action for action in GAME.legal(state, seat) if not isinstance(action, DrawTickets)]
        action = random.choice(legal) if legal else GAME.legal(state, seat)[0]
        turns += not isinstance(state.phase, TicketOffer)
        state = GAME.apply(state, seat, action).state
    assert turns < 2 * (2 * 75 + 96 // 2 + 4 * seats)


@SEATS
def test_a_random_game_is_played_and_scored(seats: int, seed: int) -> None:
    state, decisions = random_game(GAME, seats, seed, Random(seed).randrange)
    outcome = GAME.outcome(state)
    assert decisions > 50
    assert len(outcome.sheets) == seats
    assert outcome.winners
    for sheet, player in zip(outcome.sheets, state.players, strict=True):
        assert sheet.tickets_completed == player.completed.bit_count()
    assert repr(state).startswith(f"<cards: {seats} seats")


def hidden_changed(state: CardState, viewer: Seat | None, random: Random) -> CardState:
    """Another table that looks the same to the viewer: what it cannot see has been dealt anew."""
    rivals = [Seat(seat) for seat in range(len(state.players)) if seat != viewer]
    shown = isinstance(state.phase, Settlement)
    pool = [kind for kind, count in enumerate(state.deck) for _ in range(count)]
    sizes = []
    for seat, player in enumerate(state.players):
        hidden = [*([player.hand] if seat in rivals else []), *([] if shown else [player.stack])]
        sizes.append([sum(pile) for pile in hidden])
        pool += [kind for pile in hidden for kind, count in enumerate(pile) for _ in range(count)]
    random.shuffle(pool)
    tickets = list(state.tickets)
    for seat in rivals:
        tickets += map(TicketId, members(state.players[seat].tickets))
        if isinstance(state.phase, FirstTickets):
            tickets += state.phase.offers[seat]
    if isinstance(state.phase, TicketOffer) and state.turn in rivals:
        tickets += state.phase.tickets
    random.shuffle(tickets)
    players = []
    for seat, player in enumerate(state.players):
        hand = dealt(pool, sum(player.hand)) if seat in rivals else player.hand
        stack = player.stack if shown else dealt(pool, sum(player.stack))
        mine = player.tickets
        if seat in rivals:
            mine = sum(1 << tickets.pop() for _ in range(mine.bit_count()))
        players.append(CardPlayer(hand, stack, mine, player.completed))
    phase = state.phase
    if isinstance(phase, FirstTickets):
        offers, choices = list(phase.offers), list(phase.choices)
        for seat in rivals:
            offer = tuple(tickets.pop() for _ in offers[seat])
            offers[seat] = offer
            if choices[seat] is not None:
                size = random.randrange(1, 7)
                choices[seat] = KeepTickets(offer[:size], offer[size:])
        phase = FirstTickets(tuple(offers), tuple(choices))
    elif isinstance(phase, TicketOffer) and state.turn in rivals:
        phase = TicketOffer(tuple(tickets.pop() for _ in phase.tickets))
    elif isinstance(phase, Settlement):
        phase = Settlement(
            tuple(() if choice and seat in rivals else choice for seat, choice in enumerate(phase.choices))
        )
    return state._replace(
        players=tuple(players),
        phase=phase,
        deck=dealt(pool, len(pool)),
        tickets=tuple(tickets),
        rng=seeded(random.randrange(2**32)),
    )


def dealt(pool: list[int], count: int) -> Cards:
    pile = list(NO_CARDS)
    for _ in range(count):
        pile[pool.pop()] += 1
    return tuple(pile)


@SEATS
def test_a_view_depends_on_nothing_that_the_viewer_may_not_see(seats: int, seed: int) -> None:
    """C-6, C-18: change hands, stacks, offers, choices, decks and the generator; view and legal actions stay."""
    random = Random(seed)
    changed = 0
    for _ in range(3):
        for state, _, _, _ in random_steps(seats, random):
            for viewer in (*map(Seat, range(seats)), None):
                other = hidden_changed(state, viewer, random)
                assert GAME.problems(other) == ()
                changed += other != state
                assert GAME.view(state, viewer) == GAME.view(other, viewer)
                assert GAME.actors(state) == GAME.actors(other)
                if viewer in GAME.actors(state):
                    assert list(GAME.legal(state, viewer)) == list(GAME.legal(other, viewer))
    assert changed


@SEATS
def test_events_tell_a_viewer_nothing_that_it_may_not_see(seats: int, seed: int) -> None:
    """A rival does the same at two tables that look alike: as long as nothing is turned up, so do the events."""
    random = Random(seed)
    compared = 0
    for _ in range(3):
        for state, seat, action, step in random_steps(seats, random):
            for viewer in (*(Seat(other) for other in range(seats) if other != seat), None):
                other = hidden_changed(state, viewer, random)
                same = likewise(state, other, seat, action)
                if same is not None:
                    compared += 1
                    assert seen(step, viewer) == seen(GAME.apply(other, seat, same), viewer)
    assert compared > 50


def likewise(state: CardState, other: CardState, seat: Seat, action: Action) -> Action | None:
    """The same thing done with other cards or tickets, where nothing shows the difference."""
    if isinstance(action, DrawBlind | DrawTickets):
        return action if sum(state.deck) > 1 else None
    match state.phase, other.phase, action:
        case TicketOffer(offer), TicketOffer(others), KeepTickets(kept, returned) if state.turns_left != 1:
            swap = dict(zip(offer, others, strict=True))
            return KeepTickets(tuple(swap[ticket] for ticket in kept), tuple(swap[ticket] for ticket in returned))
        case FirstTickets(_, choices), FirstTickets(others_offers, _), KeepTickets(kept, _):
            if choices.count(None) > 1:
                size = len(kept)
                return KeepTickets(others_offers[seat][:size], others_offers[seat][size:])
        case Settlement(settled), _, SettleTickets():
            if settled.count(None) > 1:
                return SettleTickets(())
    return None


def seen(step: Step[CardState], viewer: Seat | None) -> list[Event]:
    return [event.seen_by(viewer) for event in step.events]


def test_problems_are_told_in_words() -> None:
    """The audit finds what the rules can never make."""
    good = position([cards(red=2), NO_CARDS], yards={"blue": (0, 2, 1)})
    row = good.yards[PRINTED.colors.index("blue")]
    assert row is not None
    player = good.players[0]

    def blue(bad: Row) -> CardState:
        rows = list(good.yards)
        rows[PRINTED.colors.index("blue")] = bad
        return good._replace(yards=tuple(rows))

    for bad, words in [
        (good._replace(players=(player._replace(hand=cards(red=3)), good.players[1])), "11 red cards instead of 10"),
        (good._replace(players=(player._replace(hand=cards(red=-2)), good.players[1])), "fewer than no cards"),
        (good._replace(players=(player._replace(tickets=1), good.players[1])), "a ticket in two places"),
        (good._replace(tickets=good.tickets[1:]), "a ticket in two places, or in none"),
        (good._replace(display=good.display[1:]), "4 cards face up instead of 5"),
        (good._replace(display=(*good.display, good.display[0])), "6 cards face up instead of 5"),
        (good._replace(turns_left=2), "2 turns left with"),
        (blue(row._replace(seat=Seat(5))), "the blue row is in nobody's yard"),
        (blue(row._replace(colored=0)), "the blue row has no card of its color"),
    ]:
        assert any(words in problem for problem in GAME.problems(bad)), words


def test_the_game_is_found_by_its_name() -> None:
    assert load_game("cards") is load_game("cards", "standard")
    assert (GAME.name, GAME.edition, GAME.seat_counts) == ("cards", "standard", (2, 3, 4))
    assert (GAME.printed, GAME.digest) == (PRINTED, PRINTED.digest)
    with pytest.raises(Faulty, match="no edition 'deluxe'"):
        load_game("cards", "deluxe")
