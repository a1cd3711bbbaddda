"""A finished game from a real table is scored exactly, and what cannot be is told with its line."""

import re
from pathlib import Path
from typing import Any

import pytest

from branchline.core.bits import members
from branchline.core.score import Finish, Outcome, ScoreLine, Source, TieBreak
from branchline.data.faults import Faulty
from branchline.data.load import board_names, load_board
from branchline.games import game_of_board, load_game
from branchline.notation.scorecard.checker import Position
from branchline.notation.scorecard.position import position
from branchline.notation.scorecard.reader import PLAYER_KEYS, TABLE_KEYS, read_scorecard
from tests.notation.walk import GAMES, decisions

DOCS = Path(__file__).parents[2] / "docs" / "score-format.md"


def scored(text: str, game: str | None = None) -> Outcome:
    scorecard = read_scorecard(text, "here")
    played = load_game(game or scorecard.table["game"].text)
    return played.outcome(position(played, scorecard).state)


def notes(text: str) -> tuple[str, ...]:
    scorecard = read_scorecard(text, "here")
    return position(load_game(scorecard.table["game"].text), scorecard).notes


def faults(text: str) -> list[str]:
    with pytest.raises(Faulty) as caught:
        scored(text)
    return str(caught.value).splitlines()


def lines(outcome: Outcome, seat: int, source: Source) -> list[ScoreLine]:
    return [line for line in outcome.sheets[seat].lines if line.source is source]


def points(outcome: Outcome) -> list[int]:
    return [sheet.total for sheet in outcome.sheets]


def test_the_rulebooks_example_of_tickets() -> None:
    """U-10: Montreal–Atlanta and New York–Atlanta completed add 15."""
    outcome = scored("""
        game: usa
        [Ada]
        routes: Montreal - New York, New York - Washington, Washington - Raleigh, Raleigh - Atlanta
        tickets: Montreal - Atlanta, New York - Atlanta
        [Bob]
        routes: Seattle - Portland
        tickets: Atlanta - Washington, Sault Ste. Marie - Nashville
    """)
    done = lines(outcome, 0, Source.TICKET)
    assert [line.finish for line in done] == [Finish.COMPLETED, Finish.COMPLETED]
    assert sum(line.points for line in done) == 15
    assert lines(outcome, 0, Source.ROUTES)[0].points == 4 + 2 + 2 + 2
    assert points(outcome) == [10 + 15 + 10, 1 - 4 - 8]
    assert outcome.winners == (0,)
    assert outcome.decided_by is TieBreak.POINTS


def test_a_station_borrows_the_route_that_serves_best() -> None:
    outcome = scored("""
        game: europe
        [Ada]
        routes: Berlin - Wien, Zagrab - Wien, Venezia - Zagrab
        stations: Venezia
        tickets: Berlin - Roma, Venezia - Constantinople
        [Bob]
        routes: Roma - Venezia, Venezia - Zürich
        tickets: Paris - Wien, London - Wien
    """)
    borrowed = load_board("europe").route_ids["roma--venezia"]
    by_finish = {line.finish: line for line in lines(outcome, 0, Source.TICKET)}
    assert by_finish[Finish.COMPLETED].routes == (borrowed,)
    assert by_finish[Finish.COMPLETED].points == 9
    assert by_finish[Finish.MISSED].points == -10
    assert lines(outcome, 0, Source.STATIONS_LEFT) == [ScoreLine(Source.STATIONS_LEFT, 8, count=2)]


def test_harbors_tours_and_exchanges() -> None:
    """W-21, W-25, W-26, W-27."""
    outcome = scored("""
        game: world
        [Ada]
        routes: Casablanca - Al-Qahira; Al-Qahira - Tehran; Casablanca – Marseille
        harbors: Casablanca, Kair
        tickets: Casablanca - Al-Qahira - Tehran, Marseille - Al-Qahira
        exchanged: 3 trains, 2
        [Bob]
        routes: Edinburgh - Hamburg
        tickets: Bangkok - Tokyo
    """)
    assert [line.finish for line in lines(outcome, 0, Source.TICKET)] == [Finish.COMPLETED, Finish.IN_ORDER]
    assert {line.points for line in lines(outcome, 0, Source.HARBOR)} == {20, 30}
    assert lines(outcome, 0, Source.HARBORS_LEFT) == [ScoreLine(Source.HARBORS_LEFT, -4, count=1)]
    assert lines(outcome, 0, Source.EXCHANGE) == [ScoreLine(Source.EXCHANGE, -5, count=5)]
    assert points(outcome)[1] == 1 - 6 - 12


