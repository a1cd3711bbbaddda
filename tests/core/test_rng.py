"""The random generators: values that any language can repeat, uniform and without memory of the order asked."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest

from branchline.core.rng import Rng, Seed, below, seeded, shuffled

MULTIPLIER, INCREMENT = 0x2360ED051FC65DA44385DF649FCCF645, 0x5851F42D4C957F2D14057B7EF767814F
KEY = bytes(range(32))


def numbers(seed: Seed, bound: int, count: int) -> list[int]:
    rng, found = seeded(seed), []
    for _ in range(count):
        number, rng = below(rng, bound)
        found.append(number)
    return found


def test_it_is_the_permuted_congruential_generator_that_the_docs_name() -> None:
    """PCG XSL-RR 128/64, worked out here once more, step by step: advance, fold the halves, turn by the top bits."""
    state = int(seeded(2026))
    for bound in (2, 3, 52, 110, 1000):
        for _ in range(50):
            mine, rng = below(Rng(state), bound)
            state = (state * MULTIPLIER + INCREMENT) % 2**128
            folded = (state >> 64) ^ (state % 2**64)
            turn = state >> 122
            word = ((folded >> turn) | (folded << (64 - turn))) % 2**64
            assert mine == word * bound // 2**64
            assert int(rng) == state


def test_the_same_seed_gives_the_same_numbers_on_every_machine() -> None:
    """Records depend on these: a change of them breaks every stored game."""
    assert numbers(1, 6, 12) == [4, 3, 1, 2, 4, 2, 4, 4, 4, 2, 1, 2]
    assert numbers(2**63 + 5, 1000, 6) == [473, 14, 257, 311, 929, 591]


def test_neighboring_seeds_are_unrelated() -> None:
    assert len({tuple(numbers(seed, 2**32, 2)) for seed in range(-500, 500)}) == 1000


@pytest.mark.parametrize("seed", [7, KEY])
@pytest.mark.parametrize("bound", [1, 2, 6, 45])
def test_numbers_are_uniform(seed: Seed, bound: int) -> None:
    """Chi-square with a limit that chance passes about once in a million; the seed is fixed, so it never does here."""
    draws = 400 * bound
    counts = Counter(numbers(seed, bound, draws))
    assert set(counts) == set(range(bound))
    chi_square = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi_square < bound + 7 * (2 * bound) ** 0.5 + 12


def test_words_that_would_favor_small_numbers_are_rejected() -> None:
    """Of 2**64 words, 2**64 mod 3 = 1 is one too many: the word 0 is passed over, and the next one counts."""
    before_zero = Rng(
        -INCREMENT * pow(MULTIPLIER, -1, 2**128) % 2**128
    )  # the state after this is 0, and so is its word
    number, rng = below(before_zero, 3)
    again, after = below(Rng(0), 3)
    assert (number, rng) == (again, after)
    assert below(before_zero, 4) == (0, Rng(0))  # with four, 2**64 has no rest, and 0 is as good as any


def test_the_words_of_a_stream_are_hashes_that_a_shell_can_compute() -> None:
    """printf 'branchline word 1\\n%064x\\n%d' 0 2 | sha256sum | cut -c 1-16"""
    words = [0x587DD7E0365C427F, 0x842F25DD2D3FEA53, 0x891CE35ECE9DF216]
    assert numbers(bytes(32), 2**64, 3) == words
    assert numbers(bytes(32), 52, 3) == [word * 52 // 2**64 for word in words]


def test_the_same_key_gives_the_same_numbers_on_every_machine() -> None:
    """Records of tables depend on these."""
    assert numbers(KEY, 6, 12) == [5, 3, 1, 1, 1, 0, 5, 5, 1, 0, 1, 4]
    assert numbers(KEY, 1000, 6) == [956, 522, 191, 212, 296, 69]


def test_words_of_a_stream_that_would_favor_small_numbers_are_rejected() -> None:
    """With 2**63 + 1 as bound, almost every second word is one too many."""
    bound = 2**63 + 1
    words = [sha256(b"branchline word 1\n%b\n%d" % (KEY.hex().encode(), i)).digest()[:8] for i in range(100)]
    products = [int.from_bytes(word, "big") * bound for word in words]
    kept = [product >> 64 for product in products if product % 2**64 >= 2**64 % bound]
    assert 30 < len(kept) < 70
    assert numbers(KEY, bound, len(kept)) == kept


def test_a_stream_is_a_value() -> None:
    """What comes next depends on the value alone: asked again, or after a way round, it is the same."""
    start = seeded(KEY)
    _, later = below(start, 10)
    assert below(start, 10) == below(start, 10)
    assert below(later, 10) == below(Rng(int(str(later))), 10)
    assert len({start, later, below(later, 10)[1], seeded(bytes(32))}) == 4


def test_no_number_starts_a_stream_and_no_key_the_quick_generator() -> None:
    key = bytes(31) + b"\7"
    assert seeded(7) < 2**128 <= seeded(key)
    assert numbers(7, 2**32, 2) != numbers(key, 2**32, 2)
    last = Rng(2**128 - 1)  # the highest state of the quick generator; the next one is worked out above
    assert below(last, 2**64)[1] == (int(last) * MULTIPLIER + INCREMENT) % 2**128


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_key_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        seeded(bytes(size))


@pytest.mark.parametrize("seed", [3, KEY])
def test_a_shuffle_keeps_the_items_and_gives_every_order_the_same_chance(seed: Seed) -> None:
    rng, orders = seeded(seed), Counter[tuple[str, ...]]()
    for _ in range(2400):
        order, rng = shuffled("abcd", rng)
        orders[order] += 1
    assert set(orders) == set(permutations("abcd"))
    assert all(60 < count < 140 for count in orders.values())


def test_shuffling_leaves_what_it_was_given() -> None:
    items = [3, 1, 2]
    shuffled(items, seeded(1))
    assert items == [3, 1, 2]
    assert shuffled((), seeded(1)) == ((), seeded(1))
