"""A record plays again to the same game on every machine, and says precisely where it does not."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from branchline.core.game import Options
from branchline.core.ids import Seat
from branchline.core.revision import RULES_REVISION
from branchline.core.score import Finish, Source, TieBreak
from branchline.data.faults import Faulty
from branchline.data.load import load_board
from branchline.games import game_of_board, load_game
from branchline.notation.json.codec import to_json
from branchline.notation.records.reader import KNOWN, read_record, read_records
from branchline.notation.records.record import FORMAT, Record, record_line, record_of, record_text
from branchline.notation.records.replay import replay, verify
from tests.notation.walk import GAMES, decisions
from tests.records import unsealed

DOCS = Path(__file__).parents[2] / "docs" / "records.md"
NAMES = ["Ada", "Bożena", "Ștefan", 'D. "Dan" O’Neill', "{e}"]


def played(name: str, seats: int, seed: int, options: Options | None = None, edition: str | None = None) -> Record:
    game = load_game(name, edition)
    options = options or Options()
    made = list(decisions(game, game.start(seats, seed, options), seed))
    actions = [(decision.seat, decision.action) for decision in made]
    return record_of(game, NAMES[:seats], seed, actions, game.outcome(made[-1].step.state), options)


@pytest.fixture(scope="module")
def usa() -> Record:
    return played("usa", 2, 7)


def changed(record: Record, **changes: Any) -> str:
    return json.dumps(unsealed(record) | changes)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_record_plays_again_to_the_same_end(name: str, seats: int, seed: int) -> None:
    record = played(name, seats, seed)
    assert read_record(record_text(record), "here") == record
    assert read_record(record_line(record), "here") == record
    assert verify(record) == ()
    game = load_game(name)
    states = [decision.step.state for decision in decisions(game, game.start(seats, seed), seed)]
    again = replay(record)
    assert [step.state for step in again.steps[1:]] == states
    assert again.state == states[-1]


def test_options_and_editions_are_kept() -> None:
    record = played("cards", 3, 5, Options(first=Seat(2), open_stacks=True))
    again = read_record(record_line(record), "here")
    assert again.options == Options(first=Seat(2), open_stacks=True)
    assert verify(again) == ()
    classic = read_record(record_line(played("usa", 4, 5, edition="classic")), "here")
    assert classic.edition == "classic"
    assert verify(classic) == ()


def test_actions_may_be_json(usa: Record) -> None:
    again = replay(usa)
    actions = [
        [entry.seat, to_json(again.game.printed, action)]
        for entry, action in zip(usa.actions, again.actions, strict=True)
    ]
    assert verify(read_record(changed(usa, actions=actions), "here")) == ()


def test_a_seed_may_be_hexadecimal(usa: Record) -> None:
    assert read_record(changed(usa, seed="0xFf"), "here").seed == 255


def test_a_seed_may_be_a_key() -> None:
    """Its text is never a number's, even where all its digits are decimal ones; and it has one form only."""
    key = bytes.fromhex("12" * 32)
    game = load_game("usa")
    start = game.start(2, key)
    record = record_of(game, NAMES[:2], key, [], None)
    written = json.loads(record_line(record))
    assert written["seed"] == "key:" + "12" * 32
    assert read_record(record_line(record), "here") == record
    assert replay(record).state == start.state != game.start(2, int("12" * 32)).state
    for wrong in ("12" * 51, "key:" + "12" * 31, "key:" + "AB" * 32, "key:0x" + "12" * 31, "key: " + "12" * 32, "-1"):
        with pytest.raises(Faulty, match="is not a number written as a text, nor 'key:' with 64 hexadecimal digits"):
            read_record(changed(record, seed=wrong), "here")


def test_a_record_of_a_running_game(usa: Record) -> None:
    data = unsealed(usa)
    part = read_record(json.dumps(data | {"actions": data["actions"][:30], "outcome": None}), "here")
    assert verify(part) == ()
    assert len(replay(part).steps) == 31


def test_every_line_of_the_text_is_short_work_for_a_reader(usa: Record) -> None:
    lines = record_text(usa).splitlines()
    assert '    [0, "keep ' in "\n".join(lines)
    assert len(lines) > len(usa.actions)


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    source = load_board("sampleland")
    game = game_of_board(source)
    made = list(decisions(game, game.start(2, 3), 3))
    actions = [(decision.seat, decision.action) for decision in made]
    record = record_of(game, NAMES[:2], 3, actions, game.outcome(made[-1].step.state))
    assert record.game == "europe"
    assert record.board == "sampleland"
    assert verify(record) == ()
    elsewhere = read_record(changed(record, board="kitchen"), "here")
    (fault,) = verify(elsewhere)
    assert str(fault).startswith("board: there is no game or board 'kitchen'; there are: usa, ")
    assert [fault.place for fault in verify(elsewhere, game)] == ["board"]


