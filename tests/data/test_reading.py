"""Every way in which a single entry of a board file can be wrong, and what its author is told."""

import pytest

from tests.data.conftest import FaultsOf

ABER = '{ id = "aber", name = "Aber", at = [1.0, 51.0] }'
ABER_BRIG = '{ between = ["aber", "brig"], length = 3, color = "red" }'
ABER_COVE = '{ between = ["aber", "cove"], points = 6 }'
TOUR_CITIES = 'cities = ["casablanca", "al-qahira", "tehran"]'
TOUR = f'{{ id = "casablanca--al-qahira--tehran", {TOUR_CITIES}, in_order = 9, connected = 6, penalty = 15 }}'

# What it is about, the board, the changes, and the faults expected.
CASES: list[tuple[str, str, list[tuple[str, str]], list[str]]] = [
    (
        "an unknown city",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace('"brig"', '"brigg"'))],
        ["route 1 (aber--brigg): unknown city 'brigg' (did you mean 'brig'?)"],
    ),
    (
        "an unknown city that is like no other",
        "sampleland",
        [(ABER_COVE, ABER_COVE.replace('"cove"', '"xanadu"'))],
        ["ticket 1 (aber--xanadu): unknown city 'xanadu'"],
    ),
    (
        "a route from a city to itself",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace('"brig"', '"aber"'))],
        ["route 1 (aber--aber): names the city 'aber' twice"],
    ),
    (
        "a ticket from a city to itself",
        "sampleland",
        [(ABER_COVE, ABER_COVE.replace('"cove"', '"aber"'))],
        ["ticket 1 (aber--aber): names the city 'aber' twice"],
    ),
    (
        "a ticket with three cities",
        "sampleland",
        [(ABER_COVE, ABER_COVE.replace('"cove"', '"cove", "dale"'))],
        ["ticket 1 (aber--cove--dale): between must name two cities, not 3"],
    ),
    (
        "a tour of two cities",
        "world",
        [(TOUR, TOUR.replace(', "tehran"]', "]"))],
        ["tour 1 (casablanca--al-qahira--tehran): a tour names three cities or more; two make a ticket"],
    ),
    (
        "a tour that is worth more out of order",
        "world",
        [(TOUR, TOUR.replace("connected = 6", "connected = 10"))],
        ["tour 1 (casablanca--al-qahira--tehran): connected is worth 10, more than in_order with 9"],
    ),
    (
        "a city id taken twice",
        "sampleland",
        [(ABER, f'{ABER}, {{ id = "aber", name = "New Aber", at = [2, 50] }}')],
        ["city 2 (aber): the id 'aber' is taken by city 1"],
    ),
    (
        "a city id with a capital",
        "sampleland",
        [(ABER, f'{ABER}, {{ id = "New Aber", name = "New Aber", at = [2, 50] }}')],
        ["city 2 (New Aber): id 'New Aber' must be small letters and digits, with single hyphens between words"],
    ),
    (
        "a city without name and place",
        "sampleland",
        [(ABER, '{ id = "aber" }')],
        ["city 1 (aber): name is missing", "city 1 (aber): at is missing"],
    ),
    (
        "a place that is none",
        "sampleland",
        [(ABER, ABER.replace("[1.0, 51.0]", "[1.0, nan]"))],
        ["city 1 (aber): at is [1.0, nan], but must be two numbers, like [21.0, 52.2]: longitude and latitude"],
    ),
    (
        "a language that we do not speak",
        "sampleland",
        [(ABER, ABER.replace(" }", ', names = { de = "Aber" } }'))],
        ["city 1 (aber): names: unknown key 'de'; known here: en, pl, ro"],
    ),
    (
        "names that are no table",
        "sampleland",
        [(ABER, ABER.replace(" }", ', names = "Aber" }'))],
        ["city 1 (aber): names is 'Aber', but must be a table, written under [names]"],
    ),
    (
        "an empty name",
        "sampleland",
        [(ABER, ABER.replace('"Aber"', '" "'))],
        ["city 1 (aber): name is ' ', but must be a visible text in one line, of at most 300 characters"],
    ),
    (
        "a name with a line break",
        "sampleland",
        [(ABER, ABER.replace('"Aber"', r'"A\nber"'))],
        [r"city 1 (aber): name is 'A\nber', but must be a visible text in one line, of at most 300 characters"],
    ),
    (
        "a harbor that is neither true nor false",
        "sampleland",
        [(ABER, ABER.replace(" }", ', harbor = "yes" }'))],
        ["city 1 (aber): harbor is 'yes', but must be true or false"],
    ),
    (
        "a city that is no table",
        "sampleland",
        [(ABER, f'{ABER}, "brig"')],
        ["city 2: is 'brig', but must be a table in braces, like { id = \"...\" }"],
    ),
    (
        "a misspelt key, which is then missing as well",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("length", "lenght"))],
        [
            "route 1 (aber--brig): length is missing",
            "route 1 (aber--brig): unknown key 'lenght' (did you mean 'length'?)",
        ],
    ),
    (
        "a length in words",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("3", '"three"'))],
        ["route 1 (aber--brig): length is 'three', but must be a whole number from 1 to 1000"],
    ),
    (
        "true is no number",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("3", "true"))],
        ["route 1 (aber--brig): length is true, but must be a whole number from 1 to 1000"],
    ),
    (
        "a route of no length",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("3", "0"))],
        ["route 1 (aber--brig): length is 0, but must be a whole number from 1 to 1000"],
    ),
    (
        "a color that does not exist",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("red", "rde"))],
        ["route 1 (aber--brig): unknown color 'rde' (did you mean 'red'?)"],
    ),
    (
        "a route without a color",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace(', color = "red"', ""))],
        ["route 1 (aber--brig): color is missing"],
    ),
    (
        "grey written as a color",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("red", "grey"))],
        ["route 1 (aber--brig): color is 'grey'; a grey route takes any color, so write \"any\""],
    ),
    (
        "neither rail nor sea",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace(" }", ', kind = "air" }'))],
        ["route 1 (aber--brig): kind is 'air', but must be one of: rail, sea"],
    ),
    (
        "a route id that cannot be typed",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("{", '{ id = "aber/brig",'))],
        [
            "route 1 (aber/brig): id 'aber/brig' must be small letters and digits, "
            "with hyphens between words, like 'aber--brig'"
        ],
    ),
    (
        "sets that are no list",
        "sampleland",
        [(ABER_COVE, ABER_COVE.replace(" }", ', sets = "first" }'))],
        ['ticket 1 (aber--cove): sets is \'first\', but must be a list of texts, like ["a", "b"]'],
    ),
    (
        "doubts that are neither flag nor list",
        "sampleland",
        [(ABER_COVE, ABER_COVE.replace(" }", ', unconfirmed = "first" }'))],
        ["ticket 1 (aber--cove): unconfirmed is 'first', but must be true or false"],
    ),
    (
        "a number where a list is needed",
        "sampleland",
        [("deal = [4] ", "deal = 4 ")],
        ["rules: deal is 4, but must be a list of whole numbers from 0 to 1000, like [4]"],
    ),
    (
        "a rule that is misspelt",
        "sampleland",
        [("longest_bonus = 5", "longest_bonsu = 5")],
        ["rules: unknown key 'longest_bonsu' (did you mean 'longest_bonus'?)"],
    ),
    (
        "more players than a table has",
        "sampleland",
        [("seats = [2, 3, 4, 5] ", "seats = [2, 6] ")],
        ["seats is [2, 6], but must be some of [2, 3, 4, 5], each once and the smallest first"],
    ),
    (
        "players in another order",
        "sampleland",
        [("seats = [2, 3, 4, 5] ", "seats = [3, 2] ")],
        ["seats is [3, 2], but must be some of [2, 3, 4, 5], each once and the smallest first"],
    ),
    (
        "a tunnel without cards",
        "sampleland",
        [("tunnel_cards = 3 ", "tunnel_cards = 0 ")],
        ["rules: tunnel_cards is 0, but must be a whole number from 1 to 1000"],
    ),
    (
        "an edition of a game that nobody knows",
        "sampleland",
        [('name = "Quick"', 'name = "Quick"\ngame = "usb"')],
        ["edition quick: no board game has the name 'usb' (did you mean 'usa'?); there are: europe, usa, world"],
    ),
    (
        "an edition that asks for more than its game has",
        "europe",
        [('name = "Europe Expanded"', 'name = "Europe Expanded"\ngame = "world"')],
        [
            "edition expanded: has tunnels, which the game 'world' does not have",
            "edition expanded: has ferries (wilds), which the game 'world' does not have",
            "edition expanded: has long tickets, which the game 'world' does not have",
            "edition expanded: has stations, which the game 'world' does not have",
            "edition expanded: has a bonus for the longest path (longest_bonus), which the game 'world' does not have",
        ],
    ),
    (
        "a way to return tickets that nobody knows",
        "sampleland",
        [('first_return = "leave"', 'first_return = "burn"')],
        ["rules: tickets: first_return is 'burn', but must be one of: shuffle, leave, bottom"],
    ),
    (
        "no rules for tickets",
        "usa",
        [('[rules.tickets]\nfirst_offer = 4\nfirst_keep = 2\nfirst_return = "shuffle"\noffer = 3\nkeep = 1\n', "")],
        ["rules: tickets is missing"],
    ),
    (
        "a rule that is wrong only in one edition",
        "sampleland",
        [("rules.pieces = [12] ", "rules.pieces = [-1] ")],
        ["edition quick: rules: pieces is [-1], but must be a list of whole numbers from 1 to 1000, like [4]"],
    ),
    (
        "an edition that cannot be typed",
        "sampleland",
        [("[edition.quick]", '[edition."Quick!"]')],
        ["edition Quick!: its name must be small letters and digits, with single hyphens between words"],
    ),
    (
        "colors that mean something else",
        "sampleland",
        [('colors = ["red", "blue"', 'colors = ["red", "any", "blue"')],
        ["palette: color 'any' must be small letters and digits, and not 'any' or 'wild'"],
    ),
    (
        "a name for a color that does not exist",
        "sampleland",
        [("[palette.names] ", '[palette.names]\ngren = { en = "green" } ')],
        ["palette: names: 'gren' is no color of this board (did you mean 'green'?)"],
    ),
    (
        "a suffix without its hyphen",
        "sampleland",
        [("card = [{ copies", 'card = [{ suffix = "ship", copies')],
        ["palette: card 1: suffix 'ship' must be a hyphen and small letters, like '-ship'"],
    ),
    (
        "no kinds of card",
        "sampleland",
        [("card = [{ copies = 10 }]", "card = []")],
        ["palette: card is [], but must be a list of tables, each written under [[card]]"],
    ),
    (
        "a format of the future",
        "sampleland",
        [("format = 1 ", "format = 2 ")],
        ["format is 2, but this version of Branchline reads format 1"],
    ),
    (
        "a game that nobody knows",
        "sampleland",
        [('game = "europe"', 'game = "europa"')],
        ["no board game has the name 'europa' (did you mean 'europe'?); there are: europe, usa, world"],
    ),
    (
        "a board is no game, even if it comes with the package",
        "sampleland",
        [('game = "europe"', 'game = "sampleland"')],
        ["no board game has the name 'sampleland'; there are: europe, usa, world"],
    ),
    (
        "what the game cannot do",
        "sampleland",
        [('game = "europe"', 'game = "usa"')],
        [
            "has tunnels, which the game 'usa' does not have",
            "has ferries (wilds), which the game 'usa' does not have",
            "has long tickets, which the game 'usa' does not have",
            "has stations, which the game 'usa' does not have",
        ],
    ),
    (
        "what the world's rules leave out",
        "world",
        [("flush_at = 3", "flush_at = 3\nlongest_bonus = 10\nstations = 3")],
        [
            "has stations, which the game 'world' does not have",
            "has a bonus for the longest path (longest_bonus), which the game 'world' does not have",
        ],
    ),
    (
        "what only the world's rules know",
        "world",
        [('game = "world"', 'game = "europe"')],
        [
            "has pair spaces (pairs), which the game 'europe' does not have",
            "has sea routes, which the game 'europe' does not have",
            "has tours, which the game 'europe' does not have",
            "has harbors, which the game 'europe' does not have",
            "has a choice of pieces (pieces_kept), which the game 'europe' does not have",
        ],
    ),
    (
        "an unknown key at the top",
        "sampleland",
        [("default_edition =", "defualt_edition =")],
        ["unknown key 'defualt_edition' (did you mean 'default_edition'?)"],
    ),
]


