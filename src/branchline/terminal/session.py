"""A person at the table in the terminal: shows what there is, reads moves and commands, and explains refusals."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from itertools import islice
from typing import Final

from rich.console import Console
from rich.text import Text

from branchline.bots.reason import tell
from branchline.bots.registry import Level
from branchline.core.actions import Action
from branchline.core.events import TurnStarted
from branchline.core.ids import CityId
from branchline.messages import LANGUAGES, say
from branchline.notation.prose import Narrator
from branchline.notation.typed.names import ParseError, fold, spoken, take_city
from branchline.notation.typed.text import action_text, parse_action
from branchline.terminal.panels import Panels, has_map
from branchline.terminal.screen import draw_map, show_table
from branchline.terminal.solo import ME, SoloGame

RANDOM: Final = "random"
"""Not among the levels that have names, but good for trying things out."""
MAX_LISTED: Final = 60
MAX_EXAMINED: Final = 20_000


class Next(Enum):
    """What a line that was typed leads to."""

    ASK_AGAIN = auto()
    SHOW_AGAIN = auto()
    LEAVE = auto()


class Session:
    """One person plays one game. On a screen the table is drawn before every decision; through a pipe it is told."""

    def __init__(self, console: Console, solo: SoloGame, levels: Sequence[Level], name: str | None, language: str):
        self._console = console
        self._solo = solo
        self._levels = levels
        self._name = name
        self._is_plain = "utf" not in console.encoding.lower()
        self._told = 0
        self.speak(language)

    def speak(self, language: str) -> None:
        me = self._name or say(language, "player.seat", seat=ME + 1)
        self.narrator = Narrator(self._solo.game.printed, language, [me, *_bot_names(self._levels, language)])

    def play(self) -> bool:
        """Play to the end; whether it was reached."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 — lines can be edited and called back where there is one
        self._help("")
        while True:
            self._let_bots_play()
            if self._solo.is_over:
                self._tell_news()
                return True
            self.show()
            answer = self._asked()
            if answer is Next.LEAVE:
                self._say("terminal.bye")
                return False
            if not isinstance(answer, Next):
                self._told = len(self._solo.seen)
                self._solo.play(answer)

    def _let_bots_play(self) -> None:
        if self._console.is_terminal:
            with self._console.status(self.narrator.say("terminal.thinking")):
                self._solo.let_bots_play()
        else:
            self._solo.let_bots_play()

    def _asked(self) -> Action | Next:
        """Ask until the answer is a legal action, or leads somewhere else."""
        while True:
            try:
                typed = self._console.input("> ").strip()
            except EOFError:
                return Next.LEAVE
            answer = self.answer(typed)
            if answer is not Next.ASK_AGAIN:
                return answer

    def answer(self, typed: str) -> Action | Next:
        """Do what a line asks for; a legal move is given back to be played."""
        if typed.startswith("?"):
            self._list_moves(typed[1:].strip().lower())
            return Next.ASK_AGAIN
        word, _, rest = typed.partition(" ")
        command = COMMANDS.get(spoken("command").get(fold(word), "") if typed else "hand")
        try:
            return command(self, rest.strip()) or Next.ASK_AGAIN if command else self._move(typed)
        except ParseError as error:
            self._print(error.said(self.narrator.language))
            return Next.ASK_AGAIN

    def _move(self, typed: str) -> Action | Next:
        game = self._solo.game
        action = parse_action(game, typed, self._solo.state, ME)
        refusal = game.refusal(self._solo.state, ME, action)
        if refusal is None:
            return action
        self._say(f"refusal.{refusal.value}")
        return Next.ASK_AGAIN

    def _list_moves(self, verb: str) -> None:
        """The legal moves as they can be typed, all or those of one verb; of many ways to pay, the first."""
        first: dict[str, str] = {}
        for action in islice(self._solo.legal, MAX_EXAMINED):
            text = action_text(self._solo.game, action)
            if text.startswith(verb):
                first.setdefault(_target(text), text)
        moves = list(first.values())
        for move in moves[:MAX_LISTED]:
            self._print(f"  {move}")
        if len(moves) > MAX_LISTED:
            self._say("terminal.more", count=len(moves) - MAX_LISTED)

    def show(self, _: str = "") -> None:
        panels, question = self._panels(), self.narrator.phase(self._solo.state.phase)
        if self._console.is_terminal:
            news = (event for event in self._solo.seen[self._told :] if not isinstance(event, TurnStarted))
            happened = [self.narrator.event(event) for event in news]
            show_table(self._console, panels, happened, question)
            return
        self._tell_news()
        self._console.print()
        self._console.print(*panels.everything(), sep="\n")
        self._print(question)

    def _tell_news(self) -> None:
        for event in self._solo.seen[self._told :]:
            self._print(self.narrator.event(event))
        self._told = len(self._solo.seen)

    def _help(self, _: str) -> None:
        self._say("terminal.help", example="draw blind")
        if has_map(self._solo.view):
            self._say("terminal.help.map", city=self.narrator.city(CityId(0)))
            self._console.print(self._panels().legend())

    def _map(self, named: str) -> None:
        if not has_map(self._solo.view):
            self._say("terminal.no-map")
            return
        size = self._console.size
        for line in draw_map(self._panels(), size.width, max(20, size.height - 2), self._city(named)):
            self._console.print(line)

    def _routes(self, named: str) -> None:
        if not has_map(self._solo.view):
            self._say("terminal.no-map")
            return
        for line in self._panels().routes(self._city(named)):
            self._console.print(line)

    def _log(self, _: str) -> None:
        for event in self._solo.seen:
            self._print(self.narrator.event(event))

    def _hint(self, _: str) -> None:
        decision = self._solo.hint()
        game, narrator = self._solo.game, self.narrator
        self._say("terminal.hint", action=narrator.action(decision.action))
        if decision.reason:
            self._print(tell(decision.reason, game.printed, narrator.language, narrator.names))
        self._print(f"  {action_text(game, decision.action)}")

    def _undo(self, _: str) -> Next:
        if not self._solo.undo():
            self._say("terminal.nothing-to-undo")
            return Next.ASK_AGAIN
        self._told = len(self._solo.seen)
        self._say("terminal.undone")
        return Next.SHOW_AGAIN

    def _language(self, named: str) -> Next:
        if named not in LANGUAGES:
            self._say("terminal.languages", languages=", ".join(LANGUAGES))
            return Next.ASK_AGAIN
        self.speak(named)
        self._help("")
        return Next.SHOW_AGAIN

    def _quit(self, _: str) -> Next:
        return Next.LEAVE

    def _city(self, named: str) -> CityId | None:
        return take_city(self._solo.game.printed, named.split())[0] if named else None

    def _panels(self) -> Panels:
        return Panels(self.narrator, self._solo.view, self._is_plain)

    def _say(self, key: str, **values: object) -> None:
        self._print(self.narrator.say(key, **values))

    def _print(self, line: str) -> None:
        self._console.print(Text(line))


COMMANDS: Final[Mapping[str, Callable[[Session, str], Next | None]]] = {
    "hand": Session.show,
    "help": Session._help,
    "map": Session._map,
    "routes": Session._routes,
    "log": Session._log,
    "hint": Session._hint,
    "undo": Session._undo,
    "language": Session._language,
    "quit": Session._quit,
}
"""What can be typed besides moves, by the names that the messages `command.*` have words for."""


def _bot_names(levels: Sequence[Level], language: str) -> list[str]:
    """The names of the levels; where one plays twice, with a number; of chance players their seats."""
    ids = [level.id for level in levels]
    names = []
    for seat, level in enumerate(levels, 1):
        name = level.name(language)
        if level.id == RANDOM:
            name = say(language, "player.seat", seat=seat + 1)
        elif ids.count(level.id) > 1:
            name = f"{name} {ids[:seat].count(level.id)}"
        names.append(name)
    return names


def _target(text: str) -> str:
    """What a move is about, whichever cards it costs: the verb with its route, city or color."""
    verb, _, rest = text.partition(" ")
    return f"{verb} {rest.split()[0].partition(':')[0]}" if ":" in rest else text
