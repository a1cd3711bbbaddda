"""The time of a server process runs forward, whatever happens to the time of day."""

from branchline.server.live.steady_clock import SteadyClock


def test_a_jump_of_the_time_of_day_decides_no_game() -> None:
    wall, running = 1_800_000_000.0, 50.0
    clock = SteadyClock(lambda: wall, lambda: running)
    assert clock() == 1_800_000_000.0
    running += 10
    wall += 3600 + 10
    assert clock() == 1_800_000_010.0
    wall -= 7200
    assert clock() == 1_800_000_010.0
