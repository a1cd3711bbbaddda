"""Before the game: who sits where, who may change it, and how it starts."""

from hashlib import sha256
from random import Random

import msgspec
import pytest

from branchline.bots.daily import RIVALS
from branchline.games import load_game
from branchline.server import wire
from branchline.server.room import facts, judge
from branchline.server.room.chairs import BotChair, OpenChair, PersonChair
from branchline.server.room.commands import Refuse, Resume, Sit
from branchline.server.room.new_table import new_table as first_entries
from branchline.server.room.new_table import offered_game, rematch_of
from branchline.server.room.presence import ABSENCE_SECONDS
from branchline.server.room.tokens import following_secret, holder_of, kept_cid, table_id, token_for
from tests.server.party import KEY, OPEN, SECRET, Party, bot, cid_of, mine, new_table, started


def test_the_maker_of_a_table_sits_where_they_said_and_is_the_host() -> None:
    party = Party(new_table(seats=[OPEN, mine("Ann"), bot()]))
    state = party.views.state()
    assert [seat.kind for seat in state.seats] == ["open", "person", "bot"]
    assert state.host == 1
    assert state.status == "open"


def test_whoever_comes_gets_the_first_open_seat_or_the_one_they_ask_for() -> None:
    party = Party(new_table(seats=[mine("Ann"), OPEN, OPEN]))
    assert party.sit("Bea") == 1
    assert Party(new_table(seats=[mine("Ann"), OPEN, OPEN])).sit("Bea", seat=2) == 2


@pytest.mark.parametrize(
    ("seat", "code"), [(0, "seat-taken"), (1, "seat-taken"), (2, "no-such-seat"), (None, "table-full")]
)
def test_a_seat_has_room_for_one(seat: int | None, code: str) -> None:
    party = Party()
    party.sit("Bea")
    reply = party.handle(Sit(cid_of("Cid"), "Cid", holder_of(token_for(KEY, cid_of("Cid"))), seat)).reply
    assert isinstance(reply, wire.Refused)
    assert reply.code == code


def test_nobody_sits_down_once_the_game_has_begun() -> None:
    party = started(people=2)
    for seat in (None, 0):
        command = Sit(cid_of("Cid"), "Cid", holder_of(token_for(KEY, cid_of("Cid"))), seat)
        assert party.handle(command).reply == wire.Refused(code="not-open", cid=command.cid)


def test_a_token_has_160_bits_and_the_id_of_a_table_80() -> None:
    assert len(token_for(KEY, cid_of("Ann"))) == 160 / 5
    assert len(table_id(cid_of("Ann"))) == 80 / 5


def test_what_is_kept_of_a_secret_id_is_half_of_its_hash() -> None:
    whole = sha256(b"branchline cid\n" + cid_of("Ann").encode()).hexdigest()
    assert kept_cid(cid_of("Ann")) == whole[:32]


def test_an_entry_is_its_commands_and_names_who_sent_it_and_what() -> None:
    """The seat and a quarter of the hash of its token; as much of the hash of the command, without its secrets."""
    party = Party()
    command = wire.Rename(cid="one", seat=0, name="Anna")
    party.handle(command)
    entry = party.entries[-1]
    assert (entry.actor, entry.cid) == (f"0.{party.table.person(0).holder[:16]}", "one")
    assert facts.read(entry.body).sent == sha256(msgspec.json.encode(command, order="sorted")).hexdigest()[:16]
    asked = new_table()
    anonymous = msgspec.structs.replace(asked, cid="")
    created = facts.read(party.entries[0].body)
    assert created.sent == sha256(msgspec.json.encode(anonymous, order="sorted")).hexdigest()[:16]


def test_of_what_one_command_makes_the_last_entry_is_its_own() -> None:
    """The others are the server's, numbered, so that the id of the command stands once in the log."""
    party = Party()
    party.sit("Bea", entropy="ab" * 16)
    sat, added = party.entries[-2:]
    assert (sat.actor, sat.cid) == ("server", f"v{sat.seq}")
    assert (added.actor, added.cid) == (f"sit.{holder_of(party.tokens[1])[:16]}", kept_cid(cid_of("Bea")))


