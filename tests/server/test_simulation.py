"""Real rooms and connections on the real stores' SQL, under seeded faults of network, processes, clocks and disks.

Each seed decides everything: `python tools/simulation.py --first SEED --seeds 1` runs one again, `--seeds 20000` many.
"""

from collections import Counter

import pytest

from tests.server.simulation import checks
from tests.server.simulation.journal import is_of_the_driver
from tests.server.simulation.mutants import MUTANTS, Mutant
from tests.server.simulation.plan import Plan
from tests.server.simulation.world import simulate

SEEDS = 300
IN_A_TEST = 10
FURTHER_SEEDS = 40
ONCE_WRONG = (1377, 2011, 11407, 51022)
"""Seeds of long runs that went wrong, each for what was mended since."""


@pytest.mark.parametrize("first", range(0, SEEDS, IN_A_TEST))
def test_nothing_is_lost_repeated_or_leaked_and_the_game_goes_on_after_the_storm(first: int) -> None:
    for seed in range(first, first + IN_A_TEST):
        print(f"run again with: python tools/simulation.py --first {seed} --seeds 1")
        simulate(seed)


@pytest.mark.parametrize("seed", ONCE_WRONG)
def test_seeds_that_once_went_wrong_are_fine(seed: int) -> None:
    print(f"run again with: python tools/simulation.py --first {seed} --seeds 1")
    simulate(seed)


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_end_with_the_same_score_for_everybody(seed: int) -> None:
    print(f"run again with: python tools/simulation.py --whole --first {seed} --seeds 1")
    world = simulate(seed, whole=True)
    outcomes = [client.outcome for client in world.clients]
    assert outcomes[0] is not None
    assert all(outcome == outcomes[0] for outcome in outcomes)


def seed_with(store: str, **more: object) -> int:
    """The first seed whose plan has this store, and all the rest."""
    wanted = {"store": store, **more}
    return next(seed for seed in range(1_000) if all(getattr(Plan(seed), name) == wanted[name] for name in wanted))


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_a_seed_gives_the_same_world_again(store: str) -> None:
    seed = seed_with(store, fault_every=2.0, hostile=False)
    first, second = simulate(seed), simulate(seed)
    assert first.storm.counts == second.storm.counts
    assert first.storm.counts
    assert first.journal.kept == second.journal.kept
    assert [client.steps for client in first.clients] == [client.steps for client in second.clients]


def test_the_seeds_have_every_kind_of_plan() -> None:
    """What no seed has in store would never be tried."""
    plans = [Plan(seed) for seed in range(SEEDS)]
    kinds = Counter((plan.store, plan.late, plan.hostile, type(plan.clock).__name__) for plan in plans)
    for store in ("sqlite", "postgres"):
        assert sum(number for kind, number in kinds.items() if kind[:2] == (store, True)) >= 5, "ends and rematches"
        for clock in ("MoveClock", "GameClock"):
            assert kinds[store, False, True, clock] >= 3, f"hostile guests, {store}, {clock}"
    assert {plan.processes for plan in plans if plan.store == "postgres"} == {2, 3}


def test_the_checks_find_what_is_wrong() -> None:
    """A simulation that could not fail would prove nothing."""
    world = simulate(seed_with("sqlite", hostile=False, late=False))
    entries = world.keeps.entries(world.table)
    checks.audit(entries, world.clients, whole=False)
    client = world.clients[0]
    cid, (kind, version) = next(iter(client.acks.items()))
    client.acks[cid] = (kind, version - 1)
    with pytest.raises(AssertionError, match="lost"):
        checks.audit(entries, world.clients, whole=False)
    client.acks[cid] = (kind, version)
    client.views[-1][2]["tickets_left"] += 1
    with pytest.raises(AssertionError, match="another table"):
        checks.audit(entries, world.clients, whole=False)
    with pytest.raises(AssertionError, match="gaps"):
        checks.audit(entries[1:], world.clients, whole=False)


def test_the_checks_find_who_drives_without_a_lease_and_who_is_ahead_of_time() -> None:
    world = simulate(seed_with("postgres", hostile=False, late=False))
    kept = world.journal.of(world.table)
    checks.check_times(kept)
    checks.check_drivers(kept)
    last = kept[-1]
    with pytest.raises(AssertionError, match="ahead of time"):
        checks.check_times([*kept, type(last)(last.process, last.entry.at - 1, last.entry, last.fact, None)])
    driven = next(each for each in kept if is_of_the_driver(each.fact))
    with pytest.raises(AssertionError, match="drives"):
        checks.check_drivers([type(driven)("another", driven.at, driven.entry, driven.fact, driven.driver)])


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "-"))
def test_some_seed_finds_every_mistake(mutant: Mutant) -> None:
    """First the seed that found it before; where plans have changed since, others. The same passes without it."""
    for seed in (mutant.seed, *range(FURTHER_SEEDS)):
        try:
            with mutant.at_work():
                simulate(seed, **mutant.forced)
        except Exception as found:
            print(f"seed {seed}: {found}")
            simulate(seed, **mutant.forced)
            return
    raise AssertionError(f"nobody noticed: {mutant.name}")


def test_a_mistake_is_made_for_a_while_only() -> None:
    (first, *_) = MUTANTS
    right = first.function.__code__
    with first.at_work():
        assert first.function.__code__ != right
    assert first.function.__code__ is right
