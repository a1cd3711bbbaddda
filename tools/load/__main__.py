"""Measure the server under load: `make load`, or `python -m tools.load --help` for its choices.

Starts servers in processes of their own, seats real clients at real tables, lets them make random legal moves, and
reports moves a second, the time from a move to its durable acknowledgement, and the memory and processor time of
servers and database. The clients run on the same machine, in other processes; each table comes from an address of its
own, as tables do in real life.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from tools.load.crowd import SEATS, Scene, be_client
from tools.load.meter import Memory, family_seconds, processor_seconds, slope, spread_of
from tools.load.report import report, report_ratio
from tools.load.servers import Servers, serving

# People do not all sit down in the same second.
WARM_UP = 20.0
MODES = {
    # tables, seconds a move, seconds to measure, whether with company
    "paced": (1000, 2.0, 60.0, False),
    "saturation": (100, 0.0, 30.0, False),
    "company": (300, 2.0, 120.0, True),
    "soak": (150, 1.0, 3600.0, True),
}


def main() -> None:
    arguments = parsed()
    for mode in arguments.modes:
        if mode == "ratio":
            measure_ratio(arguments)
        else:
            scene = scene_of(arguments, MODES[mode], arguments.processes)
            report(mode, measure(arguments, scene, arguments.processes), as_json=arguments.json)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description="Measure the server under load.")
    parser.add_argument(
        "modes",
        nargs="*",
        choices=[*MODES, "ratio", []],
        help="paced, saturation, company (bots, chat, spectators, lost connections), soak (the same for an hour), "
        "ratio (saturation with one process and with two, on PostgreSQL); paced and saturation if none is named",
    )
    parser.add_argument("--tables", type=int, help="tables of four")
    parser.add_argument("--pace", type=float, help="seconds from a table's move to its next")
    parser.add_argument("--seconds", type=float, help="how long to measure")
    parser.add_argument("--warm-up", type=float, default=WARM_UP, help="seconds before that")
    parser.add_argument("--game", help="usa, europe, world, cards or mixed")
    parser.add_argument("--store", default="sqlite", help="sqlite, postgres (one is started for it), or postgresql://…")
    parser.add_argument("--processes", type=int, default=1, help="server processes; more than one need PostgreSQL")
    parser.add_argument("--core-share", type=float, help="part of a core that each server may have (Linux, as root)")
    parser.add_argument("--spread", default="table", choices=["table", "socket"], help="what a proxy keeps together")
    parser.add_argument("--port", type=int, default=8799, help="of the first process; the others follow")
    parser.add_argument("--clients", type=int, default=1, help="processes that the clients run in")
    parser.add_argument("--talk-every", type=float, default=20.0, help="seconds from a line at a table to the next")
    parser.add_argument("--cut-off-every", type=float, default=120.0, help="seconds a connection lasts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    arguments.modes = arguments.modes or ["paced", "saturation"]
    if arguments.processes > 1 and arguments.store == "sqlite":
        parser.error("several processes need PostgreSQL: --store postgres")
    return arguments


def scene_of(arguments: argparse.Namespace, usual: tuple[int, float, float, bool], processes: int) -> Scene:
    tables, pace, seconds, company = usual
    return Scene(
        tables=arguments.tables or tables,
        pace=pace if arguments.pace is None else arguments.pace,
        seconds=arguments.seconds or seconds,
        warm_up=arguments.warm_up,
        game=arguments.game or ("mixed" if company else "usa"),
        company=company,
        talk_every=arguments.talk_every,
        cut_off_every=arguments.cut_off_every,
        ports=tuple(arguments.port + number for number in range(processes)),
        spread=arguments.spread,
        seed=arguments.seed,
    )


def measure_ratio(arguments: argparse.Namespace) -> None:
    """Saturate one process and then two, on one PostgreSQL each time."""
    store = "postgres" if arguments.store == "sqlite" else arguments.store
    arguments = argparse.Namespace(**vars(arguments) | {"store": store})
    found = []
    for processes in (1, 2):
        scene = scene_of(arguments, MODES["saturation"], processes)
        scene = replace(scene, tables=scene.tables * processes)
        found.append(measure(arguments, scene, processes))
        report(f"ratio, {processes} of 2", found[-1], as_json=arguments.json)
    report_ratio(*found, as_json=arguments.json)


def measure(arguments: argparse.Namespace, scene: Scene, processes: int) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory(prefix="branchline-load-") as folder,
        serving(Path(folder), arguments.port, processes, arguments.store, arguments.core_share) as servers,
    ):
        return watch(servers, scene, arguments.clients) | {"store": arguments.store.partition(":")[0]}


def watch(servers: Servers, scene: Scene, clients: int) -> dict[str, Any]:
    """Let the clients play, and measure the servers meanwhile."""
    context = multiprocessing.get_context("spawn")
    ready, go = context.Barrier(clients + 1), context.Barrier(clients + 1)
    results: multiprocessing.Queue[dict[str, Any]] = context.Queue()
    shares = [scene.tables // clients + (number < scene.tables % clients) for number in range(clients)]
    crowds = [
        context.Process(target=be_client, args=(number, share, scene, ready, go, results))
        for number, share in enumerate(shares)
    ]
    for crowd in crowds:
        crowd.start()
    ready.wait()
    go.wait()
    time.sleep(scene.warm_up)
    memory = Memory(servers.processes, min(10.0, scene.seconds / 20))
    memory.start()
    before, counted, began = seconds_of(servers), servers.counted(), time.monotonic()
    time.sleep(scene.seconds)
    passed = time.monotonic() - began
    after, counted_after = seconds_of(servers), servers.counted()
    samples = memory.stop()
    found = [results.get() for _ in crowds]
    for crowd in crowds:
        crowd.join()
    used = {name: (after[name] - before[name]) / passed for name in before}
    times = {name: [each for result in found for each in result["times"][name]] for name in found[0]["times"]}
    commits = counted_after["branchline_commit_appends_count"] - counted["branchline_commit_appends_count"]
    appends = counted_after["branchline_commit_appends_sum"] - counted["branchline_commit_appends_sum"]
    own = [part for name, part in used.items() if name.startswith("server")]
    return {
        "tables": scene.tables,
        "sockets": SEATS * scene.tables,
        "processes": len(servers.ports),
        "spread": scene.spread,
        "pace": scene.pace,
        "seconds": scene.seconds,
        "moves_a_second": round(len(times["moves"]) / scene.seconds, 1),
        **spread_of(times["moves"]),
        "chat": {"lines": len(times["chat"]), **spread_of(times["chat"])} if times["chat"] else None,
        "returns": {"connections": len(times["returns"]), **spread_of(times["returns"])} if scene.company else None,
        "games_ended": sum(result["games"] for result in found),
        "appends_a_commit": round(appends / commits, 1) if commits else 0.0,
        "appends_a_second": round(appends / passed, 1),
        "server_megabytes": round(samples[-1][1], 1),
        "memory": growth(samples),
        "server_processor": [round(part, 2) for part in own],
        "bots_processor": round(used["families"] - sum(own), 2),
        "database_processor": round(used["database"], 2),
        "client_processor": round(sum(result["processor"] for result in found) / scene.seconds, 2),
        "appends_a_processor_second": round(appends / passed / max(own), 1),
        "faults": sum(result["faults"] for result in found),
    }


def seconds_of(servers: Servers) -> dict[str, float]:
    """The processor time so far: of each server, of servers with their bots, and of the database."""
    each = {f"server {number}": processor_seconds(pid) for number, pid in enumerate(servers.processes)}
    families = sum(map(family_seconds, servers.processes))
    database = family_seconds(servers.database) if servers.database else 0.0
    return each | {"families": families, "database": database}


def growth(samples: list[tuple[float, float]]) -> dict[str, Any]:
    """Whether memory grows: over the second half, when every kind of thing has happened often."""
    later = samples[len(samples) // 2 :]
    line = slope(later)
    return {
        "megabytes": [round(megabytes, 1) for _, megabytes in samples[:: max(1, len(samples) // 20)]],
        "megabytes_an_hour": line and round(line.an_hour, 1),
        "give_or_take": line and round(line.give_or_take, 1),
    }


if __name__ == "__main__":
    main()
