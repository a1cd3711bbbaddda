"""What people write can be seen, and nobody's name can be taken for another's."""

import unicodedata

import pytest

from branchline.server import wire
from branchline.server.room.commands import Sit
from branchline.server.room.tokens import holder_of, token_for
from branchline.server.text import cleaned, look_alike
from tests.server.party import KEY, Party, cid_of

INVISIBLE = "\u200d\u3164\u2800\uffa0\ufe0f\u034f\u17b4\u180b\u115f\u1160\u00ad\u2060"


@pytest.mark.parametrize("sign", INVISIBLE, ids=ascii)
def test_what_nobody_sees_is_no_text(sign: str) -> None:
    assert cleaned(sign) == ""
    assert cleaned(f" {sign}{sign} {sign}") == ""
    assert cleaned(f"A{sign}n{sign}") in ("An", "A n")


def test_marks_without_a_letter_are_no_text_and_towers_are_cut() -> None:
    assert cleaned("\u0301" * 22) == ""
    assert cleaned("x" + "\u0336" * 22) == "x" + "\u0336" * 3
    assert cleaned("e\u0301 \u0301") == "é"


def test_a_joiner_between_them_does_not_make_towers_of_marks_higher() -> None:
    tower = cleaned("क" + "\u0336\u0336\u094d\u200d" * 20)
    assert sum(unicodedata.category(sign) == "Mn" for sign in tower) == 3
    hearts = cleaned("❤" + "\ufe0f\u0336\u0336" * 20)
    assert sum(sign == "\u0336" for sign in hearts) == 3


@pytest.mark.parametrize(
    "text",
    [
        "👩‍🚀",
        "👨‍👩‍👧‍👦",
        "❤️",
        "🏳️‍🌈",
        "👍🏽",
        "👩🏽‍⚕️",
        "1️⃣",
        "Ștefan",
        "Łukasz",
        "Việt",
        "क्‍ष",
        "שָׁלוֹם",
        "O'Neill",
        "李",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert cleaned(text) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Ann"),
        ("Ann", "ANN"),
        ("Ann", "Аnn"),  # a Cyrillic letter
        ("Ann", "Ａｎｎ"),  # wide letters
        ("Ann", "Ánn"),
        ("Paula", "Ρаulɑ"),  # Greek, Cyrillic, and a Latin letter of phoneticians
        ("Lola", "ӀoӀa"),  # an upright stroke of Caucasian languages
        ("Wendy", "Ԝendy"),
        ("Ann", "An\u200dn"),
        ("Ian", "lan"),
        ("Olga", "0lga"),
        ("Arnold", "Amold"),
        ("❤️", "❤"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Guest 1", "Guest 2"), ("Alia", "Alla"), ("Jan", "Jon")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn", "\u200bAnn\u3164"])  # one letter is Cyrillic
def test_nobody_takes_the_name_of_somebody_else(name: str) -> None:
    party = Party()
    party.sit("Bea")
    assert party.refusal(wire.Rename, 1, name=name) == "name-taken"
    party.ack(wire.Rename, 0, name=name)
    party.ack(wire.Leave, 1)
    reply = party.handle(Sit(cid_of("Cid"), name, holder_of(token_for(KEY, cid_of("Cid"))), 1)).reply
    assert isinstance(reply, wire.Refused)
    assert reply.code == "name-taken"


@pytest.mark.parametrize("text", ["\u3164", "\u2800 \ufe0f", "\u0301" * 22], ids=ascii)
def test_nobody_says_or_is_called_what_cannot_be_seen(text: str) -> None:
    party = Party()
    assert party.refusal(wire.Say, 0, text=text) == "bad-message"
    assert party.refusal(wire.Rename, 0, name=text) == "bad-message"
