"""Score sheets on the screen: every line, the totals, the winners, and what decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from branchline.core.score import Outcome
    from branchline.notation.prose import Narrator


def print_outcome(console: Console, narrator: Narrator, outcome: Outcome) -> None:
    for table in _tables(narrator, outcome):
        console.print(table)
    winners = ", ".join(narrator.names[seat] for seat in outcome.winners)
    console.print(narrator.say("score.winner", players=winners), markup=False, highlight=False)
    console.print(narrator.say(f"tie-break.{outcome.decided_by.value}"), markup=False, highlight=False)


def _tables(narrator: Narrator, outcome: Outcome) -> Iterator[Table]:
    from rich.text import Text

    for sheet in outcome.sheets:
        table = Table(title=Text(narrator.names[sheet.seat]), title_justify="left", show_header=False, show_footer=True)
        table.add_column(footer=Text(narrator.say("score.total")))
        table.add_column(footer=Text(str(sheet.total)), justify="right")
        for line in sheet.lines:
            table.add_row(Text(narrator.line(line)), Text(str(line.points)))
        yield table