def test_the_page_on_records_names_everything() -> None:
    page = DOCS.read_text("utf-8")
    words = [*KNOWN, *(member.value for kind in (Source, Finish, TieBreak) for member in kind)]
    assert [word for word in words if f"`{word}`" not in page] == []


# What a reader must not swallow.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "here: is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[]", f"here: is not a record: the format should be '{FORMAT}', not []"),
        ("{}", f"here: is not a record: the format should be '{FORMAT}', not None"),
        ('{"format": "branchline record 2"}', f"should be '{FORMAT}', not 'branchline record 2'"),
        ("[" * 100_000, "here: has brackets in brackets"),
        (" " * 4_000_001, "here: is longer than 4,000,000 characters"),
    ],
)
def test_what_is_no_record(text: str, message: str) -> None:
    with pytest.raises(Faulty) as caught:
        read_record(text, "here")
    assert message in str(caught.value)


def test_all_faults_are_told_at_once(usa: Record) -> None:
    text = changed(
        usa,
        gaem="usa",
        edition=3,
        seed=7,
        seats=["Ada", ""],
        options={"first": 2, "fast": True, "open_stacks": 1},
        outcome=[],
        notes="none",
        actions=[[0, "pass"], [2, "pass"], ["0", "pass"], [0], [0, 5], "pass"],
    )
    with pytest.raises(Faulty) as caught:
        read_record(text, "here")
    assert str(caught.value).splitlines() == [
        "here: gaem: has no place in a record (did you mean 'game'?)",
        "here: seats: every seat needs a name of at most 80 characters",
        "here: edition: 3 is not a text",
        "here: seed: 7 is not a number written as a text, nor 'key:' with 64 hexadecimal digits",
        "here: action 2: 2 is not a seat",
        "here: action 3: '0' is not a seat",
        "here: action 4: [0] is not a seat with an action",
        "here: action 5: [0, 5] is not a seat with an action",
        "here: action 6: 'pass' is not a seat with an action",
        "here: outcome: [] is not an object",
        "here: options: fast: unknown option (did you mean 'first'?)",
        "here: options: first: 2 is not a seat",
        "here: options: open_stacks: 1 is not true or false",
        "here: notes: 'none' is not an object",
    ]


def test_missing_parts_are_told() -> None:
    with pytest.raises(Faulty) as caught:
        read_record(json.dumps({"format": FORMAT}), "here")
    assert [fault.place for fault in caught.value.faults] == [
        f"here: {name}" for name in ("seats", "game", "board", "edition", "digest", "seed", "actions")
    ]


@pytest.mark.parametrize("revision", [0, -1, "2", 2.0, True, None])
def test_a_revision_is_a_number(usa: Record, revision: object) -> None:
    with pytest.raises(Faulty, match=r"here: revision: .* is not the number of a revision of the rules"):
        read_record(changed(usa, revision=revision), "here")


def test_a_record_without_a_revision_is_one_of_the_first_rules(usa: Record) -> None:
    data = unsealed(usa)
    assert data.pop("revision") == RULES_REVISION
    assert read_record(json.dumps(data), "here").revision == 1


def test_too_many_seats_or_actions(usa: Record) -> None:
    with pytest.raises(Faulty, match="10 seats are too many"):
        read_record(changed(usa, seats=["x"] * 10), "here")
    with pytest.raises(Faulty, match="100,001 actions are too many"):
        read_record(changed(usa, actions=[0] * 100_001), "here")


def test_many_records_in_one_file(usa: Record, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([record_line(usa), "", record_line(usa), "{"]), "utf-8")
    records = read_records(path)
    assert [next(records), next(records)] == [usa, usa]
    with pytest.raises(Faulty, match=r"games.jsonl: line 4: is not JSON"):
        next(records)


def test_one_record_in_a_file(usa: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.branchline.json"
    path.write_text("\ufeff" + record_text(usa), "utf-8")
    assert list(read_records(path)) == [usa]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Faulty, match="cannot be read: No such file"):
        list(read_records(tmp_path / "none.json"))
    (tmp_path / "image").write_bytes(b"\x89PNG\xff")
    with pytest.raises(Faulty, match="is not text in UTF-8"):
        list(read_records(tmp_path / "image"))


# What a replay must not swallow.


def test_actions_that_cannot_be_understood_are_all_told(usa: Record) -> None:
    data = unsealed(usa)
    data["actions"][4][1] = "claim denver boston"
    data["actions"][7] = [1, {"do": "draw", "slot": "x"}]
    found = verify(read_record(json.dumps(data), "here"))
    assert [fault.place.partition(" (")[0] for fault in found] == ["action 5", "action 8"]
    assert found[0].message.startswith("There is no route Denver – Boston.")
    assert found[1].message == "slot: 'x' is not a whole number"


