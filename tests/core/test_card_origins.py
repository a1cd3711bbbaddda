"""Where spent cards came from: every possible answer comes up and no other, proven against trying everything."""

from itertools import product
from random import Random

from branchline.core.ids import Cards, Kind, Seat
from branchline.core.knowledge.card_origins import some_origins
from branchline.core.knowledge.memory import UnseenPayment
from branchline.core.rng import seeded


def fits(spent: list[UnseenPayment], pools: list[Cards], origins: tuple[int, ...]) -> bool:
    for filling, pool in enumerate(pools):
        for kind, count in enumerate(pool):
            if sum(o == filling and card.kind == kind for o, card in zip(origins, spent, strict=True)) > count:
                return False
        for last, card in enumerate(spent):
            used = sum(o == filling and card.seat == spent[i].seat for i, o in enumerate(origins[: last + 1]))
            if used > card.limits[filling]:
                return False
    return True


def a_case(random: Random) -> tuple[list[UnseenPayment], list[Cards]]:
    """Some cards of two seats and three kinds, out of two or three fillings."""
    fillings = random.choice((2, 3))
    pools = [tuple(random.randrange(4) for _ in range(3)) for _ in range(fillings)]
    drawn = {Seat(0): [0] * fillings, Seat(1): [0] * fillings}
    spent = []
    for _ in range(random.randrange(1, 6)):
        seat = random.choice((Seat(0), Seat(1)))
        drawn[seat] = [count + random.randrange(2) for count in drawn[seat]]
        spent.append(UnseenPayment(seat, Kind(random.randrange(3)), tuple(drawn[seat])))
    return spent, pools


def test_every_possible_origin_comes_up_and_no_other(seed: int) -> None:
    random = Random(seed)
    cases = 0
    while cases < 400:
        spent, pools = a_case(random)
        possible = {way for way in product(range(len(pools)), repeat=len(spent)) if fits(spent, pools, way)}
        if possible:
            cases += 1
            rng = seeded(random.randrange(2**32))
            found = set()
            for _ in range(25 * len(possible)):
                origins, rng = some_origins(spent, pools, rng)
                found.add(tuple(origins))
            assert found <= possible
            assert found == possible or len(possible) > 12, (spent, pools)


def test_cards_in_the_way_move_on() -> None:
    """One seat spent many cards of two fillings, and only one way is left."""
    limits = [(1, 0), (2, 0), (2, 1), (2, 2)]
    spent = [UnseenPayment(Seat(0), Kind(kind), limit) for kind, limit in zip((0, 1, 0, 1), limits, strict=True)]
    for number in range(50):
        origins, _ = some_origins(spent, [(1, 1), (1, 1)], seeded(number))
        assert origins == [0, 0, 1, 1]
