"""A file of tables that an earlier version wrote: it opens, and says plainly which of its games cannot go on.

`fixtures/tables-revision-1.sqlite` was written by the server before the first correction of the rules (revision 1):
an open table of the USA, one that plays, one of the Card Game that plays, and a finished one of Europe.
"""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import apsw
import msgspec
import pytest
from starlette.testclient import TestClient

from branchline.core.revision import RULES_REVISION
from branchline.messages import LANGUAGES
from branchline.server.room import facts
from branchline.server.room.chairs import BotChair, Chair, OpenChair, PersonChair
from branchline.server.room.tokens import token_for
from tests.server.webapp import Caller, call, serving

FILE = Path(__file__).parent / "fixtures" / "tables-revision-1.sqlite"
CATALOGS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "messages"
OPEN, USA, CARDS, EUROPE = "fow6ac43ximarrxx", "444kg7knlfincx56", "k343vj6qwral2fiq", "erfoazx36stxn7qp"
MAKERS = {OPEN: "usaopen", USA: "usaplaying", CARDS: "cardsplaying", EUROPE: "europefinished"}


WORDS = {
    "created", "sat", "left", "arranged", "renamed", "mixed", "started", "played", "hinted", "away", "returned", "said",
    "muted", "paced", "asked", "answered", "undone", "rematched", "resumed",
}  # fmt: skip


def test_the_words_of_the_log_stay_what_they_are() -> None:
    """They are on disk for ever: further facts may come, and none of these may go or be called otherwise."""
    kinds: tuple[Any, ...] = get_args(facts.Fact)
    assert {kind.__struct_config__.tag for kind in kinds} >= WORDS
    assert facts.written(facts.TakebackAsked(1)) == b'{"fact":"asked","seat":1}', "what is usual is left out"
    decided = facts.Played(1, {"do": "pass"}, "bot", facts.Why("no-card"))
    said = b'{"fact":"played","seat":1,"action":{"do":"pass"},"by":"bot","why":{"key":"no-card"}}'
    assert (facts.written(decided), facts.read(said)) == (said, decided), "also of a bot's reason"
    assert facts.read(b'{"fact":"left","seat":1}').sent == "", (
        "an entry that does not tell what was sent stands for any"
    )
    with pytest.raises(msgspec.ValidationError):
        facts.read(b'{"fact":"asked","seat":1,"mood":"bad"}')