def test_what_the_server_does_itself_has_numbers_instead_of_ids() -> None:
    party = started(people=1, bots=1)
    party.play_randomly(Random(1), 20)
    played = [each.entry for each in party.applied if isinstance(each.fact, facts.Played) and each.fact.by == "bot"]
    assert played
    assert all((entry.actor, entry.cid) == ("server", f"v{entry.seq}") for entry in played)


def test_spectators_are_counted_as_they_come_and_go() -> None:
    party = Party()
    for _ in range(3):
        party.room.presence.arrive([])
    assert party.views.state().spectators == 3
    party.room.presence.depart([], party.now)
    assert party.views.presence(party.now).spectators == 2


def test_a_list_of_tables_tells_the_board_the_open_seats_and_the_points() -> None:
    summary = Party(new_table("europe", [mine("Ann"), OPEN, OPEN])).room.summary()
    assert (summary.board, summary.seats, summary.names) == ("europe", 3, ("Ann", "", ""))
    assert summary.extra == {"file": "", "name": load_game("europe").printed.name, "open": 2, "points": ""}


def test_a_seat_can_be_left_before_the_game_and_taken_by_somebody_else() -> None:
    party = Party()
    party.sit("Bea")
    party.ack(wire.Leave, 1)
    assert party.views.state().seats[1].kind == "open"
    party.sit("Cid")
    assert party.views.state().seats[1].name == "Cid"


def test_who_has_left_the_game_or_sits_at_its_end_cannot_leave(seed: int) -> None:
    party = started("cards", people=2)
    party.ack(wire.Leave, 1)
    assert party.refusal(wire.Leave, 1) == "not-open"
    party.play_randomly(Random(seed))
    assert party.refusal(wire.Leave, 0) == "not-open"


def test_a_token_that_gave_up_its_seat_holds_nothing() -> None:
    party = Party()
    party.sit("Bea")
    bea = holder_of(party.tokens[1])
    party.ack(wire.Leave, 1)
    party.sit("Cid")
    reply = party.handle(wire.Say(cid="x", seat=1, text="still me"), frozenset({bea})).reply
    assert isinstance(reply, wire.Refused)
    assert reply.code == "not-your-seat"


def test_a_name_is_text_in_one_line_without_invisible_signs() -> None:
    party = Party()
    party.ack(wire.Rename, 0, name="  An\u202en\u0000 \n <b>Ola</b> ")
    assert party.views.state().seats[0].name == "Ann <b>Ola</b>"
    reply = party.do(wire.Rename, 0, name="\u200b\u202e").reply
    assert isinstance(reply, wire.Refused)
    assert (reply.code, reply.detail) == ("bad-message", "the name has nothing that can be read")


def test_a_name_that_one_of_several_has_is_taken() -> None:
    party = Party(new_table(seats=[mine("Ann"), OPEN, OPEN]))
    party.sit("Bea")
    assert party.refusal(wire.Rename, 0, name="BEA") == "name-taken"


def test_only_the_host_arranges_seats_and_only_those_without_a_person() -> None:
    party = Party(new_table(seats=[mine("Ann"), OPEN, OPEN]))
    party.sit("Bea")
    assert party.refusal(wire.Arrange, 1, target=2, level="random") == "not-host"
    assert party.refusal(wire.Arrange, 0, target=1, level="random") == "seat-taken"
    assert party.refusal(wire.Arrange, 0, target=2, level="deity") == "unknown-level"
    assert party.refusal(wire.Arrange, 0, target=4, level="random") == "no-such-seat"
    party.ack(wire.Arrange, 0, target=2, level="random")
    assert party.views.state().seats[2].kind == "bot"
    party.ack(wire.Arrange, 0, target=2, level=None)
    assert party.views.state().seats[2].kind == "open"


def test_seats_are_not_arranged_any_more_once_the_game_has_begun() -> None:
    party = started(people=1, bots=1)
    for level in ("random", None):
        assert party.refusal(wire.Arrange, 0, target=1, level=level) == "not-open"