@pytest.mark.parametrize(("what", "board", "changes", "expected"), CASES, ids=[case[0] for case in CASES])
def test_a_wrong_entry_is_told_with_its_place(
    what: str, board: str, changes: list[tuple[str, str]], expected: list[str], faults_of: FaultsOf
) -> None:
    assert faults_of(board, *changes) == expected, what


def test_all_faults_are_told_at_once(faults_of: FaultsOf) -> None:
    """Mistakes in a city, a route, a ticket, the rules and the palette do not hide one another."""
    found = faults_of(
        "sampleland",
        (ABER, ABER.replace(" }", ", harbour = true }")),
        (ABER_BRIG, ABER_BRIG.replace("brig", "brigg")),
        (ABER_COVE, ABER_COVE.replace("6", "six").replace("six", '"six"')),
        ('["aber", "elm"], length = 4', '["aber", "elm"], length = 7'),
        ("flush_at = 3 ", ""),
        ("wilds = 8 ", "wilds = -8 "),
        ("offer = 3 ", "offer = 3\nofer = 3 "),
    )
    assert found == [
        "palette: wilds is -8, but must be a whole number from 0 to 1000",
        "rules: flush_at is missing",
        "rules: tickets: unknown key 'ofer' (did you mean 'offer'?)",
        "city 1 (aber): unknown key 'harbour' (did you mean 'harbor'?)",
        "route 1 (aber--brigg): unknown city 'brigg' (did you mean 'brig'?)",
        "ticket 1 (aber--cove): points is 'six', but must be a whole number from 1 to 1000",
    ]