def test_the_card_game_by_what_was_completed() -> None:
    outcome = scored("""
        game: cards
        [Ada]
        completed: Chicago - New York, New York - Chicago (blue)
        missed: Seattle - Miami 22
        [Bob]
        completed: Dallas - Miami
    """)
    assert points(outcome) == [5 + 5 - 22 + 12 + 15, 9 + 10 + 8]
    assert outcome.winners == (1,)


def test_the_card_game_by_stacks() -> None:
    """The stack pays for one of the two tickets only, and the better one is chosen (C-17)."""
    outcome = scored("""
        game: cards
        [Ada]
        tickets: Chicago - Dallas, Dallas - Miami
        stack: 1 red, 1 green
        [Bob]
        completed: Chicago - Montreal
        tickets: Dallas - Raleigh
        stos: wild
    """)
    ada = {line.finish: line.points for line in lines(outcome, 0, Source.TICKET)}
    assert ada == {Finish.COMPLETED: 9, Finish.MISSED: -6}
    bob = {line.finish: line.points for line in lines(outcome, 1, Source.TICKET)}
    assert bob == {Finish.COMPLETED: 7, Finish.MISSED: -8}


def test_a_shared_victory() -> None:
    outcome = scored("game: world\n[Ada]\n[Bob]")
    assert outcome.winners == (0, 1)
    assert outcome.decided_by is TieBreak.SHARED


def test_every_way_to_write_it_is_the_same() -> None:
    plain = "game: europe\n[Ada]\nroutes: Paris - Zürich, Roma - Venezia\ntickets: Berlin - Roma\n[Bob]\nstations: Wien"
    other = """
        # what a mess
        Gra: Europe   # on the kitchen table
        Gracze: Ada; Bob

        Bob:
          gări: VIENA
        player: Ada
        trasy:
          - zurych paryż
          * Rzym–Wenecja (black)
        bilety:
        Rzym Berlin 9
    """.replace("(black)", "")
    assert scored(plain) == scored(other, "europe")


LAKES = game_of_board(load_board("great-lakes"))
SHORES = "game: great-lakes\n[Ada]\nroutes: {}\n[Bob]\n"


def on_the_lakes(route: str) -> Position:
    return position(LAKES, read_scorecard(SHORES.format(route), "here"))


def test_cities_joined_by_rail_and_by_sea_need_a_word_more() -> None:
    """Which of them it is makes another score, so nobody guesses."""
    with pytest.raises(Faulty) as caught:
        on_the_lakes("Duluth - Thunder Bay")
    assert str(caught.value) == (
        "here: line 3 (Ada): Several routes join Duluth and Thunder Bay, and they do not score the same. "
        "Did you mean: Duluth – Thunder Bay (rail), Duluth – Thunder Bay (sea)?"
    )


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        ("(rail)", "duluth--thunder-bay"),
        ("rail", "duluth--thunder-bay"),
        ("(black)", "duluth--thunder-bay"),
        ("(czarny)", "duluth--thunder-bay"),
        ("(kolejowa)", "duluth--thunder-bay"),
        ("(feroviară)", "duluth--thunder-bay"),
        ("(sea)", "duluth--thunder-bay--sea"),
        ("(SEA)", "duluth--thunder-bay--sea"),
        ("(morska)", "duluth--thunder-bay--sea"),
        ("(maritimă)", "duluth--thunder-bay--sea"),
        ("(żółty)", "duluth--thunder-bay--sea"),
        ("(sea yellow)", "duluth--thunder-bay--sea"),
        ("(yellow) [sea]", "duluth--thunder-bay--sea"),
    ],
)
def test_rail_sea_and_colors_tell_routes_apart(words: str, id_: str) -> None:
    (ada, _) = on_the_lakes(f"Duluth - Thunder Bay {words}").state.players
    assert [LAKES.printed.routes[route].id for route in members(ada.routes)] == [id_]


