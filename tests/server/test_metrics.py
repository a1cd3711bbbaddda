"""Numbers that the server counts about itself."""

import pytest

from branchline.server.metrics import METRICS, Registry


def test_a_counter_counts_for_each_set_of_labels() -> None:
    registry = Registry()
    moves = registry.counter("moves_total", "Moves.")
    moves.inc(game="usa")
    moves.inc(2, game="europe")
    moves.inc(game="usa")
    assert moves.value(game="usa") == 2
    assert registry.text().splitlines() == [
        "# HELP moves_total Moves.",
        "# TYPE moves_total counter",
        'moves_total{game="europe"} 2',
        'moves_total{game="usa"} 2',
    ]


def test_a_counter_that_never_counted_is_zero() -> None:
    registry = Registry()
    registry.counter("moves_total", "Moves.")
    assert registry.text().endswith("\nmoves_total 0\n")


def test_labels_are_escaped() -> None:
    registry = Registry()
    registry.counter("moves_total", "Moves.").inc(game='a"b\\c\nd')
    assert registry.text().endswith('moves_total{game="a\\"b\\\\c\\nd"} 1\n')


def test_a_gauge_is_asked_when_the_metrics_are_read() -> None:
    registry = Registry()
    rooms = [3.0]
    registry.gauge("rooms", "Rooms.", lambda: rooms[0])
    assert registry.text().splitlines()[2::3] == ["rooms 3"]
    rooms[0] = 2.5
    assert registry.text().splitlines()[2::3] == ["rooms 2.5"]


def test_the_buckets_of_a_histogram_hold_all_that_is_less() -> None:
    registry = Registry()
    took = registry.histogram("took", "Took.", (0.1, 1))
    for seconds in (0.05, 0.1, 0.5, 3):
        took.observe(seconds)
    assert registry.text().splitlines()[2:] == [
        'took_bucket{le="0.1"} 2',
        'took_bucket{le="1"} 3',
        'took_bucket{le="+Inf"} 4',
        "took_sum 3.65",
        "took_count 4",
    ]


def test_a_name_is_declared_once() -> None:
    registry = Registry()
    registry.gauge("rooms", "Rooms.", lambda: 0.0)
    with pytest.raises(AssertionError, match="declared twice"):
        registry.counter("rooms", "Rooms again.")


def test_the_process_tells_about_itself() -> None:
    values = dict(line.split() for line in METRICS.text().splitlines() if line.startswith("process_"))
    assert float(values["process_resident_memory_bytes"]) > 1_000_000
    assert float(values["process_cpu_seconds_total"]) > 0
