"""Every check of a board as a whole, on a file that fails it and nothing else."""

import pytest

from branchline.data.checks.all_checks import CHECKS
from tests.data.conftest import FaultsOf

ABER_BRIG = '{ between = ["aber", "brig"], length = 3, color = "red" }'
ABER_DALE = '{ between = ["aber", "dale"], length = 2, color = "any" }'
FERRY = 'length = 2, color = "any", wilds = 1'
TUNNEL = 'length = 2, color = "red", tunnel = true'
GLEN = '{ id = "glen", name = "Glen", at = [4.0, 47.4] }'
ABER_COVE = '{ between = ["aber", "cove"], points = 6 }'
CARD = "card = [{ copies = 10 }]"
STANDARD = '[edition.standard]\nname = "Standard"'
WORLD_STANDARD = 'note = "57 tickets and 8 tours."'
HARBOR_CARDS = """  { suffix = "-harbor", copies = 4, harbor = true },
  { suffix = "-ship", copies = 4, deck = 1, harbor = true },"""

# The name of the check, the board, the changes, and the faults expected.
CASES: list[tuple[str, str, list[tuple[str, str]], list[str]]] = [
    (
        "lists_are_short",
        "sampleland",
        [('"green", "black"]', '"green", "black", ' + ", ".join(f'"c{number}"' for number in range(9)) + "]")],
        ["has 13 colors; there can be 12 at the most"],
    ),
    (
        "entries_are_small",
        "sampleland",
        [
            (ABER_BRIG, ABER_BRIG.replace("length = 3", "length = 13")),
            ("rules.pieces = [12]", "rules.pieces = [14]"),
            ("points = [0, 1, 2, 4, 7]", "points = [0, 1, 2, 4, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8]"),
        ],
        ["route 1 (aber--brig): has 13 spaces; there can be 12 at the most"],
    ),
    (
        "entries_are_small",
        "world",
        [
            (
                '"casablanca", "al-qahira", "tehran"], in',
                '"casablanca", "al-qahira", "tehran", "lahore", "mumbai", "bangkok", "lagos", "luanda", "tokyo"], in',
            )
        ],
        ["tour 1 (casablanca--al-qahira--tehran): names 9 cities; there can be 8 at the most"],
    ),
    (
        "cities_have_few_neighbors",
        "europe",
        [
            (
                "\nroute = [\n",
                "\nroute = [\n"
                + "".join(
                    f'{{ between = ["paris", "{city}"], length = 2, color = "any" }},\n'
                    for city in ("lisboa", "madrid", "cadiz", "roma", "wien", "berlin")
                ),
            )
        ],
        ["city 30 (paris): has routes to 13 other cities; there can be 12 at the most"],
    ),
    (
        "numbers_are_small",
        "sampleland",
        [("pieces = [16]", "pieces = [61]")],
        ["rules: pieces in all, with a bonus for the longest path, is 61; 60 is the most"],
    ),
    (
        "wrapping_routes_leave_at_one_side",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace(" }", ", wraps = true }"))],
        [
            "route 1 (aber--brig): no meridian is crossed by all routes with wraps = true and by no others; "
            "mark those that wrap"
        ],
    ),
    (
        "numbers_are_small",
        "sampleland",
        [("display = [5]", "display = [11]"), ("stations = 2", "stations = 6")],
        ["rules: display is 11; 10 is the most", "rules: stations is 6; 4 is the most"],
    ),
    (
        "junctions_are_no_cities",
        "sampleland",
        [(GLEN, GLEN.replace(" }", ", junction = true, harbor = true }"))],
        [
            "city 7 (glen): a junction cannot have a harbor",
            *(
                f"ticket {number} ({id}): names 'glen', which is a junction, not a city"
                for number, id in ((2, "aber--glen"), (5, "brig--glen"), (10, "ford--glen"), (15, "cove--glen"))
            ),
        ],
    ),
    (
        "cities_lie_apart",
        "sampleland",
        [("at = [4.0, 47.4]", "at = [1, 51]")],
        ["city 7 (glen): lies at the same place as 'aber'"],
    ),
    (
        "route_ids_differ",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("{", '{ id = "aber--dale",'))],
        ["route 2 (aber--dale): the id 'aber--dale' is taken already"],
    ),
    (
        "double_routes_match",
        "sampleland",
        [(ABER_DALE, '{ between = ["brig", "aber"], length = 2, color = "any" }, ' + ABER_DALE)],
        [
            "route 2 (brig--aber): the two lanes of a double route have the same length; "
            "this has 2, but the other lane, aber--brig--1, has 3"
        ],
    ),
    (
        "double_routes_match",
        "sampleland",
        [(ABER_BRIG, f"{ABER_BRIG}, {ABER_BRIG.replace('red', 'blue')}, {ABER_BRIG.replace('red', 'green')}")],
        ["route 3 (aber--brig): is a third lane beside aber--brig--1; a double route has two"],
    ),
    (
        "special_spaces_fit",
        "sampleland",
        [(FERRY, 'length = 2, color = "any", wilds = 3')],
        ["route 8 (cove--ford): wilds is 3, more than its length of 2"],
    ),
    (
        "special_spaces_fit",
        "sampleland",
        [(FERRY, f"{FERRY}, tunnel = true")],
        ["route 8 (cove--ford): is a ferry (wilds) and a tunnel; a route can be one of them only"],
    ),
    (
        "special_spaces_fit",
        "sampleland",
        [(FERRY, FERRY.replace("any", "red"))],
        ['route 8 (cove--ford): is a ferry (wilds), so its color must be "any"'],
    ),
    (
        "special_spaces_fit",
        "world",
        [
            (
                '["casablanca", "marseille"], length = 1, color = "any", pairs = 1',
                '["casablanca", "marseille"], length = 1, color = "red", pairs = 2, tunnel = true',
            )
        ],
        [
            "route 32 (casablanca--marseille): pairs is 2, more than its length of 1",
            "route 32 (casablanca--marseille): has pair spaces and is a ferry or tunnel; "
            "a route can be one of them only",
            'route 32 (casablanca--marseille): has pair spaces, so its color must be "any"',
        ],
    ),
    (
        "special_spaces_fit",
        "world",
        [
            (
                'length = 6, color = "white", kind = "sea", wraps = true',
                'length = 6, color = "any", kind = "sea", wilds = 1, wraps = true',
            )
        ],
        ["route 78 (tokyo--vancouver): is a sea route; only rail routes have wilds, tunnel or pairs"],
    ),
    (
        "every_city_can_be_reached",
        "sampleland",
        [
            (
                GLEN,
                f'{GLEN}, {{ id = "isle", name = "Isle", at = [0, 45] }}, {{ id = "key", name = "Key", at = [0, 44] }}',
            ),
            (ABER_BRIG, f'{ABER_BRIG}, {{ between = ["isle", "key"], length = 1, color = "any" }}'),
        ],
        ["no chain of routes leads from 'aber' to 'isle', 'key'"],
    ),
    (
        "card_kinds_differ",
        "sampleland",
        [(CARD, "card = [{ copies = 5 }, { copies = 5 }]")],
        [f"palette: there are 2 kinds of card with the id '{color}'" for color in ("red", "blue", "green", "black")],
    ),
    (
        "double_cards_are_ships",
        "sampleland",
        [(CARD, "card = [{ copies = 10, covers = 2 }]")],
        ["palette: a card of deck 0 covers one space; only cards of deck 1 can cover two"],
    ),
    (
        "colors_have_few_kinds",
        "sampleland",
        [(CARD, 'card = [{ copies = 5 }, { suffix = "-new", copies = 5 }]')],
        ["palette: with tunnels or stations a color can have only one kind of card in a deck"],
    ),
    (
        "colors_have_few_kinds",
        "world",
        [(HARBOR_CARDS, HARBOR_CARDS + '\n  { suffix = "-old", copies = 4, harbor = true },')],
        [
            "palette: a color has 3 kinds of card in deck 0; there can be two at the most",
            "palette: a color can have only one kind of card with a harbor in deck 0",
        ],
    ),
    (
        "decks_agree",
        "sampleland",
        [("pieces = [16] ", "pieces = [16, 20] "), ("deal = [4] ", "deal = [4, 4] ")],
        [
            "rules: deal needs one number for each deck: 1, as display has, not 2",
            "rules: pieces needs one number for each deck: 1, as display has, not 2",
        ],
    ),
    (
        "decks_agree",
        "sampleland",
        [
            (ABER_BRIG, ABER_BRIG.replace(" }", ', kind = "sea" }')),
            (CARD, 'card = [{ copies = 10 }, { suffix = "-ship", copies = 10, deck = 1 }]'),
        ],
        [
            "route 1 (aber--brig): is a sea route, but there is no second deck: display has one number",
            "palette: has cards of deck 1, but there is no second deck: display has one number",
        ],
    ),
    (
        "decks_agree",
        "world",
        [("display = [3, 3]", "display = [3, 3, 3]")],
        [
            "rules: display has 3 numbers; there can be one deck (trains) or two (trains, ships)",
            "rules: deal needs one number for each deck: 3, as display has, not 2",
            "rules: pieces needs one number for each deck: 3, as display has, not 2",
        ],
    ),
    (
        "there_are_enough_cards",
        "sampleland",
        [(CARD, "card = [{ copies = 4 }]")],
        ["palette: deck 0 has 24 cards, but 4 for each of 5 players and a display of 5 need 25"],
    ),
    (
        "every_route_can_be_paid",
        "sampleland",
        [
            ('["aber", "elm"], length = 4', '["aber", "elm"], length = 8'),
            ("wilds = 8 ", "wilds = 0 "),
            (CARD, "card = [{ copies = 7 }]"),
            ("points = [0, 1, 2, 4, 7]  ", "points = [0, 1, 2, 4, 7, 0, 0, 0, 21]"),
        ],
        [
            "route 3 (aber--elm): has 8 spaces, but all cards of a color and all wilds fill only 7",
            "route 8 (cove--ford): needs 1 wilds, but there are only 0",
        ],
    ),
    (
        "every_route_can_be_filled",
        "sampleland",
        [("rules.pieces = [12]", "rules.pieces = [3]")],
        [
            "route 3 (aber--elm): has 4 spaces, but a player has only 3 pieces for it",
            "route 13 (elm--holm): has 4 spaces, but a player has only 3 pieces for it",
        ],
    ),
    (
        "every_length_has_points",
        "sampleland",
        [(ABER_BRIG, ABER_BRIG.replace("3", "5"))],
        ["route 1 (aber--brig): has 5 spaces, but points ends at a length of 4"],
    ),
    (
        "pieces_can_be_chosen",
        "world",
        [("pieces_kept = 60", "pieces_kept = 76")],
        ["rules: pieces_kept is 76, but a player has only 75 pieces"],
    ),
    (
        "pieces_can_be_chosen",
        "world",
        [("default_pieces = [20, 40]", "default_pieces = [30, 30]")],
        ["rules: default_pieces is [30, 30], but must take 60 (pieces_kept) of [25, 50]"],
    ),
    (
        "pieces_can_be_chosen",
        "world",
        [("default_pieces = [20, 40]", "default_pieces = [20, 41]")],
        ["rules: default_pieces is [20, 41], but must take 60 (pieces_kept) of [25, 50]"],
    ),
    (
        "pieces_can_be_chosen",
        "world",
        [("default_pieces = [20, 40]\n", "")],
        ["rules: default_pieces is [], but must take 60 (pieces_kept) of [25, 50]"],
    ),
    (
        "pieces_can_be_chosen",
        "world",
        [("pieces_kept = 60\n", "")],
        ["rules: default_pieces is given, but pieces_kept is not, so that nothing is chosen"],
    ),
    (
        "the_end_is_not_at_once",
        "sampleland",
        [("end_at = 2 ", "end_at = 12 ")],
        ["edition quick: rules: end_at is 12, but players start with 12 pieces"],
    ),
    (
        "the_end_is_not_at_once",
        "world",
        [("end_at = 6", "end_at = 60")],
        ["rules: end_at is 60, but players start with 60 pieces"],
    ),
    (
        "harbors_can_be_built",
        "sampleland",
        [("stations = 2 ", "harbors = 3 ")],
        [
            "rules: has harbors to build, but no city with harbor = true",
            "rules: has harbors to build, but no harbor cards in both decks to pay with",
            "rules: has harbors to build, but no harbor_points",
        ],
    ),
    (
        "harbors_can_be_built",
        "world",
        [(HARBOR_CARDS, HARBOR_CARDS.replace("deck = 1, harbor = true", "deck = 1"))],
        ["rules: has harbors to build, but no harbor cards in both decks to pay with"],
    ),
    (
        "ticket_ids_differ",
        "sampleland",
        [(ABER_COVE, f"{ABER_COVE}, {ABER_COVE}")],
        ["ticket 2 (aber--cove): the id 'aber--cove' is taken already"],
    ),
    (
        "there_is_a_default_edition",
        "sampleland",
        [('default_edition = "standard"', 'default_edition = "standart"')],
        ["default_edition 'standart' is no edition of this board (did you mean 'standard'?)"],
    ),
    (
        "editions_name_sets_that_exist",
        "usa",
        [('tickets = ["classic"]', 'tickets = ["classic", "clasic"]')],
        ["edition classic: no ticket is in the set 'clasic' (did you mean 'classic'?)"],
    ),
    (
        "every_ticket_is_played",
        "usa",
        [('points = 4, sets = ["refreshed"]', 'points = 4, sets = ["refrehsed"]')],
        ["ticket 54 (atlanta--washington): is in no edition: their sets are big-cities, classic, refreshed"],
    ),
    (
        "doubts_name_sets_of_the_ticket",
        "sampleland",
        [(ABER_COVE, ABER_COVE.replace(" }", ', unconfirmed = ["first"] }'))],
        ["ticket 1 (aber--cove): is unconfirmed in 'first', which is none of its sets"],
    ),
    (
        "there_are_enough_tickets",
        "sampleland",
        [("first_offer = 2 ", "first_offer = 3 ")],
        [
            "edition standard: there are 11 regular tickets, but 3 for each of 5 players at the start need 15",
            "edition quick: there are 11 regular tickets, but 3 for each of 5 players at the start need 15",
        ],
    ),
    (
        "there_are_enough_tickets",
        "sampleland",
        [('["aber", "ford"], points = 7, long = true', '["aber", "ford"], points = 7')],
        [
            "edition standard: there are 4 long tickets, but 1 for each of 5 players at the start need 5",
            "edition quick: there are 4 long tickets, but 1 for each of 5 players at the start need 5",
        ],
    ),
    (
        "long_tickets_are_dealt",
        "sampleland",
        [("first_long = 1 ", "first_long = 0 ")],
        [
            "edition standard: has long tickets, but first_long is 0, so that nobody would get one",
            "edition quick: has long tickets, but first_long is 0, so that nobody would get one",
        ],
    ),
    (
        "long_tickets_are_dealt",
        "europe",
        [('first_return = "leave"', 'first_return = "bottom"')],
        ['rules: first_return must be "leave" where there are long tickets'],
    ),
    (
        "offers_can_be_kept",
        "usa",
        [("first_keep = 2", "first_keep = 5"), ("keep = 1\n", "keep = 4\n")],
        [
            "rules: first_keep is 5, but only 4 tickets are offered at the start",
            "rules: keep is 4, but only 3 tickets are offered",
            "edition classic: rules: first_keep is 5, but only 3 tickets are offered at the start",
        ],
    ),
]


@pytest.mark.parametrize(("check", "board", "changes", "expected"), CASES, ids=[case[0] for case in CASES])
def test_the_check_finds_its_fault_and_nothing_else(
    check: str, board: str, changes: list[tuple[str, str]], expected: list[str], faults_of: FaultsOf
) -> None:
    assert faults_of(board, *changes) == expected, check


def test_every_check_has_a_file_that_fails_it() -> None:
    assert {case[0] for case in CASES} == {check.__name__ for check, _ in CHECKS}


@pytest.mark.parametrize("board", ["usa", "europe", "world", "sampleland"])
def test_an_unchanged_board_fails_none(board: str, faults_of: FaultsOf) -> None:
    assert faults_of(board) == []


def test_pieces_that_stay_in_the_box_lengthen_no_path(faults_of: FaultsOf) -> None:
    # The World prints 75 pieces a player, of which 60 are kept (W-6): no path is longer than those.
    faults = faults_of("world", ("pieces_kept = 60", "pieces_kept = 60\nlongest_bonus = 10"))
    assert faults == ["has a bonus for the longest path (longest_bonus), which the game 'world' does not have"]
