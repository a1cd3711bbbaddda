"""Real rooms and connections on the real SQL, under a seeded faulty network, disk and clock.

Each seed decides everything: `python tools/simulation.py --first SEED --seeds 1` runs one again, `--seeds 100000` many.
"""

import pytest

from tests.server.simulation.world import simulate

SEEDS = 320
IN_A_TEST = 20


@pytest.mark.parametrize("first", range(0, SEEDS, IN_A_TEST))
def test_nothing_is_lost_repeated_or_leaked_and_the_game_goes_on_after_the_storm(first: int) -> None:
    for seed in range(first, first + IN_A_TEST):
        print(f"run again with: python tools/simulation.py --first {seed} --seeds 1")
        simulate(seed)


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_end_with_the_same_score_for_everybody(seed: int) -> None:
    print(f"run again with: python tools/simulation.py --whole --first {seed} --seeds 1")
    world = simulate(seed, whole=True)
    outcomes = [client.outcome for client in world.clients]
    assert outcomes[0] is not None
    assert all(outcome == outcomes[0] for outcome in outcomes)


def test_a_seed_gives_the_same_world_again() -> None:
    first, second = simulate(3), simulate(3)
    table = first.clients[0].table
    assert first.crashes == second.crashes > 0
    assert first.disk.entries(table) == second.disk.entries(table)
    assert [client.steps for client in first.clients] == [client.steps for client in second.clients]


def test_the_auditor_finds_what_is_wrong() -> None:
    """A simulation that could not fail would prove nothing."""
    from tests.server.simulation.audit import audit

    world = simulate(4)
    entries = world.disk.entries(world.clients[0].table)
    audit(entries, world.clients, whole=False)
    client = world.clients[0]
    cid, (seat, version) = next(iter(client.acks.items()))
    client.acks[cid] = (seat, version - 1)
    with pytest.raises(AssertionError, match="lost"):
        audit(entries, world.clients, whole=False)
    client.acks[cid] = (seat, version)
    client.views[-1][2]["tickets_left"] += 1
    with pytest.raises(AssertionError, match="another table"):
        audit(entries, world.clients, whole=False)
    with pytest.raises(AssertionError, match="gaps"):
        audit(entries[1:], world.clients, whole=False)
