"""Says what was measured, for people or as JSON."""

from __future__ import annotations

import json
from typing import Any


def report(mode: str, found: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"mode": mode, **found}), flush=True)
        return
    several = f", {found['processes']} processes, spread by {found['spread']}" if found["processes"] > 1 else ""
    print(
        f"{mode}: {found['store']}{several}, {found['tables']} tables, {found['sockets']} seats, {found['pace']:g} s a "
        f"move, measured for {found['seconds']:g} s\n"
        f"  moves a second   {found['moves_a_second']}, {found['games_ended']} games ended\n"
        f"  acknowledged in  {times(found)}"
    )
    if found["chat"]:
        print(f"  chat             {times(found['chat'])}, {found['chat']['lines']} lines")
    if found["returns"]:
        print(f"  coming back      {times(found['returns'])}, {found['returns']['connections']} connections")
    memory = found["memory"]
    grows = (
        ""
        if memory["megabytes_an_hour"] is None
        else f"; in the second half {memory['megabytes_an_hour']:+} ± {memory['give_or_take']} MB an hour"
    )
    print(
        f"  commits          {found['appends_a_second']} appends a second, {found['appends_a_commit']} in a commit\n"
        f"  servers          {found['server_megabytes']} MB{grows}\n"
        f"  cores            servers {' + '.join(map(str, found['server_processor']))}, "
        f"bots {found['bots_processor']}, database {found['database_processor']}, clients {found['client_processor']}\n"
        f"  room to grow     {found['appends_a_processor_second']} appends in a second of the busiest server's core\n"
        f"  faults           {found['faults']}",
        flush=True,
    )
    if found["seconds"] >= 600:
        print(f"  memory, MB       {' '.join(map(str, memory['megabytes']))}", flush=True)


def report_ratio(one: dict[str, Any], two: dict[str, Any], *, as_json: bool) -> None:
    """How much more two processes carry: by the clock, and by processor time, as if each had a core of its own."""
    clock = two["moves_a_second"] / one["moves_a_second"]
    core = two["appends_a_processor_second"] / one["appends_a_processor_second"]
    found = {"mode": "ratio", "by_the_clock": round(clock, 2), "by_processor_time": round(core, 2)}
    if as_json:
        print(json.dumps(found), flush=True)
    else:
        print(
            f"ratio: two processes carry {clock:.2f} times one by the clock, {core:.2f} by processor time", flush=True
        )


def times(found: dict[str, Any]) -> str:
    return (
        f"p50 {found['p50_ms']} ms, p90 {found['p90_ms']} ms, p99 {found['p99_ms']} ms, "
        f"p99.9 {found['p999_ms']} ms, longest {found['max_ms']} ms"
    )
