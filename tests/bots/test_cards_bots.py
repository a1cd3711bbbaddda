"""The bots of the Card Game play whole games, say why, and do what their characters promise."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import perf_counter

import pytest

from branchline.bots.bot import Budget, decision_of
from branchline.bots.cards.draw import best_draw
from branchline.bots.cards.greedy import collectable
from branchline.bots.cards.hasty import already_paid, longest_row
from branchline.bots.cards.planner import best_tickets, candidates
from branchline.bots.cards.position import CardPosition, RivalHand, position_in, position_of
from branchline.bots.cards.weights import CardWeights
from branchline.bots.match import MatchResult, play_match
from branchline.bots.move import gain_of
from branchline.bots.reason import tell
from branchline.bots.registry import bot_names, make_bot
from branchline.core.actions import Action, DrawBlind, DrawFaceUp, DrawTickets, LayRow, LayThree
from branchline.core.bits import mask_of
from branchline.core.cards import plus
from branchline.core.ids import Cards, Color, Kind, Seat, TicketId
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.core.states.card_state import Row
from branchline.data.load_cards import load_cardset
from branchline.games import load_game
from branchline.lab.arena import Contest, play_contest
from branchline.lab.executor import InProcess
from branchline.lab.standings import standings
from branchline.messages import LANGUAGES

CARDSET = load_cardset()
GAME = load_game("cards")
LADDER = ("hasty", "greedy", "planner", "search")
BRIEF = Budget(iterations=2)


def cards(text: str) -> Cards:
    """`red:2 wild` as counts of each kind."""
    counts = list(CARDSET.no_cards)
    for word in text.split():
        kind, _, count = word.partition(":")
        counts[CARDSET.kind_ids[kind]] += int(count or 1)
    return tuple(counts)


def color(name: str) -> Color:
    return Color(CARDSET.colors.index(name))


def tickets(text: str) -> tuple[TicketId, ...]:
    return tuple(CARDSET.ticket_ids[id] for id in text.split())


def a_position(**parts: object) -> CardPosition:
    """Seat 0 of two in the middle of a game, with nothing in hand; the rival has eight cards, all unknown."""
    middle = CardPosition(
        cardset=CARDSET,
        seat=Seat(0),
        seats=2,
        hand=CARDSET.no_cards,
        stack=CARDSET.no_cards,
        tickets=0,
        completed=0,
        yards=(None,) * len(CARDSET.colors),
        display=(Kind(0), Kind(1), Kind(2), Kind(3), Kind(4)),
        deck_size=40,
        tickets_left=30,
        second=False,
        ending=False,
        half_to_come=False,
        rivals=(RivalHand(Seat(1), CARDSET.no_cards, 8),),
        unseen=CARDSET.all_cards,
        gone=0,
        offers=0,
    )
    return replace(middle, **parts)  # type: ignore[arg-type]


def yards(**rows: tuple[int, int]) -> tuple[Row | None, ...]:
    """`red=(1, 3)`: three red cards in the yard of seat 1."""
    return tuple(Row(Seat(rows[name][0]), rows[name][1], 0) if name in rows else None for name in CARDSET.colors)


def planned(position: CardPosition) -> Action:
    return max(candidates(position, CardWeights(), Random(1)), key=gain_of).action


def test_the_ladder_is_complete() -> None:
    assert [name for name in bot_names(GAME) if name in LADDER] == list(LADDER)


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", ["hasty", "greedy", "planner"])
def test_a_bot_plays_whole_games_and_the_same_ones_again(name: str, seats: int) -> None:
    again_and_again(name, name, seats)


def test_the_search_decides_alike_with_the_same_budget_in_iterations() -> None:
    again_and_again("search", "greedy", 2)


def again_and_again(name: str, rival: str, seats: int) -> None:
    bots = [make_bot(name, GAME, BRIEF), *[make_bot(rival, GAME)] * (seats - 1)]
    first, again = (play_match(GAME, bots, seed=7) for _ in range(2))
    assert first.faults == ()
    assert [decision.action for decision in first.decisions] == [decision.action for decision in again.decisions]
    assert GAME.is_over(first.state)


@pytest.fixture(scope="module")
def mixed() -> MatchResult:
    return play_match(GAME, [make_bot(name, GAME, BRIEF) for name in LADDER], seed=3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_sentence_in_every_language(language: str, mixed: MatchResult) -> None:
    told = {tell(decision.reason, CARDSET, language, "ABCD") for decision in mixed.decisions if decision.reason}
    assert all(decision.reason for decision in mixed.decisions)
    assert len(told) > 20
    assert not any("{" in sentence for sentence in told)


def test_the_ladder_is_in_order_on_a_few_deals() -> None:
    for better, worse in (("hasty", "random"), ("greedy", "hasty"), ("planner", "greedy")):
        [first, second] = standings(play_contest(Contest("cards", None, (better, worse), deals=4), InProcess()))
        assert (first.bot, second.bot) == (better, worse)
        assert first.share.mean > 0.7
        assert first.faults == 0


def test_what_is_unseen_is_in_the_deck_or_unknown_in_hands() -> None:
    """At every decision of a game: known cards are really there, and the numbers add up to what is hidden."""
    bots = [make_bot("planner", GAME), make_bot("greedy", GAME), make_bot("random", GAME)]
    step = GAME.start(3, 11)
    state = step.state
    memories = [remember_all(nothing_seen(CARDSET, 3, Seat(seat)), step.events) for seat in range(3)]
    seen = 0
    for decision in play_match(GAME, bots, seed=11).decisions:
        seat = decision.seat
        position = position_of(GAME.view(state, seat)._replace(memory=memories[seat]))
        hidden = list(state.deck)
        for rival in position.rivals:
            hand = state.players[rival.seat].hand
            assert all(known <= held for known, held in zip(rival.known, hand, strict=True))
            assert sum(rival.known) + rival.unknown == sum(hand)
            hidden = [count + held - known for count, held, known in zip(hidden, hand, rival.known, strict=True)]
        assert position.unseen == tuple(hidden)
        assert position.stack == state.players[seat].stack
        imagined = position_in(state, seat, position.offers)
        known = [rival.known for rival in position.rivals]
        assert imagined.unseen == plus(plus(position.unseen, known[0]), known[1])
        assert (imagined.hand, imagined.second, imagined.ending) == (position.hand, position.second, position.ending)
        step = GAME.perform(state, seat, decision.action)
        state = step.state
        memories = [remember_all(memory, step.events) for memory in memories]
        seen += 1
    assert seen > 50


def test_hasty_lays_the_longest_row_and_robs_only_with_more() -> None:
    position = a_position(hand=cards("red:4 blue:3 green:2"), yards=yards(red=(1, 4), green=(0, 1)))
    assert longest_row(position) == LayRow(color("blue"), 3, 0)
    assert longest_row(replace(position, hand=cards("red:4 blue:3 wild"))) == LayRow(color("red"), 4, 1)
    assert longest_row(replace(position, hand=cards("green:5"))) is None


def test_tickets_that_the_stack_pays_for_beside_those_held() -> None:
    held = tickets("chicago--new-york--1")  # yellow
    offer = tickets("chicago--dallas dallas--raleigh")  # yellow and green; red and green
    position = a_position(stack=cards("yellow green red"), tickets=mask_of(held))
    assert already_paid(position, offer) == list(tickets("dallas--raleigh"))


def test_greedy_keeps_what_it_can_collect() -> None:
    offer = tickets("los-angeles--new-york miami--seattle")  # two blue and two white; five cards
    assert collectable(a_position(deck_size=0, hand=cards("blue:2 white:2")), offer) == [offer[0]]
    assert set(collectable(a_position(deck_size=60), offer)) == set(offer)


def test_a_face_up_wild_must_be_worth_both_cards() -> None:
    wild = CARDSET.wild
    worth = [0.1] * len(CARDSET.colors) + [1.0]
    position = a_position(display=(Kind(0), wild, Kind(2), Kind(3), Kind(4)))
    assert best_draw(position, worth).action == DrawFaceUp(1)
    dear = [*[0.9] * len(CARDSET.colors), 1.0]
    assert best_draw(position, dear).action != DrawFaceUp(1)
    assert best_draw(replace(position, second=True), worth).action == DrawBlind()


def test_the_planner_lays_no_row_that_cannot_leave_the_yard() -> None:
    """C-14: with the deck empty this is the own last turn, so only tickets can still bring anything."""
    position = a_position(hand=cards("red:5 blue:4"), ending=True, deck_size=0)
    assert planned(position) == DrawTickets()


def test_the_planner_lays_long_rows_before_time_runs_out() -> None:
    held = mask_of(tickets("los-angeles--new-york"))
    position = a_position(hand=cards("blue:2 white:2"), tickets=held, deck_size=8, tickets_left=0)
    action = planned(position)
    assert isinstance(action, LayRow)
    assert action.color in (color("blue"), color("white"))


def test_the_planner_robs_what_a_rival_lays() -> None:
    free = a_position(hand=cards("red:4"), tickets=mask_of(tickets("miami--seattle")), deck_size=10, tickets_left=0)
    rob = replace(free, yards=yards(red=(1, 3)))
    row = LayRow(color("red"), 4, 0)
    assert planned(rob) == row
    gains = [
        {each.action: each.gain for each in candidates(position, CardWeights(), Random(1))} for position in (free, rob)
    ]
    assert gains[1][row] > gains[0][row]


def test_the_planner_does_not_lay_what_a_rival_is_known_to_beat() -> None:
    position = a_position(
        hand=cards("red:2 blue:2"), tickets=mask_of(tickets("miami--new-york")), deck_size=6, tickets_left=0
    )
    known = replace(position, rivals=(RivalHand(Seat(1), cards("red:5"), 3),))
    laid = {candidate.action: candidate.gain for candidate in candidates(known, CardWeights(), Random(1))}
    assert laid[LayRow(color("blue"), 2, 0)] > laid[LayRow(color("red"), 2, 0)]


def test_the_planner_tries_three_colors_that_lie_in_no_yard() -> None:
    position = a_position(hand=cards("red blue green yellow"), yards=yards(red=(1, 1)))
    threes = {
        each.action for each in candidates(position, CardWeights(), Random(1)) if isinstance(each.action, LayThree)
    }
    assert threes == {LayThree((color("yellow"), color("green"), color("blue")))}


def test_the_planner_chooses_tickets_that_share_no_bottleneck() -> None:
    """In the last turn the choice is exact: what the stack pays, with what is held already paid first (C-20)."""
    last = a_position(stack=cards("blue:2 white:2"), ending=True, deck_size=0)
    offer = tickets("los-angeles--new-york kansas-city--new-york chicago--new-york--2")
    assert best_tickets(last, CardWeights(), offer, 0) == tickets("los-angeles--new-york")
    held = replace(last, tickets=mask_of(tickets("los-angeles--pittsburgh")), stack=cards("blue:2 white:2 purple"))
    assert best_tickets(held, CardWeights(), offer, 0) == ()


def test_the_planner_keeps_fewer_tickets_when_little_time_is_left() -> None:
    offer = tickets("los-angeles--new-york miami--seattle new-york--portland dallas--seattle las-vegas--miami")
    early = best_tickets(a_position(deck_size=75), CardWeights(), offer, 1)
    late = best_tickets(a_position(deck_size=4), CardWeights(), offer, 1)
    assert len(early) >= 3
    assert len(late) == 1


def test_a_search_stops_when_its_time_is_up() -> None:
    bot = make_bot("search", GAME, Budget(iterations=10**9, seconds=0.2))
    step = GAME.start(2, 5)
    state = step.state
    memory = remember_all(nothing_seen(CARDSET, 2, state.turn), step.events)
    for seat in GAME.actors(state):
        choice = GAME.perform(state, seat, GAME.legal(state, seat)[-1])
        state, memory = choice.state, remember_all(memory, choice.events)
    began = perf_counter()
    view = GAME.view(state, state.turn)._replace(memory=memory)
    action = decision_of(bot.decide(view, GAME.legal(state, state.turn), Random(1))).action
    assert perf_counter() - began < 5  # far more than its budget, for a machine that is busy with other things
    assert GAME.refusal(state, state.turn, action) is None
