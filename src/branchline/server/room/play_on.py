"""Making a table that goes on from a moment of a finished game: its log begins with the decisions of the record."""

from __future__ import annotations

from branchline.core.game import AnyGame
from branchline.core.revision import RULES_REVISION
from branchline.notation.json.codec import to_json
from branchline.notation.records.record import Record
from branchline.notation.records.replay import ReplayedGame
from branchline.notation.records.seed_text import seed_text
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.commands import Refuse
from branchline.server.room.fairness import DEALING
from branchline.server.room.levels import plays
from branchline.server.room.new_table import chair_of, digest_of_request, first_entries
from branchline.server.room.table import file_of
from branchline.server.room.tokens import holder_of, table_id, token_for
from branchline.server.store.contract import Append


def continued_table(
    asked: wire.PlayOn, record: Record, played: ReplayedGame, secret: str, key: str, now: float
) -> Append:
    """The first entries of a table that goes on with the cards of the record: those that were to come still come."""
    game = played.game
    _demand_moment(asked, played)
    _demand_seats(asked, record, game)
    holder = holder_of(token_for(key, asked.cid))
    first = record.options.first
    created = facts.Created(
        board=game.board_id,
        file=file_of(game),
        game=game.name,
        edition=game.edition,
        digest=game.digest,
        options=wire.TableOptions(first=first, open_stacks=record.options.open_stacks),
        clock=wire.NoClock(),
        pace=asked.pace,
        public=False,
        chairs=[chair_of(plan, holder) for plan in asked.seats],
        secret=secret,
        key=key,
        revision=RULES_REVISION,
        dealing=DEALING,
        deal=seed_text(record.seed),
        sent=digest_of_request(asked),
    )
    decisions = zip(record.actions[: asked.move], played.actions, strict=False)
    taken = [facts.Played(entry.seat, to_json(game.printed, action), "record") for entry, action in decisions]
    return first_entries(table_id(asked.cid), game, [created, facts.Started(), *taken], now)


def _demand_moment(asked: wire.PlayOn, played: ReplayedGame) -> None:
    if asked.move >= len(played.steps) or played.game.is_over(played.steps[asked.move].state):
        raise Refuse("game-over", f"nothing is left to decide after {asked.move} decisions")


def _demand_seats(asked: wire.PlayOn, record: Record, game: AnyGame) -> None:
    if len(asked.seats) != len(record.seats):
        raise Refuse("wrong-seats", f"the game has {len(record.seats)} seats")
    if not any(isinstance(plan, wire.MySeat) for plan in asked.seats):
        raise Refuse("wrong-seats", "at least one seat must be yours")
    if any(isinstance(plan, wire.OpenSeat) for plan in asked.seats):
        raise Refuse("seat-open")
    if any(isinstance(plan, wire.BotSeat) and not plays(plan.level, game) for plan in asked.seats):
        raise Refuse("unknown-level")
