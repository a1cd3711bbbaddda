"""`branchline terminal`: a game in the terminal against random players, with typed moves."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_language, check_players

if TYPE_CHECKING:
    from rich.console import Console

    from branchline.core.actions import Action
    from branchline.core.events import Event
    from branchline.core.game import AnyGame

MAX_LISTED = 60
MAX_EXAMINED = 20_000


def terminal(
    game: Annotated[str, typer.Argument(help="A game, a board of the package, or a board's file.")] = "usa",
    players: Annotated[int, typer.Option("--players", "-p", help="How many play, you included.")] = 2,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the game.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Seed of the game; without it, every game is new.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Your name.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="Language, such as en or pl.")] = "en",
    record: Annotated[Path | None, typer.Option("--record", help="Write the finished game to this file.")] = None,
) -> None:
    """Play in the terminal against random players."""
    from rich.console import Console

    from branchline.games import find_game

    check_language(language)
    played = find_game(game, edition)
    check_players(played, players)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    table = TerminalGame(console, played, players, secrets.randbits(64) if seed is None else seed, name, language)
    if table.play() and record is not None:
        _write(table, record)


def _write(table: TerminalGame, path: Path) -> None:
    from branchline.notation.records.record import record_of, record_text

    done = record_of(table.game, table.names, table.seed, table.actions, table.game.outcome(table.state))
    try:
        path.write_text(record_text(done), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None


class TerminalGame:
    """One game with one person in seat 0 and random players in the others."""

    def __init__(
        self, console: Console, game: AnyGame, players: int, seed: int, name: str | None, language: str
    ) -> None:
        from branchline.cli.random_play import choices_of
        from branchline.core.ids import Seat
        from branchline.messages import say
        from branchline.notation.prose import Narrator

        self.console = console
        self.game = game
        self.seed = seed
        self.me = Seat(0)
        self.names = [say(language, "player.seat", seat=seat + 1) for seat in range(players)]
        self.names[self.me] = name or self.names[self.me]
        self.narrator = Narrator(game.printed, language, self.names)
        self.choose = choices_of(seed)
        self.actions: list[tuple[Seat, Action]] = []
        start = game.start(players, seed)
        self.state: Any = start.state
        self._tell(start.events)

    def play(self) -> bool:
        """Play to the end; whether it was reached."""
        from branchline.cli.score_tables import print_outcome

        self.console.print(self.narrator.say("terminal.help", example="draw blind"))
        while not self.game.is_over(self.state):
            seat = self.game.actors(self.state)[0]
            if seat == self.me:
                action = self._asked()
                if action is None:
                    self.console.print(self.narrator.say("terminal.bye"))
                    return False
            else:
                legal = self.game.legal(self.state, seat)
                action = legal[self.choose(len(legal))]
            self.actions.append((seat, action))
            step = self.game.apply(self.state, seat, action)
            self.state = step.state
            self._tell(step.events)
        print_outcome(self.console, self.narrator, self.game.outcome(self.state))
        return True

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self.console.print(self.narrator.event(event.seen_by(self.me)))

    def _asked(self) -> Action | None:
        """Ask until the answer is a legal action, or the person leaves."""
        from branchline.notation.typed.names import ParseError
        from branchline.notation.typed.text import parse_action

        self._show()
        while True:
            try:
                typed = self.console.input("> ").strip()
            except EOFError:
                return None
            if typed.lower() in ("quit", "exit"):
                return None
            if typed.startswith("?"):
                self._list(typed[1:].strip().lower())
                continue
            if typed.lower() == "hand" or not typed:
                self._show()
                continue
            try:
                action = parse_action(self.game, typed, self.state, self.me)
            except ParseError as error:
                self.console.print(error.said(self.narrator.language))
                continue
            refusal = self.game.refusal(self.state, self.me, action)
            if refusal is None:
                return action
            self.console.print(self.narrator.say(f"refusal.{refusal.value}"))

    def _show(self) -> None:
        """What the person needs to know in order to decide."""
        from branchline.core.bits import members
        from branchline.core.ids import TicketId

        narrator, view = self.narrator, self.game.view(self.state, self.me)
        self.console.print()
        self._show_players(view)
        self.console.print(narrator.phase(self.state.phase))
        self.console.print(narrator.say("terminal.display", cards=narrator.display(view.display)))
        self.console.print(narrator.say("terminal.hand", cards=narrator.cards(view.own.hand)))
        tickets = [TicketId(ticket) for ticket in members(view.own.tickets)]
        self.console.print(narrator.say("terminal.tickets", tickets=narrator.tickets(tickets)))
        pieces = getattr(view.players[self.me], "pieces", None)
        if pieces is not None:
            self.console.print(narrator.say("terminal.pieces", pieces=narrator.pieces(pieces)))

    def _show_players(self, view: Any) -> None:
        """What everybody sees of every player; in the Card Game also the rows in the yards."""
        for seat, seen in enumerate(view.players):
            counts = {"points": seen.points, "cards": seen.hand_size, "tickets": seen.ticket_count}
            self.console.print(self.narrator.say("terminal.player", player=self.names[seat], **counts))
        for color, row in enumerate(getattr(view, "yards", ())):
            if row is not None:
                cards = self.narrator.row({color: row.colored}, row.wilds)
                self.console.print(self.narrator.say("terminal.yard", player=self.names[row.seat], cards=cards))

    def _list(self, verb: str) -> None:
        """The legal moves as they can be typed, all or those of one verb; of many ways to pay, the first."""
        from branchline.notation.typed.text import action_text

        texts = (
            action_text(self.game, action) for action in islice(self.game.legal(self.state, self.me), MAX_EXAMINED)
        )
        first: dict[str, str] = {}
        for text in texts:
            if text.startswith(verb):
                first.setdefault(_target(text), text)
        moves = list(first.values())
        for move in moves[:MAX_LISTED]:
            self.console.print(f"  {move}")
        if len(moves) > MAX_LISTED:
            self.console.print(self.narrator.say("terminal.more", count=len(moves) - MAX_LISTED))


def _target(text: str) -> str:
    """What a move is about, whichever cards it costs: the verb with its route, city or color."""
    verb, _, rest = text.partition(" ")
    return f"{verb} {rest.split()[0].partition(':')[0]}" if ":" in rest else text
