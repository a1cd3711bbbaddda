"""`make mutants`: breaks rules, scoring, views, room and fairness on purpose, and says how often some test noticed.

A seeded sample of each area is tried; the share of killed mutants comes with its 95 % interval. Mutants that change
nothing, named with the reason in `known.toml`, are not counted. Ends with 1 when an area is below the aim.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from random import Random

from tools.mutants.areas import AREAS, ROOT, sources
from tools.mutants.changes import Mutant, mutants_of
from tools.mutants.coverage_map import coverage_map
from tools.mutants.known import Known, known_mutants, reason_for
from tools.mutants.trial import Fate, Laboratory

AIM = 0.9


def main() -> None:
    arguments = parsed()
    known = known_mutants()
    if gone := unknown_mutants(known):
        raise SystemExit("known.toml names mutants that are no more:\n" + "\n".join(f"  {each}" for each in gone))
    good = True
    for area in arguments.areas:
        laboratory = Laboratory(coverage_map(area), arguments.jobs, arguments.budget)
        chosen = sample(area, arguments.sample, arguments.seed, known)
        began = time.monotonic()
        laboratory.demand_sound(laboratory.quickest_tests(chosen[::10]))
        fates = laboratory.fates(chosen)
        laboratory.demand_sound(laboratory.witnesses)
        good &= report(area, chosen, fates, known, time.monotonic() - began, as_json=arguments.json)
    raise SystemExit(0 if good else 1)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("areas", nargs="*", choices=[*AREAS, []], help=f"{', '.join(AREAS)}; all if none is named")
    parser.add_argument("--sample", type=int, default=200, help="mutants of each area, 0 for all of them")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--budget", type=float, default=30.0, help="seconds' worth of tests for a mutant at most")
    parser.add_argument("--json", action="store_true", help="print JSON, a line an area")
    arguments = parser.parse_args()
    arguments.areas = arguments.areas or list(AREAS)
    return arguments


def mutants_in(area: str) -> list[Mutant]:
    return [
        mutant for path in sources(area) for mutant in mutants_of(str(path.relative_to(ROOT)), path.read_text("utf-8"))
    ]


def sample(area: str, size: int, seed: int, known: list[Known]) -> list[Mutant]:
    """Some mutants of an area, of those that are not known to change nothing; with 0 all of them."""
    found = []
    for each in mutants_in(area):
        why = reason_for(each, known)
        if why is None or not why.equivalent:
            found.append(each)
    return found if not size or size >= len(found) else sorted(Random(f"{seed}:{area}").sample(found, size))


def unknown_mutants(known: list[Known]) -> list[str]:
    """What `known.toml` says about mutants that the code does not have any more."""
    every = [mutant for area in AREAS for mutant in mutants_in(area)]
    made = {(each.path, each.function, each.was, each.becomes) for each in every}
    return [f"{each.path} {each.function}: {each.was} -> {each.becomes}" for each in known if each[:4] not in made]


def interval(part: int, whole: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.96
    share = part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return middle - half, middle + half


def report(
    area: str, chosen: list[Mutant], fates: list[Fate], known: list[Known], seconds: float, *, as_json: bool
) -> bool:
    counts = Counter(fates)
    killed = counts["killed"] + counts["timed out"]
    low, high = interval(killed, len(chosen))
    alive = [mutant for mutant, fate in zip(chosen, fates, strict=True) if fate in ("survived", "no test")]
    reasons = {mutant.name: why.reason if (why := reason_for(mutant, known)) else None for mutant in alive}
    found = {
        "area": area,
        "mutants": len(mutants_in(area)),
        "equivalent": len(mutants_in(area)) - len(sample(area, 0, 0, known)),
        "tried": len(chosen),
        "killed": killed,
        "timed_out": counts["timed out"],
        "no_test": counts["no test"],
        "share": round(killed / len(chosen), 4),
        "interval": [round(low, 4), round(high, 4)],
        "seconds": round(seconds, 1),
        "survivors": reasons,
    }
    if as_json:
        print(json.dumps(found), flush=True)
    else:
        print(
            f"{area}: {killed} of {len(chosen)} killed, {killed / len(chosen):.1%} ({low:.1%} to {high:.1%}); "
            f"{counts['timed out']} of them by running for too long; {found['mutants']} mutants in all, "
            f"{found['equivalent']} of them equivalent; {seconds:.0f} s",
            flush=True,
        )
        for name, reason in reasons.items():
            print(f"  survived: {name}" + (f"\n      {reason}" if reason else ""), flush=True)
    return killed / len(chosen) >= AIM


if __name__ == "__main__":
    main()
