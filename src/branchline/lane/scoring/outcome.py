"""The numbers of a score sheet as the core tells them, for whoever compares the two."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from branchline.core.score import Finish, Outcome, Source, TieBreak
from branchline.lane.scoring import work
from branchline.lane.scoring.work import SCORE

_FINISH: Final = {
    Finish.COMPLETED: work.COMPLETED,
    Finish.IN_ORDER: work.IN_ORDER,
    Finish.OUT_OF_ORDER: work.OUT_OF_ORDER,
    Finish.MISSED: work.MISSED,
}
DECIDED: Final = {
    TieBreak.POINTS: work.BY_POINTS,
    TieBreak.TICKETS: work.BY_TICKETS,
    TieBreak.STATIONS: work.BY_STATIONS,
    TieBreak.LONGEST_PATH: work.BY_LONGEST_PATH,
    TieBreak.SHARED: work.SHARED,
}


def score_of(outcome: Outcome) -> Any:
    """An outcome of the core as a record of its own."""
    record = np.zeros(1, SCORE)[0]
    for sheet in outcome.sheets:
        seat = sheet.seat
        record["total"][seat] = sheet.total
        for name, source in (
            ("routes", Source.ROUTES),
            ("exchange", Source.EXCHANGE),
            ("tickets", Source.TICKET),
            ("longest_bonus", Source.LONGEST_PATH),
            ("station_points", Source.STATIONS_LEFT),
            ("harbors", Source.HARBOR),
            ("harbors_left", Source.HARBORS_LEFT),
        ):
            record[name][seat] = sheet.of(source)
        record["completed"][seat] = sheet.tickets_completed
        for line in sheet.lines:
            if line.source is Source.LONGEST_PATH:
                record["longest"][seat] = line.count
            if line.source is Source.STATIONS_LEFT:
                record["stations_left"][seat] = line.count
            if line.ticket is not None and line.finish is not None:
                record["finish"][seat, line.ticket] = _FINISH[line.finish]
    record["winners"] = sum(1 << seat for seat in outcome.winners)
    record["decided_by"] = DECIDED[outcome.decided_by]
    return record
