"""A self-contained HTML report of a laboratory run: plots that need no network, and the map of claims."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import altair as alt
import polars as pl

from branchline.core.board import Board
from branchline.core.game import Game
from branchline.core.score import Source
from branchline.lab.heat import heat_map

Frames = Mapping[str, pl.DataFrame]
WIDTH = 620
STYLE = (
    "body{font:16px system-ui,sans-serif;margin:0 auto;padding:2rem 1rem;max-width:1100px}"
    "td,th{padding:.2rem .8rem;text-align:left}svg{max-width:100%}"
)


def html_report(game: Game[Any, Any], frames: Frames, title: str) -> str:
    """The whole page. Plots without data (a game without a board has no claims) are left out."""
    plots = [plot for plot in (make(frames) for make in PLOTS) if plot is not None]
    page: str = alt.vconcat(*plots).resolve_scale(color="independent").to_html(inline=True)
    head = f"<h1>{escape(title)}</h1>{_summary(frames)}{_map(game, frames)}"
    styled = f"<style>{STYLE}</style>"
    scripts, body, plots_part = page.rpartition("<body>")  # the last one: scripts may speak of bodies too
    return f"{scripts}{body}{styled}{head}{plots_part}"


def _summary(frames: Frames) -> str:
    seats, games = frames["seats"], frames["games"]
    by_bot = seats.group_by("bot").agg(
        pl.col("win").mean(), pl.col("score").mean(), pl.col("tickets_completed").mean(), pl.len()
    )
    rows = "".join(
        f"<tr><td>{escape(bot)}<td>{win:.3f}<td>{score:.1f}<td>{tickets:.2f}<td>{count}"
        for bot, win, score, tickets, count in by_bot.sort("win", descending=True).iter_rows()
    )
    head = "<tr><th>bot<th>win share<th>score<th>tickets completed<th>seats"
    return f"<p>{games.height} games.</p><table>{head}{rows}</table>"


def _map(game: Game[Any, Any], frames: Frames) -> str:
    if not isinstance(game.printed, Board) or frames["claims"].is_empty():
        return ""
    games = frames["games"].height
    counts = frames["claims"].group_by("route").len()
    values = {route: count / games for route, count in counts.iter_rows()}
    return f"<h2>Claims a game</h2>{heat_map(game.printed, values, 'claims a game')}"


def _scores_by_source(frames: Frames) -> alt.Chart | None:
    sources = [source.value for source in Source]
    long = frames["seats"].group_by("bot").agg(pl.col(sources).mean()).unpivot(sources, index="bot")
    long = long.filter(pl.col("value") != 0)
    return _chart(long, "Points by source", "mark_bar", x="value:Q", y="bot:N", color="variable:N")


def _scores(frames: Frames) -> alt.Chart | None:
    seats = frames["seats"].select("bot", "score")
    return _chart(seats, "Scores", "mark_boxplot", x="score:Q", y="bot:N")


def _wins_by_seat(frames: Frames) -> alt.Chart | None:
    seats = frames["seats"].group_by("seat", "bot").agg(pl.col("win").mean()).sort("seat", "bot")
    return _chart(seats, "Win share by seat", "mark_bar", x="seat:O", y="win:Q", color="bot:N", xOffset="bot:N")


def _tickets(frames: Frames) -> alt.Chart | None:
    tickets = frames["tickets"].group_by("ticket").agg(pl.col("completed").mean(), pl.col("win").mean(), pl.len())
    return _chart(
        tickets.sort("completed"),
        "Tickets: completed, and won by whoever held them",
        "mark_circle",
        x="completed:Q",
        y="win:Q",
        size="len:Q",
        tooltip=["ticket:N", "completed:Q", "win:Q", "len:Q"],
    )


def _openings(frames: Frames) -> alt.Chart | None:
    """What the opening tickets were worth together: sets that came up more than once, best first."""
    kept = frames["tickets"].filter("opening").sort("ticket")
    sets = kept.group_by("seed", "seat").agg(pl.col("ticket").str.join(" + "), pl.col("win").first())
    worth = sets.group_by("ticket").agg(pl.col("win").mean(), pl.len()).filter(pl.col("len") > 1)
    best = worth.sort("win", "len", descending=True).head(25)
    return _chart(best, "Opening tickets kept together", "mark_bar", x="win:Q", y="ticket:N", color="len:Q")


def _length(frames: Frames) -> alt.Chart | None:
    counted = frames["games"].group_by("decisions").len().sort("decisions")
    return _chart(counted, "Decisions a game", "mark_bar", x="decisions:Q", y="len:Q")


def _tempo(frames: Frames) -> alt.Chart | None:
    """What is done when: the share of each action in each twentieth of a game."""
    decisions = frames["decisions"].join(frames["games"].select("seed", total="decisions"), on="seed")
    timed = decisions.with_columns(part=(pl.col("number") * 20 // pl.col("total")))
    shares = timed.group_by("part", "action").len().sort("part", "action")
    return _chart(shares, "Tempo", "mark_area", x="part:O", y="sum(len):Q", color="action:N")


PLOTS = (_scores_by_source, _scores, _wins_by_seat, _tickets, _openings, _length, _tempo)


def _chart(frame: pl.DataFrame, title: str, mark: str, **encoding: Any) -> alt.Chart | None:
    if frame.is_empty():
        return None
    data: Any = {"values": frame.to_dicts()}
    chart: Any = alt.Chart(data, title=title, width=WIDTH)
    drawn: alt.Chart = getattr(chart, mark)().encode(**encoding)
    return drawn