@pytest.mark.parametrize(
    ("route", "said"),
    [
        ("Duluth - Thunder Bay (red)", "This route has no lane in the color “red”. Did you mean: black, yellow?"),
        ("Duluth - Thunder Bay (rail yellow)", "This route has no lane in the color “yellow”. Did you mean: black?"),
        ("Duluth - Thunder Bay (river)", "“river” was not understood."),
        ("Duluth - Wausau (sea)", "There is no such route “sea” here. Did you mean: rail?"),
        ("Duluth - Marquette (rail)", "There is no such route “rail” here. Did you mean: sea?"),
    ],
)
def test_what_does_not_fit_a_route_is_told(route: str, said: str) -> None:
    with pytest.raises(Faulty) as caught:
        on_the_lakes(route)
    assert str(caught.value) == f"here: line 3 (Ada): {said}"


def test_lanes_that_score_the_same_need_no_word_more() -> None:
    (ada, _) = on_the_lakes("Duluth - Lake Superior Junction").state.players
    (lane,) = members(ada.routes)
    assert LAKES.printed.routes[lane].id == "duluth--lake-superior-junction--1"


@pytest.mark.parametrize("name", board_names())
def test_a_route_is_asked_for_only_where_routes_differ(name: str) -> None:
    """On every board: two cities name a route, unless routes of other sorts or lengths join them."""
    game = game_of_board(load_board(name))
    board = game.printed
    for route in board.routes:
        ends = f"{board.cities[route.a].name} - {board.cities[route.b].name}"
        alike = {(other.deck, other.length) for other in board.routes if {other.a, other.b} == {route.a, route.b}}
        scorecard = read_scorecard(f"game: {name}\n[Ada]\nroutes: {ends}\n[Bob]\n", "here")
        if len(alike) == 1:
            (ada, _) = position(game, scorecard).state.players
            (owned,) = members(ada.routes)
            assert {board.routes[owned].a, board.routes[owned].b} == {route.a, route.b}
        else:
            with pytest.raises(Faulty, match="do not score the same"):
                position(game, scorecard)


def test_lanes_that_nobody_named_are_shared_out() -> None:
    text = "game: europe\n{}[{}]\nroutes: Berlin - Frankfurt\n[{}]\nroutes: Berlin - Frankfurt (black)\n[C]\n[D]"
    assert points(scored(text.format("", "Ada", "Bob")))[:2] == [4 + 12 + 10, 4 + 12 + 10]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_game_played_here_scores_the_same_when_written_down(name: str, seats: int, seed: int) -> None:
    game = load_game(name)
    *_, last = decisions(game, game.start(seats, seed), seed)
    state = last.step.state
    assert scored(written_down(game, state)) == game.outcome(state)


def written_down(game: Any, state: Any) -> str:
    """What lies on the table at the end of a game, in the format of the page."""
    from branchline.core.bits import members

    printed = game.printed

    def listed(key: str, mask: int, things: Any) -> str:
        return f"{key}: {', '.join(things[number].id for number in members(mask))}"

    rows = [f"game: {game.name}"]
    for seat, player in enumerate(state.players):
        rows.append(f"[Player {seat}]")
        if game.name == "cards":
            rows.append(listed("completed", player.completed, printed.tickets))
            rows.append(listed("missed", player.tickets, printed.tickets))
            continue
        rows.append(listed("routes", player.routes, printed.routes))
        rows.append(listed("tickets", player.tickets, printed.tickets))
        kind = "stations" if printed.rules.stations else "harbors"
        rows.append(listed(kind, player.built, printed.cities) if player.built else "")
        table = printed.rules.points
        spent = sum(table[printed.routes[route].length] for route in members(player.routes)) - player.points
        rows.append(f"exchanged: {spent}" if spent else "")
    return "\n".join(rows)