def test_the_words_of_the_chairs_in_the_log_stay_what_they_are() -> None:
    """What is usual is left out, and what nobody knows is not passed over."""
    for chair, body in (
        (OpenChair(), b'{"kind":"open"}'),
        (PersonChair("Ann", "ab"), b'{"kind":"person","name":"Ann","holder":"ab"}'),
        (PersonChair("Ann", "ab", muted=True), b'{"kind":"person","name":"Ann","holder":"ab","muted":true}'),
        (BotChair("planner"), b'{"kind":"bot","level":"planner"}'),
    ):
        assert msgspec.json.encode(chair) == body
        assert msgspec.json.decode(body, type=Chair) == chair
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(body[:-1] + b',"mood":"bad"}', type=Chair)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server on a copy that was written just now, so that no table in it is old enough to be removed."""
    shutil.copy(FILE, tmp_path / "tables.db")
    connection = apsw.Connection(str(tmp_path / "tables.db"))
    connection.execute("UPDATE seating SET updated = ?", (time.time(),))
    connection.close()
    with serving(tmp_path) as client:
        yield client


def kept(table: str, file: Path = FILE) -> list[facts.Fact]:
    """The facts of a table; the fixture is read without making anything beside it."""
    how = "?immutable=1" if file == FILE else ""
    connection = apsw.Connection(f"file:{file}{how}", flags=apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READONLY)
    rows = connection.execute(
        "SELECT body FROM entry JOIN seating ON seating.key = entry.seating WHERE id = ? ORDER BY seq", (table,)
    )
    return [facts.read(body) for (body,) in rows]


def token(table: str) -> str:
    created = kept(table)[0]
    assert isinstance(created, facts.Created)
    return token_for(created.key, f"{MAKERS[table]:x<22}")


def test_every_fact_of_the_first_revision_can_still_be_read() -> None:
    created = [kept(table)[0] for table in MAKERS]
    assert [fact.revision for fact in created if isinstance(fact, facts.Created)] == [1] * len(MAKERS)
    kinds = {type(fact) for table in MAKERS for fact in kept(table)}
    assert {facts.EntropyAdded, facts.TakenBack, facts.Arranged, facts.Away, facts.Returned, facts.Played} <= kinds


def test_a_table_at_which_no_game_had_begun_goes_on_under_the_new_rules(client: TestClient, tmp_path: Path) -> None:
    bea = client.post(f"/api/tables/{OPEN}/seats", json={"cid": "b" * 22, "name": "Bea"})
    assert bea.status_code == 201, bea.text
    with call(client) as ann:
        welcome = ann.hello(OPEN, token(OPEN))
        assert welcome["table"]["retired"] is None
        assert [seat["name"] or seat["level"] for seat in welcome["table"]["seats"]] == ["Ann", "Bea", "racer"]
        assert [line["text"] for line in welcome["said"]] == ["Welcome to usa!"]
        assert ann.command("start", 0)["type"] == "ack"
    with call(client) as ann:
        assert ann.hello(OPEN, token(OPEN))["updates"][0]["choices"], "the game is under way"
    started = next(fact for fact in kept(OPEN, tmp_path / "tables.db") if isinstance(fact, facts.Started))
    assert started.revision == RULES_REVISION


@pytest.mark.parametrize("table", [USA, CARDS])
def test_a_game_under_way_says_that_it_cannot_go_on(client: TestClient, table: str) -> None:
    with call(client) as ann:
        welcome = ann.hello(table, token(table), since=0)
        shown = welcome["table"]
        assert (shown["status"], shown["retired"]) == ("playing", "old-rules")
        assert [seat["name"] or seat["level"] for seat in shown["seats"]][:2] == ["Anna", "Bea"]
        assert [line["text"] for line in welcome["said"]][-1] == "Good luck to all."
        assert shown["fairness"]["secret"] is None, "the deal of a game that is not over stays secret"
        update = welcome["updates"][0]
        assert (update["view"], update["decision"], update["choices"]) == (None, None, [])
        assert all(step.get("events", []) == [] for step in update["steps"])
        assert refused(ann, "play", decision=3, action={"do": "pass"}) == "old-rules"
        assert refused(ann, "leave") == "old-rules"
        assert refused(ann, "ask", action={"do": "pass"}) == "old-rules"
        assert ann.command("say", 0, text="A pity.")["type"] == "ack"


def test_the_same_people_can_begin_anew(client: TestClient) -> None:
    with call(client) as ann:
        ann.hello(USA, token(USA))
        assert ann.command("rematch", 0)["type"] == "ack"
        following = client.get(f"/api/tables/{USA}").json()["rematch"]
    with call(client) as ann:
        welcome = ann.hello(following, token(USA))
        assert (welcome["seats"], welcome["table"]["retired"]) == ([0, 1], None)
        assert welcome["table"]["status"] == "playing", "one person holds both seats, so nobody has to agree"


def test_a_finished_game_stays_listed_and_says_that_its_result_cannot_be_shown(client: TestClient) -> None:
    with call(client) as ann:
        welcome = ann.hello(EUROPE, token(EUROPE))
        assert (welcome["table"]["status"], welcome["table"]["retired"]) == ("finished", "old-rules")
        assert (welcome["outcome"], welcome["table"]["points"]) == (None, []), "that version did not keep it"
        assert ann.command("say", 0, text="Do you remember?")["type"] == "ack"
    assert client.get(f"/api/tables/{EUROPE}").json()["status"] == "finished", "also after something was said"
    for what in ("record", "replay"):
        answer = client.get(f"/api/tables/{EUROPE}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "old-rules")
    assert client.get(f"/api/tables/{EUROPE}/steps").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_plain_sentence_in_every_language(language: str) -> None:
    catalog = json.loads((CATALOGS / f"{language}.json").read_text("utf-8"))
    sentences = [catalog[key] for key in ("refusal.old-rules", "refusal.old-board", "retired.no-result")]
    assert len(set(sentences)) == 3
    assert all(len(sentence) > 20 for sentence in sentences)


def refused(caller: Caller, kind: str, **more: Any) -> str:
    answer = caller.command(kind, 0, **more)
    assert answer["type"] == "refused", answer
    code: str = answer["code"]
    return code
