"""A self-contained HTML report of a laboratory run: tables, the map of claims, and plots that need no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

import altair as alt
import polars as pl
import vl_convert

from branchline.core.game import AnyGame
from branchline.core.ids import TicketId
from branchline.core.printed.board import Board
from branchline.lab.plots import (
    COLORS,
    MAX_SETS,
    Frame,
    Frames,
    Plot,
    is_empty,
    opening_sets,
    opening_tickets,
    plots,
    spans,
)
from branchline.lab.route_map import heat_map
from branchline.notation.prose import Narrator

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; margin: 0 auto; padding: 1rem; max-width: 60rem }
h2 { margin: 2.5rem 0 0 } p { margin: .3rem 0 1rem; max-width: 45rem }
table { border-collapse: collapse } th, td { padding: .25rem .8rem .25rem 0; text-align: right; vertical-align: top }
th { border-bottom: 1px solid #999; font-weight: 600 } :is(th, td):first-child { text-align: left }
td:not(:first-child) { white-space: nowrap }
.wide { overflow-x: auto } .wide svg { min-width: 44rem; width: 100% } .plot, .vega-embed { width: 100% }
"""
AUTOSIZE = {"type": "fit-x", "contains": "padding"}
CONFIG = {
    "font": "system-ui, sans-serif",
    "legend": {"orient": "top"},
    "range": {"category": list(COLORS)},
    "view": {"stroke": None},
}


def html_report(game: AnyGame, frames: Frames, title: str) -> str:
    """The whole page. What there is no data for (a game without a board has no claims) is left out."""
    named = {**frames, "tickets": _named(frames["tickets"], game)}
    shown = list(plots(named))
    parts = [
        f"<h1>{escape(title)}</h1>",
        *_summary(named),
        *_map(game, named),
        *(_section(number, plot) for number, plot in enumerate(shown)),
        *_openings(named),
        f"<script>{_vega()}</script>",
        f"<script>{_drawing(shown)}</script>",
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    page = f"<head>{head}<style>{STYLE}</style></head><body>{''.join(parts)}</body>"
    return f'<!doctype html><html lang="en">{page}</html>\n'


def _named(tickets: Frame, game: AnyGame) -> pl.LazyFrame:
    """The same with names that people read in place of ids."""
    narrator = Narrator(game.printed, "en", ())
    names = {ticket.id: narrator.ticket(TicketId(number)) for number, ticket in enumerate(game.printed.tickets)}
    return tickets.lazy().with_columns(pl.col("ticket").replace_strict(names, return_dtype=pl.String))


def _summary(frames: Frames) -> Iterator[str]:
    seats = frames["seats"].lazy()
    yield "<p>Wins are shares of the games, with 95 % intervals.</p>"
    # Seats of one game are not independent of each other, so the interval is that of the mean over games.
    shares = seats.group_by("bot", "seed").agg(pl.col("win").mean()).group_by("bot").agg(spans("win"))
    won = pl.col("score").filter(pl.col("win") > 0).mean().alias("won")
    kept = (pl.col("tickets_completed").mean() + pl.col("tickets_missed").mean()).alias("kept")
    means = seats.group_by("bot").agg(pl.col("score", "tickets_completed").mean(), won, kept, seats=pl.len())
    rows = []
    for row in shares.join(means, on="bot").sort("bot").collect(engine="streaming").iter_rows(named=True):
        reach = f" ± {100 * (row['high'] - row['win']):.1f}" if row["high"] is not None else ""
        cells = (
            f"{100 * row['win']:.1f} %{reach}",
            f"{row['score']:.1f}",
            f"{row['won']:.1f}" if row["won"] is not None else "",
            f"{row['tickets_completed']:.2f} of {row['kept']:.2f}",
            str(row["seats"]),
        )
        rows.append((row["win"], (row["bot"], *cells)))
    best_first = [cells for _, cells in sorted(rows, key=lambda row: -row[0])]
    yield _table(("bot", "wins", "score", "when it won", "tickets completed", "seats"), best_first)


def _map(game: AnyGame, frames: Frames) -> Iterator[str]:
    if not isinstance(game.printed, Board) or is_empty(frames["claims"]):
        return
    games = frames["games"].lazy().select(pl.len()).collect().item()
    claims = frames["claims"].lazy().group_by("route").len().collect(engine="streaming")
    values = {route: count / games for route, count in claims.iter_rows()}
    most = f"{max(values.values()):.2f} claims a game"
    yield f"<h2>Routes</h2><p>How often a route was claimed: the redder, the more often, up to {most}.</p>"
    yield f'<div class="wide">{heat_map(game.printed, values, "claims a game")}</div>'


def _openings(frames: Frames) -> Iterator[str]:
    sets = opening_sets(opening_tickets(frames))
    if sets.is_empty():
        return
    yield "<h2>What was kept together</h2><p>Sets of tickets kept from the first offer, those kept most often first, "
    yield f"in at most {MAX_SETS:,} games. Points are those above the mean of the bot that kept them.</p>"
    rows = (
        ("; ".join(row["ticket"]), str(row["kept"]), f"{row['win']:.0%}", f"{row['above']:+.1f}")
        for row in sets.iter_rows(named=True)
    )
    yield _table(("tickets", "times", "won", "points"), rows)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _section(number: int, plot: Plot) -> str:
    return f'<h2>{escape(plot.title)}</h2><p>{escape(plot.note)}</p><div class="plot" id="plot-{number}"></div>'


def _vega() -> str:
    """Vega-Lite itself, in the version that the charts are written for."""
    version = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    converter: Any = vl_convert  # Its types ask for a snippet, which it can do without.
    bundle: str = converter.javascript_bundle(vl_version=version)
    return bundle.replace("</script", "<\\/script")


def _drawing(shown: Iterable[Plot]) -> str:
    """The calls that draw the charts. No text of theirs can end the script: it has no angle bracket."""
    calls = []
    for number, plot in enumerate(shown):
        spec = json.dumps({**plot.chart.to_dict(), "autosize": AUTOSIZE, "config": CONFIG}, sort_keys=True).replace(
            "<", "\\u003c"
        )
        calls.append(f'vegaEmbed("#plot-{number}",{spec},{{"mode":"vega-lite","actions":false,"renderer":"svg"}});')
    return "\n".join(calls)