def test_the_seat_of_somebody_who_is_gone_can_be_given_away() -> None:
    party = Party()
    party.sit("Bea")
    party.depart(1)
    assert party.refusal(wire.Arrange, 0, target=1, level="random") == "seat-taken"
    party.now += ABSENCE_SECONDS
    party.ack(wire.Arrange, 0, target=1, level="random")
    assert party.views.state().seats[1].kind == "bot"


def test_when_the_host_is_gone_the_next_person_is_the_host() -> None:
    party = Party()
    party.sit("Bea")
    assert party.refusal(wire.Start, 1) == "not-host"
    party.depart(0)
    assert party.refusal(wire.Start, 1) == "not-host", "a connection that blinks costs nobody their rights"
    assert party.refusal(wire.Arrange, 1, target=0, level="random") == "not-host"
    party.now += ABSENCE_SECONDS
    party.ack(wire.Start, 1)
    assert party.table.status == "playing"


def test_the_game_starts_when_every_seat_is_filled() -> None:
    party = Party()
    assert party.refusal(wire.Start, 0) == "seat-open"
    party.sit("Bea")
    result = party.ack(wire.Start, 0)
    assert [type(each.fact) for each in result.applied] == [facts.Started]
    assert result.applied[0].events
    told = party.views.update((), result.applied, party.now).table
    assert told is not None, "whoever looks on must learn that the table is no longer open"
    assert told.status == "playing"
    assert party.refusal(wire.Start, 0) == "not-open"
    assert party.refusal(wire.AddEntropy, 0, entropy="ab") == "not-open"


def test_one_request_can_make_a_table_and_start_it() -> None:
    party = Party(new_table(seats=[mine("Ann"), bot(), bot()], start=True, entropy="ab12"))
    assert party.table.status == "playing"
    assert party.table.entropy == ["ab12", None, None]
    party = Party(new_table(seats=[bot(), mine("Ann"), mine("Bea")], start=True, entropy="ab12"))
    assert party.table.entropy == [None, "ab12", None], "it is the maker's, wherever they sit"


def test_several_seats_on_one_screen_are_one_token() -> None:
    party = Party(new_table(seats=[mine("Ann"), mine("Bea"), bot()]))
    assert party.table.seats_of(frozenset({holder_of(party.tokens[0])})) == (0, 1)
    assert len(party.views.update((0, 1), [], 0).updates) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("new", "code", "detail"),
    [
        (new_table("chess"), "unknown-board", ""),
        (new_table("usa", edition="gold"), "unknown-board", ""),
        (new_table("sampleland"), "unknown-board", ""),  # Made to be copied, not to be played.
        (new_table("../boards/usa.toml"), "unknown-board", ""),
        (new_table("cards", [mine("A"), OPEN, OPEN, OPEN, OPEN]), "wrong-seats", ""),
        (new_table(seats=[OPEN, OPEN]), "wrong-seats", "at least one seat must be yours"),
        (new_table(seats=[mine("A"), bot("god")]), "unknown-level", ""),
        (
            new_table(options=wire.TableOptions(first=2, open_stacks=False)),
            "wrong-seats",
            "the first seat does not exist",
        ),
        (new_table(start=True), "seat-open", ""),
        (new_table(seats=[OPEN], daily="2026-11-17"), "wrong-seats", "exactly one seat must be yours"),
    ],
)
def test_a_table_that_cannot_be_is_refused(new: wire.NewTable, code: str, detail: str) -> None:
    with pytest.raises(Refuse) as refused:
        first_entries(new, offered_game(new.board, new.edition), SECRET, KEY, 0.0)
    assert (refused.value.code, refused.value.detail) == (code, detail)


def test_the_daily_deal_begins_at_once_against_the_bots_of_the_day_and_follows_from_the_day() -> None:
    """Whatever the server's secret is: everybody plays the same deal."""

    def party(day: str, secret: str) -> Party:
        return Party(new_table("cards", [mine("Ann"), OPEN], daily=day, public=True), secret=secret)

    one, two, tomorrow = party("2026-11-17", SECRET), party("2026-11-17", "ab" * 32), party("2026-11-18", SECRET)
    assert [each.table.status for each in (one, two, tomorrow)] == ["playing"] * 3
    assert one.table.state == two.table.state != tomorrow.table.state
    assert one.table.chairs[1:] == [BotChair(level) for level in RIVALS]
    assert one.table.options == wire.TableOptions(first=None, open_stacks=False, hints=False)
    assert (one.table.public, one.table.has_known_deal, one.table.daily) == (False, True, "2026-11-17")