def test_the_first_illegal_action_is_told_with_its_reason(usa: Record) -> None:
    data = unsealed(usa)
    seat = data["actions"][2][0]
    data["actions"].insert(2, [1 - seat, "draw blind"])
    (fault,) = verify(read_record(json.dumps(data), "here"))
    name = usa.seats[1 - seat]
    assert str(fault) == (
        f"action 3 ({name}, seat {1 - seat}: 'draw blind'): is refused (not-your-turn): It is not your turn."
    )


def test_a_differing_score_is_told_line_by_line(usa: Record) -> None:
    data = copy.deepcopy(unsealed(usa))
    line = data["outcome"]["sheets"][1]["lines"][0]
    points = line["points"]
    line["points"] += 1
    data["outcome"]["winners"] = [0, 1]
    data["outcome"]["sheets"][0]["lines"].append({"source": "ticket", "points": 5})
    said = len(data["outcome"]["sheets"][0]["lines"])
    found = [str(fault) for fault in verify(read_record(json.dumps(data), "here"))]
    assert f"outcome.sheets[1].lines[0].points: the record says {points + 1}, the replay gives {points}" in found
    assert any(text.startswith("outcome.winners: the record says [0, 1], the replay gives [") for text in found)
    assert any(text.startswith("outcome.sheets[0].lines: the record says [{") for text in found)
    assert len(found) == 3, f"{said} lines: {found}"


def test_a_missing_outcome_is_told(usa: Record) -> None:
    (fault,) = verify(read_record(changed(usa, outcome=None), "here"))
    assert fault.place == "outcome"
    assert fault.message.startswith("the record says None, the replay gives {")


def test_an_outcome_of_an_unfinished_game_is_told(usa: Record) -> None:
    data = unsealed(usa)
    (fault,) = verify(read_record(changed(usa, actions=data["actions"][:-1]), "here"))
    assert str(fault) == f"outcome: is given, but the game is not over after {len(usa.actions) - 1} actions"


def test_another_board_is_told(usa: Record) -> None:
    (fault,) = verify(read_record(changed(usa, digest="0123"), "here"))
    assert str(fault).startswith("digest: the record was made with board data '0123', this is '")
    (fault,) = verify(read_record(changed(usa, game="europe"), "here"))
    assert str(fault) == "game: the record says 'europe', the board is made for 'usa'"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"edition": "pocket"}, "usa.toml: there is no edition 'pocket'"),
        ({"board": "cards", "edition": "pocket"}, "cards.toml: there is no edition 'pocket'"),
        ({"board": "../usa.toml"}, "board: there is no game or board '../usa.toml'"),
        ({"seats": ["Ada", "Bob", "Cyd", "Dan", "Eve", "Flo"]}, "seats: 6 players are not possible, only 2, 3, 4, 5"),
    ],
)
def test_a_game_that_there_is_not(usa: Record, changes: dict[str, Any], message: str) -> None:
    (fault,) = verify(read_record(changed(usa, **changes), "here"))
    assert str(fault).startswith(message)


def test_another_seed_does_not_pass(usa: Record) -> None:
    assert verify(read_record(changed(usa, seed="8"), "here"))


def test_a_record_says_whether_it_has_its_end(usa: Record) -> None:
    whole = json.loads(record_line(usa))
    assert whole["finished"] is True
    assert json.loads(record_line(replace(usa, actions=usa.actions[:5], outcome=None)))["finished"] is False
    assert list(json.loads(record_text(usa)).items()) == list(whole.items())
    with pytest.raises(Faulty, match="finished: is true, but the record has no outcome: its end is missing"):
        read_record(changed(usa, finished=True, outcome=None), "here")
    with pytest.raises(Faulty, match="finished: is false, but the record has an outcome"):
        read_record(changed(usa, finished=False), "here")


def test_the_checksum_covers_every_key_and_no_spelling(usa: Record) -> None:
    whole = json.loads(record_line(usa))
    shuffled = json.dumps(dict(reversed(whole.items())), indent=3)
    assert read_record(shuffled, "here").checksum == whole["checksum"]
    for name in whole.keys() - {"checksum", "format"}:
        without = {key: value for key, value in whole.items() if key != name}
        with pytest.raises(Faulty, match="checksum: does not fit"):
            read_record(json.dumps(without), "here")
    with pytest.raises(Faulty, match="checksum: does not fit"):
        read_record(json.dumps(whole | {"checksum": 5}), "here")
