"""An analysis in sentences, in any of the languages: for the command line, for reports, and for whoever shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from branchline.analysis.findings import (
    RIVALS,
    Analysis,
    Estimate,
    JudgedDecision,
    MoveReason,
    SeatAccount,
    WeighedMove,
    Worth,
)
from branchline.bots.reason import Reason, tell
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.printed.contract import Printed
from branchline.messages import catalog, knows, plural, say
from branchline.notation.json.codec import from_json
from branchline.notation.prose import Narrator

MIN_GAIN: Final = 0.5
"""Sources that bring fewer points are not told."""


class ToldDecision(Struct, frozen=True):
    """A costly decision in sentences; `why` is what a bot would say about the better move."""

    number: int
    cost: str
    doubt: str | None
    played: str
    better: str
    why: str | None
    gains: str | None


class Teller:
    """Tells an analysis in one language."""

    def __init__(self, game: AnyGame, analysis: Analysis, language: str) -> None:
        self.game, self.analysis, self.language = game, analysis, language
        self._narrator = Narrator(game.printed, language, analysis.names)
        self._decisions = {decision.number: decision for decision in analysis.decisions}

    def say(self, key: str, **values: object) -> str:
        return say(self.language, f"analysis.{key}", **values)

    @property
    def title(self) -> str:
        key = f"game.{self.analysis.board}"
        board = say(self.language, key) if knows(self.language, key) else self.analysis.board
        return self.say("title", board=board)

    def account(self, account: SeatAccount) -> list[str]:
        """Luck and skill of a seat, a line each."""
        lines = [
            self.say("start", win=self._share(account.start.win)),
            self.say("luck", **self._gained(account.luck)),
            self.say("own", **self._gained(account.own)),
        ]
        if account.rivals is not None:
            lines.append(self.say("rivals", **self._gained(account.rivals)))
        ended = {"win": self._share(account.end.win), "points": self.points(account.end.margin)}
        return [*lines, self.say("end", **ended), self.say("lost", **self._gained(account.lost))]

    def costliest(self, account: SeatAccount) -> list[ToldDecision]:
        """The costliest decisions of a seat."""
        return [self.decision(self._decisions[number]) for number in account.costliest]

    def decision(self, decision: JudgedDecision) -> ToldDecision:
        """A decision for which there was a better move."""
        assert decision.better is not None
        assert decision.loss is not None
        better = decision.moves[decision.better]
        return ToldDecision(
            number=decision.number,
            cost=self.say("decision", number=decision.number + 1, **self._cost(decision.loss)),
            doubt=None if decision.is_clear else self.say("maybe"),
            played=self.say("played", action=self.move(decision.moves[0])),
            better=self.say("better", action=self.move(better)),
            why=self.why(better),
            gains=tell_gains(decision.gains, self.language),
        )

    def move(self, move: WeighedMove) -> str:
        action: Action = from_json(self.game.printed, Action, move.action)
        return self._narrator.action(action)

    def why(self, move: WeighedMove) -> str | None:
        """What a bot says about a move."""
        return tell_reason(move.why, self.game.printed, self.language, self.analysis.names)

    def _cost(self, loss: Worth) -> Mapping[str, str]:
        return {"win": self._share(loss.win), "points": self.points(loss.margin, signed=loss.margin.mean < 0)}

    def _gained(self, worth: Worth) -> Mapping[str, str]:
        win = f"{self._signed(100 * worth.win.mean, 0)} ± {self._number(100 * worth.win.error, 0)} %"
        return {"win": win, "points": self.points(worth.margin)}

    def _share(self, win: Estimate) -> str:
        error = f" ± {self._number(100 * win.error, 0)}" if win.error else ""
        sign = "−" if win.mean < 0 else ""
        return f"{sign}{self._number(abs(100 * win.mean), 0)}{error} %"

    def points(self, margin: Estimate, *, signed: bool = True) -> str:
        """A margin with its error; one without error is a whole number, and has the plural of one."""
        shown = (self._signed if signed else self._number)(margin.mean, 1 if margin.error else 0)
        error = f" ± {self._number(margin.error)}" if margin.error else ""
        forms = catalog(self.language)["count.points"]
        assert not isinstance(forms, str)
        number = margin.mean if margin.error else round(margin.mean)
        return forms[plural(self.language, number)].format(count=shown + error)

    def _signed(self, value: float, digits: int = 1) -> str:
        return signed(self.language, value, digits)

    def _number(self, value: float, digits: int = 1) -> str:
        return number(self.language, value, digits)


def tell_reason(why: MoveReason | None, printed: Printed, language: str, names: Sequence[str]) -> str | None:
    """The sentence of a reason; None where there is none."""
    if why is None:
        return None
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in why.values.items()}
    return tell(Reason(why.key, values), printed, language, names)


def tell_gains(gains: Mapping[str, float], language: str) -> str | None:
    """Where points come from, those that matter, the most first; None where hardly any do."""
    told = [
        f"{_source(name, language)} {signed(language, gain)}"
        for name, gain in sorted(gains.items(), key=lambda item: -abs(item[1]))
        if abs(gain) >= MIN_GAIN
    ]
    return say(language, "analysis.gains", gains=", ".join(told)) if told else None


def _source(name: str, language: str) -> str:
    return say(language, "analysis.rival-points" if name == RIVALS else f"source.{name}")


def signed(language: str, value: float, digits: int = 1) -> str:
    sign = "−" if round(value, digits) < 0 else "+"
    return sign + number(language, abs(value), digits)


def number(language: str, value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace(".", say(language, "analysis.point"))