def test_the_same_request_means_the_same_table_and_the_same_token() -> None:
    """A lost answer costs nobody a seat: both are made from the request's own secret id."""
    assert table_id(cid_of("host")) == table_id(cid_of("host")) != table_id(cid_of("hose"))
    assert token_for(KEY, cid_of("a")) == token_for(KEY, cid_of("a"))
    assert token_for("00" * 32, cid_of("a")) != token_for(KEY, cid_of("a"))


def test_neither_tokens_nor_what_makes_them_is_in_the_log() -> None:
    party = started(people=3)
    log = b"".join(entry.body + entry.cid.encode() + entry.actor.encode() for entry in party.entries)
    for token in party.tokens:
        assert token.encode() not in log
    for name in ("host", "Bea", "Cid"):
        assert cid_of(name).encode() not in log


def test_a_rematch_is_a_new_table_with_the_same_people(seed: int) -> None:
    party = started("cards", people=2, bots=1)
    assert party.refusal(wire.Rematch, 1) == "not-finished"
    party.play_randomly(Random(seed))
    party.ack(wire.Rematch, 1)
    table, created = following(party)
    assert party.views.state().rematch == table != party.table.id
    ann, bea = party.table.person(0).holder, party.table.person(1).holder
    assert created.chairs == [PersonChair("Ann", ann), PersonChair("Bea", bea), BotChair("random")]
    assert created.secret not in (party.table.secret, party.table.key)
    secrets = following_secret(party.table.key, "secret"), following_secret(party.table.key, "key")
    assert (created.secret, created.key) == secrets, "whichever process makes it, also one of another version"
    again = party.ack(wire.Rematch, 0)
    assert not again.applied


def following(party: Party) -> tuple[str, facts.Created]:
    """The table of a rematch, as it is made."""
    append = rematch_of(party.room, party.now)
    created = facts.read(append.entries[0].body)
    assert isinstance(created, facts.Created)
    return append.table, created


def test_a_rematch_against_bots_begins_at_once_with_the_entropy_of_who_asks(seed: int) -> None:
    party = Party(new_table("cards", [mine("Ann"), bot(), bot()], start=True))
    party.play_randomly(Random(seed))
    (rematched,) = party.ack(wire.Rematch, 0, entropy="ab12").applied
    assert isinstance(rematched.fact, facts.Rematched)
    append = rematch_of(party.room, party.now, rematched.fact)
    made = [facts.read(entry.body) for entry in append.entries]
    assert made[1:] == [facts.EntropyAdded(0, "ab12"), facts.Started()]
    assert append.summary.status == "playing"


def test_a_rematch_with_other_people_waits_for_them(seed: int) -> None:
    party = started("cards", people=2, bots=1)
    party.play_randomly(Random(seed))
    (rematched,) = party.ack(wire.Rematch, 0, entropy="ab12").applied
    assert isinstance(rematched.fact, facts.Rematched)
    assert rematch_of(party.room, party.now, rematched.fact).summary.status == "open"


def test_who_has_left_and_is_gone_has_no_seat_in_the_rematch(seed: int) -> None:
    party = started("cards", people=3)
    for seat in (1, 2):
        party.ack(wire.Leave, seat)
    party.depart(2)
    party.play_randomly(Random(seed))
    party.ack(wire.Rematch, 1)
    _, created = following(party)
    ann, bea = party.table.person(0).holder, party.table.person(1).holder
    assert created.chairs == [PersonChair("Ann", ann), PersonChair("Bea", bea), OpenChair()]


