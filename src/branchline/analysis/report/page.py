"""An analysis as one page of HTML that needs nothing else: curve, luck and skill, costly decisions on the board."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from branchline.analysis.findings import Analysis, JudgedDecision, SeatAccount
from branchline.analysis.report.board_drawing import BETTER, PLAYED, BoardDrawing
from branchline.analysis.report.curve_drawing import COLORS, curve_svg
from branchline.analysis.told import Teller
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.notation.json.codec import from_json
from branchline.notation.records.record import Record
from branchline.notation.records.replay import ReplayedGame, replay

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; color: #222;
  background: #fff; }
svg { max-width: 100%; height: auto; display: block; } svg text { font-family: inherit; font-size: 13px; fill: #222; }
article { border: 1px solid #ccc; border-radius: .5rem; padding: .6rem 1rem; margin: 1rem 0; }
h2 { border-left: .5rem solid var(--seat); padding-left: .6rem; } h3 { margin: .2rem 0; font-size: 1.05rem; }
p { margin: .25rem 0; } .better { font-weight: 600; } .doubt { color: #555; font-style: italic; }
.key { display: inline-block; width: 1.2rem; height: .75rem; margin-right: .4rem; border: 3px solid; }
"""


def page(record: Record, game: AnyGame, analysis: Analysis, language: str) -> str:
    """The whole page."""
    return "\n".join(_Page(record, game, analysis, language).lines())


class _Page:
    def __init__(self, record: Record, game: AnyGame, analysis: Analysis, language: str) -> None:
        self._analysis = analysis
        self._language = language
        self._teller = Teller(game, analysis, language)
        self._played: ReplayedGame = replay(record, game)
        self._board = BoardDrawing(game.printed, language) if isinstance(game.printed, Board) else None
        self._decisions = {decision.number: decision for decision in analysis.decisions}

    def lines(self) -> Iterator[str]:
        title = escape(self._teller.title)
        curve = self._teller.say("curve")
        yield f'<!doctype html><html lang="{self._language}"><head><meta charset="utf-8"><title>{title}</title>'
        yield f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        if self._board is not None:
            yield self._board.symbol
        yield f"<h1>{title}</h1><p>{escape(self._teller.say('how'))}</p>"
        yield f"<figure><figcaption>{escape(curve)}</figcaption>{curve_svg(self._analysis, curve)}</figure>"
        for account in self._analysis.accounts:
            yield from self._seat(account)
        yield "</body></html>"

    def _seat(self, account: SeatAccount) -> Iterator[str]:
        name = escape(self._analysis.names[account.seat])
        yield f'<section><h2 style="--seat: {COLORS[account.seat]}">{name}</h2>'
        yield from (f"<p>{escape(line)}</p>" for line in self._teller.account(account))
        yield f"<h3>{escape(self._teller.say('costliest' if account.costliest else 'none'))}</h3>"
        for number in account.costliest:
            yield from self._decision(self._decisions[number])
        yield "</section>"

    def _decision(self, decision: JudgedDecision) -> Iterator[str]:
        told = self._teller.decision(decision)
        yield f"<article><h3>{escape(told.cost)}</h3>"
        yield f'<p><span class="key" style="border: 3px dashed {PLAYED}"></span>{escape(told.played)}</p>'
        yield f'<p class="better"><span class="key" style="border-color: {BETTER}"></span>{escape(told.better)}</p>'
        for text, kind in ((told.why, "why"), (told.gains, "gains"), (told.doubt, "doubt")):
            if text is not None:
                yield f'<p class="{kind}">{escape(text)}</p>'
        played, better = (self._action(decision, place) for place in (0, decision.better or 0))
        if self._board is not None and self._board.can_show(played, better):
            state = self._played.steps[decision.number].state
            yield self._board.moment(state, played, better, told.better)
        yield "</article>"

    def _action(self, decision: JudgedDecision, place: int) -> Action:
        action: Action = from_json(self._played.game.printed, Action, decision.moves[place].action)
        return action
