"""The plots of a laboratory's report: each has a title, a sentence that says how to read it, and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import NormalDist
from typing import Any, Final, NamedTuple, TypeAlias

import altair as alt
import polars as pl

from branchline.core.score import Source
from branchline.lab.standings import CONFIDENCE

Frame: TypeAlias = pl.DataFrame | pl.LazyFrame
Frames: TypeAlias = Mapping[str, Frame]
"""The tables of a run, in memory or in files; only what is counted in them is ever in memory as a whole."""

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000")
"""Told apart also by those who do not see all colors."""
PLAIN = COLORS[0]
DOTS = COLORS[1]
ROW = 18
PARTS = 20
REACH: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
MAX_SETS: Final = 100_000
"""Sets of tickets are looked for in the first so many games."""


class Plot(NamedTuple):
    title: str
    note: str
    chart: Any


def plots(frames: Frames) -> Iterator[Plot]:
    """All plots that there is data for."""
    yield _points_by_source(frames["seats"])
    yield _scores(frames["seats"])
    yield _wins_by_seat(frames["seats"])
    yield _length(frames["games"])
    yield _tempo(frames)
    if not is_empty(frames["tickets"]):
        yield _tickets(frames["tickets"])
    if not is_empty(openings := opening_tickets(frames)):
        yield _openings(openings)


def is_empty(frame: Frame) -> bool:
    return frame.lazy().head(1).collect().is_empty()


def spans(column: str) -> list[pl.Expr]:
    """The mean of a column, the ends of its interval (95 %), and how many values there are."""
    values = pl.col(column)
    reach = REACH * values.std() / pl.len().sqrt()
    mean = values.mean()
    return [mean.alias(column), (mean - reach).alias("low"), (mean + reach).alias("high"), pl.len().alias("count")]


def _points_by_source(seats: Frame) -> Plot:
    sources = [source.value for source in Source]
    means = seats.lazy().group_by("bot").agg(pl.col(sources).mean()).collect(engine="streaming")
    points = means.unpivot(sources, index="bot", variable_name="source")
    points = points.filter(pl.col("value") != 0).with_columns(pl.col("source").str.replace_all("-", " "))
    chart = _chart(points.sort("bot", "source"), height=2 * ROW * points["bot"].n_unique()).mark_bar()
    return Plot(
        "Points by source",
        "What a bot's mean score is made of. What it lost is left of zero.",
        chart.encode(
            x=alt.X("value:Q", title="points"),
            y=alt.Y("bot:N", title=None),
            color=alt.Color("source:N", title=None),
            tooltip=["bot:N", "source:N", alt.Tooltip("value:Q", title="points", format=".1f")],
        ),
    )


def _scores(seats: Frame) -> Plot:
    parts = {"least": 0.05, "low": 0.25, "median": 0.5, "high": 0.75, "most": 0.95}
    wanted = {name: pl.col("score").quantile(part) for name, part in parts.items()}
    spread = seats.lazy().group_by("bot").agg(**wanted).collect()
    base = _chart(spread.sort("bot"), height=2 * ROW * spread.height).encode(
        y=alt.Y("bot:N", title=None), tooltip=["bot:N", *(f"{name}:Q" for name in parts)]
    )
    points = alt.X("least:Q", title="points", scale=alt.Scale(zero=False))
    return Plot(
        "Scores",
        "The middle half of a bot's totals, with the median; the line holds nine games out of ten.",
        base.mark_rule().encode(x=points, x2="most:Q")
        + base.mark_bar(color=PLAIN, size=ROW).encode(x=alt.X("low:Q"), x2="high:Q")
        + base.mark_tick(color="white", thickness=2, size=ROW).encode(x="median:Q"),
    )


def _wins_by_seat(seats: Frame) -> Plot:
    shares = seats.lazy().group_by("seat", "bot").agg(spans("win")).sort("seat", "bot").collect(engine="streaming")
    shown = shares.select(
        pl.col("seat").cast(pl.Int64) + 1,
        "bot",
        "win",
        pl.col("low").fill_null(0.0).clip(0.0, 1.0),
        pl.col("high").fill_null(1.0).clip(0.0, 1.0),
        games="count",
    )
    place = {"x": alt.X("seat:O", title="seat, in the order of play", axis=alt.Axis(labelAngle=0)), "xOffset": "bot:N"}
    base = _chart(shown, height=220).encode(**place)
    fair = _chart(pl.DataFrame({"fair": [1 / shares["seat"].n_unique()]}), height=220).mark_rule(strokeDash=[4, 4])
    return Plot(
        "Wins by seat",
        "The share of games that a bot won in a seat, with 95 % intervals; among equals it would be the dashed line.",
        base.mark_bar().encode(
            y=alt.Y("win:Q", title="games won", axis=alt.Axis(format="%")),
            color=alt.Color("bot:N", title=None),
            tooltip=["bot:N", "seat:O", alt.Tooltip("win:Q", format=".1%"), "games:Q"],
        )
        + base.mark_rule().encode(y="low:Q", y2="high:Q")
        + fair.encode(y="fair:Q"),
    )


def _tickets(tickets: Frame) -> Plot:
    by_ticket = tickets.lazy().group_by("ticket")
    held = by_ticket.agg(pl.col("completed").mean(), pl.col("win").mean(), held=pl.len()).collect(engine="streaming")
    base = _ticket_chart(held.sort("completed", "held", "ticket", descending=True)).encode(
        tooltip=[
            "ticket:N",
            alt.Tooltip("completed:Q", format=".1%"),
            alt.Tooltip("win:Q", title="games won", format=".1%"),
            alt.Tooltip("held:Q", title="times held"),
        ],
    )
    share = alt.X("completed:Q", title="share", axis=alt.Axis(format="%"))
    return Plot(
        "Tickets",
        "Bars: how often a ticket was completed by whoever kept it. Dots: how often that player won.",
        base.mark_bar(color=PLAIN, opacity=0.6).encode(x=share)
        + base.mark_circle(color=DOTS, size=70).encode(x="win:Q"),
    )


def opening_tickets(frames: Frames) -> pl.LazyFrame:
    """Tickets kept from the first offer, each with how many points its holder had above the mean of its bot."""
    seats = frames["seats"].lazy()
    above = seats.join(seats.group_by("bot").agg(mean=pl.col("score").mean()), on="bot", maintain_order="left")
    above = above.select("seed", "seat", "bot", "win", above=pl.col("score") - pl.col("mean"))
    opening = frames["tickets"].lazy().filter("opening").select("seed", "seat", "ticket")
    return opening.join(above, on=["seed", "seat"], maintain_order="left")


def opening_sets(openings: pl.LazyFrame, most: int = 25) -> pl.DataFrame:
    """The sets of tickets that were kept together from the first offer, those that came up most often first."""
    first = openings.select(pl.col("seed").unique(maintain_order=True).head(MAX_SETS))
    some = openings.join(first, on="seed", how="semi")
    by_player = some.sort("ticket").group_by("seed", "seat", maintain_order=True)
    sets = by_player.agg(pl.col("ticket"), pl.col("win").first(), pl.col("above").first())
    worth = sets.group_by("ticket", maintain_order=True).agg(
        pl.len().alias("kept"), pl.col("win").mean(), pl.col("above").mean()
    )
    return worth.sort("kept", "above", descending=True, maintain_order=True).head(most).collect()


def _openings(openings: pl.LazyFrame) -> Plot:
    worth = openings.group_by("ticket").agg(spans("above")).collect(engine="streaming")
    shown = worth.select(
        "ticket",
        "above",
        low=pl.coalesce("low", "above"),
        high=pl.coalesce("high", "above"),
        kept="count",
    )
    base = _ticket_chart(shown.sort("above", "ticket", descending=True)).encode(
        tooltip=[
            "ticket:N",
            alt.Tooltip("above:Q", title="points above the mean", format="+.1f"),
            alt.Tooltip("kept:Q", title="times kept"),
        ],
    )
    return Plot(
        "What an opening ticket is worth",
        "How many points more than its bot's mean a player had who kept this ticket from the first offer, with 95 % "
        "intervals where it was kept more than once.",
        base.mark_bar(color=PLAIN, opacity=0.6).encode(x=alt.X("above:Q", title="points above the mean"))
        + base.mark_rule().encode(x="low:Q", x2="high:Q"),
    )


def _length(games: Frame) -> Plot:
    counted = games.lazy().group_by("decisions").agg(games=pl.len()).sort("decisions").collect(engine="streaming")
    return Plot(
        "Length of games",
        "How many decisions all players together made in a game.",
        _chart(counted, height=180)
        .mark_bar(color=PLAIN)
        .encode(
            x=alt.X("decisions:Q", bin=alt.Bin(maxbins=30, minstep=1), title="decisions", axis=alt.Axis(format="d")),
            y=alt.Y("sum(games):Q", title="games"),
        ),
    )


def _tempo(frames: Frames) -> Plot:
    totals = frames["games"].lazy().select("seed", total="decisions")
    decisions = frames["decisions"].lazy().join(totals, on="seed").collect(engine="streaming")
    timed = decisions.with_columns(
        part=(pl.col("number") * PARTS // pl.col("total")) / PARTS, action=pl.col("action").str.replace_all("-", " ")
    )
    counts = timed.group_by("part", "action").agg(count=pl.len()).sort("part", "action")
    every = timed.select(pl.col("part").unique()).join(timed.select(pl.col("action").unique()), how="cross")
    filled = every.join(counts, on=["part", "action"], how="left").fill_null(0).sort("part", "action")
    return Plot(
        "Tempo",
        "What is done when: the share of each action in each twentieth of a game.",
        _chart(filled, height=240)
        .mark_area()
        .encode(
            x=alt.X("part:Q", title="of the game", axis=alt.Axis(format="%"), scale=alt.Scale(nice=False)),
            y=alt.Y("count:Q", stack="normalize", title="of the decisions", axis=alt.Axis(format="%")),
            color=alt.Color("action:N", title=None),
            tooltip=["action:N"],
        ),
    )


def _ticket_chart(frame: pl.DataFrame) -> Any:
    """A row for each ticket, in the order of the frame."""
    axis = alt.Axis(labelLimit=230)
    return _chart(frame, height=ROW * frame.height).encode(
        y=alt.Y("ticket:N", title=None, sort=frame["ticket"].to_list(), axis=axis)
    )


def _chart(frame: pl.DataFrame, height: int) -> Any:
    data: Any = {"values": frame.to_dicts()}
    return alt.Chart(data, width="container", height=height)