def test_a_mistake_in_one_section_does_not_keep_others_from_being_checked(faults_of: FaultsOf) -> None:
    found = faults_of(
        "sampleland",
        ("wilds = 8 ", "wilds = -8 "),
        ('["aber", "elm"], length = 4', '["aber", "elm"], length = 7'),
    )
    assert found == [
        "palette: wilds is -8, but must be a whole number from 0 to 1000",
        "route 3 (aber--elm): has 7 spaces, but points ends at a length of 4",
    ]


def test_a_long_wrong_value_is_shortened(faults_of: FaultsOf) -> None:
    (found,) = faults_of("sampleland", (ABER, ABER.replace('"Aber"', f'"{"a" * 301}"')))
    assert found.startswith("city 1 (aber): name is 'aaa")
    assert len(found) < 160


def test_a_fault_is_one_line_even_if_the_file_holds_control_codes(faults_of: FaultsOf) -> None:
    (found,) = faults_of("sampleland", (ABER_BRIG, ABER_BRIG.replace('"brig"', r'"\u001b[2Jbrig\n"')))
    assert found == r"route 1 (aber--\x1b[2Jbrig\n): unknown city '\x1b[2Jbrig\n' (did you mean 'brig'?)"


def test_a_fault_does_not_repeat_a_whole_page(faults_of: FaultsOf) -> None:
    (found,) = faults_of("sampleland", (ABER_BRIG, ABER_BRIG.replace('"brig"', f'"{"x" * 5000}"')))
    assert found.endswith("xxx...")
    assert len(found) < 700