# Impossible positions.


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["here: which game? Begin with a line such as 'game: usa'"]),
        ("game: usa\n[Ada]", ["here: there are 1 players, but the game is for 2 to 5"]),
        ("game: usa\n[Ada]\n[ada]", ["here: line 3: there are two players called 'ada'"]),
        ("game: usa\ngame: europe\n[A]\n[B]", ["here: line 2: 'game' was said in line 1 already"]),
        ("game: usa\nedition:\n[A]\n[B]", ["here: line 2: 'edition' says nothing"]),
        ("game: usa\nParis - Roma", ["here: line 2: 'Paris - Roma' stands before a player, such as [Ada],"]),
        ("game: usa\n[A]\nDenver - Helena", ["line 3: 'Denver - Helena' stands before a key, such as 'routes:',"]),
        ("game: usa\n[A]\nrutes:\n[B]", ["here: line 3: unknown key 'rutes' (did you mean 'routes'?)"]),
        ("game: usa\nplayers: 3\n[A]\n[B]", ["here: line 2: 3 players were announced, but 2 are described"]),
        ("game: usa\nplayers: A, B\n[A]\n[C]", ["here: line 4: 'C' is not among the players of line 2"]),
        ("x" * 200_001, ["here: is longer than 200,000 characters"]),
        ("game: usa\n[A]\nroutes: Denver - Helna\n[B]", ["line 3 (A): There is no city “Helna” here. Did you mean"]),
        ("game: usa\n[A]\nroutes: Denver - Boston\n[B]", ["line 3 (A): There is no route Denver – Boston."]),
        ("game: usa\n[A]\nroutes: Denver - Helena lilac\n[B]", ["line 3 (A): “lilac” was not understood."]),
        (
            "game: usa\n[A]\nroutes: Denver - Helena red\n[B]",
            ["line 3 (A): This route has no lane in the color “red”. Did you mean: green?"],
        ),
        (
            "game: usa\n[A]\nroutes: Denver - Helena\n[B]\nroutes: Helena - Denver",
            ["line 5 (B): the route 'Helena - Denver' belongs to A already"],
        ),
        (
            "game: usa\n[A]\nroutes: Denver - Helena, Denver - Helena\n[B]",
            ["line 3 (A): the route 'Denver - Helena' belongs to A already"],
        ),
        (
            "game: usa\n[A]\nroutes: Dallas - Houston, Houston - Dallas\n[B]",
            ["line 3 (A): nobody may own both lanes of Dallas – Houston"],
        ),
        (
            "game: usa\n[A]\nroutes: Dallas - Houston\n[B]\nroutes: Houston - Dallas\n[C]",
            ["line 5 (B): with 3 players only one lane of Dallas – Houston may be used, and A has it"],
        ),
        (
            "game: usa\n[A]\nstations: Denver\nharbors: Miami\nexchanged: 2\nstack: red\ncompleted: x\nmissed: y\n[B]",
            [f"line {line} (A): this game has no '{key}'" for line, key in
             enumerate(("stations", "harbors", "exchanged", "stack", "completed", "missed"), 3)],
        ),
        (
            "game: usa\n[A]\ntickets: Boston - Miami\n[B]\ntickets: Miami - Boston",
            ["line 5 (B): the ticket 'Miami - Boston' is with A already, and there is only one"],
        ),
        (
            "game: cards\n[A]\ncompleted: Chicago - New York, Chicago - New York\n[B]\nmissed: New York - Chicago",
            ["line 5 (B): the ticket 'New York - Chicago' is with A already, and there are only 2"],
        ),
        (
            "game: usa\n[A]\ntickets: Boston - Seattle\n[B]",
            ["line 3 (A): There is no ticket Boston – Seattle. Did you mean: "],
        ),
        (
            "game: europe\n[A]\nstations: Roma, Wien, Paris, London\n[B]\nstations: Roma, Kyiv Riga, Rom4",
            [
                "line 3 (A): 4 stations, but a player has only 3",
                "line 5 (B): A has built in Roma already",
                "line 5 (B): 'Riga' behind Kyiv was not understood; put commas between cities",
                "line 5 (B): There is no city “Rom4” here. Did you mean: Roma?",
            ],
        ),
        (
            "game: europe\n[A]\ntickets: Lisboa - Danzig, Palermo - Moskva\n[B]",
            ["line 3 (A): has 2 long tickets (lisboa--danzig, palermo--moskva), but only 1 can be had"],
        ),
        (
            "game: world\n[A]\nroutes: Lahore - Mumbai\nharbors: Lahore, Mumbai, Lima, Indian Ocean junction\n[B]",
            [
                "line 4 (A): Lahore is no harbor city",
                "line 4 (A): there is no harbor in Lima without an own route that leads there",
                "line 4 (A): Indian Ocean junction is no city: nothing can be built there",
            ],
        ),
        (
            "game: world\n[A]\nexchanged: many, -3\n[B]",
            ["line 3 (A): 'many' is not a number of pieces", "line 3 (A): '-3' is not a number of pieces"],
        ),
        (
            "game: cards\n[A]\ntickets: Dallas - Miami\n[B]\nstack: red:10 pink:2",
            [
                "line 3 (A): say which tickets are 'completed' and 'missed', or give the 'stack' that pays",
                "line 5 (B): There is no card “pink” here.",
            ],
        ),
        (
            "game: cards\n[A]\nstack: red:6\n[B]\nstack: red:5 blue:1",
            ["line 5 (B): that makes 11 red cards, but there are only 10"],
        ),
        ("game: cards\n[A]\nroutes: Dallas - Miami\n[B]", ["line 3 (A): this game has no 'routes'"]),
    ],
)  # fmt: skip
def test_impossible_positions_are_told(text: str, found: list[str]) -> None:
    told = faults(text)
    assert len(told) == len(found), told
    for line, start in zip(told, found, strict=True):
        assert start in line