def test_what_one_seat_changes_is_bounded_and_takes_nothing_from_the_others(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(judge, "MAX_SEAT_CHANGES", 4)
    party = started(people=2)
    for _ in range(4):
        party.ack(wire.Rename, 1, name="Bee")
        party.ack(wire.Leave, 1)
        party.ack(wire.Return, 1)
    assert party.refusal(wire.Rename, 1, name="Bea") == "too-many"
    party.ack(wire.Rename, 0, name="Anna")
    for muted in (True, False) * 4:
        party.ack(wire.Mute, 0, target=1, muted=muted)
    party.ack(wire.Pace, 0, pace=1.0)
    assert party.reloaded().table.changes == party.table.changes
    party.ack(wire.Leave, 1)
    assert party.refusal(wire.Return, 1) == "too-many"
    party.play_randomly(Random(seed))
    assert party.table.status == "finished"


def test_a_guest_who_comes_and_goes_leaves_the_next_one_a_name_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MAX_SEAT_CHANGES", 2)
    party = Party()
    for guest in ("Bea", "Cid", "Dan"):
        party.sit(guest)
        party.ack(wire.Rename, 1, name="one")
        party.ack(wire.Rename, 1, name="two")
        assert party.refusal(wire.Rename, 1, name="three") == "too-many"
        party.ack(wire.Leave, 1)
    party.ack(wire.Arrange, 0, target=1, level="random")


def test_an_id_counts_once_however_long_ago_and_stands_for_one_command() -> None:
    party = Party()
    first = wire.Rename(cid="first", seat=0, name="Anna")
    reply = party.handle(first).reply
    for number in range(90):
        party.ack(wire.Rename, 0, name=f"Ann {number}")
    for room in (party.room, party.reloaded()):
        party.room = room
        assert party.handle(first).reply == reply
        other = party.handle(wire.Rename(cid="first", seat=0, name="Bella")).reply
        assert isinstance(other, wire.Refused)
        assert (other.code, other.detail) == ("cid-used", "another command had this id")
    assert party.table.person(0).name == "Ann 89"


def test_an_id_of_an_earlier_version_is_answered_as_before() -> None:
    """Its entry does not say what was sent."""
    party = Party()
    party.ack(wire.Rename, 0, name="Anna")
    last = party.entries[-1]
    fact = facts.read(last.body)
    fact.sent = ""
    party.entries[-1] = msgspec.structs.replace(last, body=facts.written(fact))
    party.room = party.reloaded()
    assert isinstance(party.handle(wire.Rename(cid=last.cid, seat=0, name="Bella")).reply, wire.Ack)


def test_a_request_for_a_seat_that_was_given_up_says_so() -> None:
    party = Party()
    party.sit("Bea")
    party.ack(wire.Leave, 1)
    reply = party.handle(Sit(kept_cid(cid_of("Bea")), "Bea", holder_of(party.tokens[1]))).reply
    assert isinstance(reply, wire.Refused)
    said = "the seat that this request took was given up; sit down with a fresh cid"
    assert (reply.code, reply.detail) == ("cid-used", said)


def test_a_seat_is_not_taken_and_given_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.room.seating.MAX_SEAT_CHANGES", 3)
    party = Party()
    for name in ("Bea", "Cid", "Dora"):
        party.ack(wire.Leave, party.sit(name))
    again = Sit(cid_of("Eve"), "Eve", holder_of(token_for(KEY, cid_of("Eve"))), 1)
    reply = party.handle(again).reply
    assert isinstance(reply, wire.Refused)
    assert (reply.code, reply.detail) == ("too-many", "")


def test_what_the_host_does_to_a_seat_counts_for_the_host() -> None:
    """Otherwise a guest whom the host silences often could not be silenced any more."""
    party = Party()
    party.sit("Bea")
    party.ack(wire.Mute, 0, target=1, muted=True)
    assert party.table.changes[0, facts.Muted] == 1
    assert party.table.changes[1, facts.Muted] == 0


def test_what_the_server_does_counts_for_no_seat() -> None:
    """A table is made, and woken, in nobody's name."""
    party = started(people=2, clock=wire.MoveClock(seconds=30))
    party.now += 3600
    assert party.handle(Resume(since=party.now)).applied
    assert {seat for seat, _ in party.table.changes} == {0, 1}