def test_too_many_pieces() -> None:
    board: Any = load_game("usa").printed
    text, spaces = "game: usa\n[A]\nroutes:\n", 0
    taken: set[frozenset[int]] = set()
    for route in board.routes:
        ends = frozenset((route.a, route.b))
        if spaces <= 45 and ends not in taken:
            taken.add(ends)
            spaces += route.length
            text += f"  {route.id}\n"
    assert faults(text + "[B]") == [f"here: line 4 (A): the routes take {spaces} trains, but a player has only 45"]


def test_too_many_pieces_of_both_sorts() -> None:
    """W-6: 25 trains and 50 ships are there, but only 60 are taken along."""
    board: Any = load_game("world").printed
    used, names = [0, 0], []
    taken: set[frozenset[int]] = set()
    for route in board.routes:
        ends = frozenset((route.a, route.b))
        if ends not in taken and used[route.deck] + route.length <= (25, 50)[route.deck]:
            taken.add(ends)
            used[route.deck] += route.length
            names.append(route.id)
    assert sum(used) > 60
    told = faults("game: world\n[A]\nroutes: " + ", ".join(names) + "\n[B]")
    assert told == [f"here: line 3 (A): the routes take {sum(used)} pieces, but a player has only 60"]


def test_what_is_odd_is_noted() -> None:
    assert notes("game: usa\n[Ada]\ntickets: Boston - Miami\n[Bob]\ntickets: Denver - El Paso, Dallas - New York") == (
        "Ada has 1 ticket, although everybody keeps at least 2",
        "nobody is down to 2 pieces: was the game played to its end?",
    )
    assert notes("game: cards\n[Ada]\ncompleted: Dallas - Miami\n[Bob]") == (
        "Bob has no ticket, although everybody keeps at least 1",
    )


def test_the_page_names_every_key() -> None:
    page = DOCS.read_text("utf-8")
    assert [key for key in PLAYER_KEYS if f"`{key}`" not in page] == []
    assert [key for key in TABLE_KEYS if f"`{key}:" not in page] == []


def test_the_examples_of_the_page_can_be_scored() -> None:
    examples = [text for text in re.findall(r"```\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL) if "game:" in text]
    assert len(examples) == 2
    for text in examples:
        assert len(scored(text).sheets) == 2
