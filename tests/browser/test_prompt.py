"""What to do now, why not, and what must not be missed, as a person meets it in the page."""

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, mine
from tests.browser.quick import finished_table
from tests.browser.screens import assert_fine
from tests.browser.visits import PHONE, Visits
from tests.browser.words import say


def at_my_turn(page: Page, rng: Random) -> Guest:
    """Choose tickets, and wait for the first turn."""
    guest = Guest(page, rng)
    play_out(guest, until=lambda: len(guest.done) >= 1)
    page.wait_for_selector("[data-draw=tickets].open")
    return guest


def test_the_prompt_names_what_can_be_done_and_a_refusal_what_is_missing(
    house: House, visits: Visits, rng: Random
) -> None:
    page = visits.page(house, house.table("usa", mine("Ola"), BOT).link)
    guest = at_my_turn(page, rng)
    expect(page.locator(".prompt .text")).to_have_text(re.compile(say("do.draw") + ".*" + say("do.tickets")))
    # Six spaces of one color: nobody can pay for them in the first turn.
    guest.point_at("[data-route='portland--salt-lake-city']")
    expect(page.locator(".notice")).to_have_text(re.compile(r"You need \d more cards: blue, or locomotives\."))
    undo = page.get_by_role("button", name=say("undo"))
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.dispatch_event("click")  # It says that it is disabled, and answers all the same.
    expect(page.locator(".notice").last).to_have_text(re.compile(re.escape(say("refusal.seen-since"))))


def test_the_host_changes_the_pace_of_the_bots(house: House, visits: Visits, rng: Random) -> None:
    page = visits.page(house, house.table("usa", mine("Ola"), BOT, pace=2).link)
    Guest(page, rng).wait()
    page.get_by_role("button", name=say("tools")).click()
    pace = page.get_by_label(say("new.pace"))
    expect(pace).to_have_value("2")
    assert_fine(page, "the pace of the bots")
    pace.fill("0.5")
    expect(page.locator("[data-menu] output")).to_have_text(re.compile("0.5"))


def test_a_line_of_the_chat_is_seen_on_a_phone(house: House, visits: Visits, rng: Random) -> None:
    seated = house.table("usa", mine("Ola"), {"kind": "open"})
    ola = visits.page(house, seated.link, **PHONE)
    jan = visits.page(house, f"/t/{seated.table}")
    jan.get_by_role("button", name=say("guest.sit"), exact=True).click()
    ola.locator("[data-act=start]").click()
    jan.wait_for_selector(".play")
    guest = Guest(ola, rng)
    play_out(guest, until=lambda: len(guest.done) >= 1)
    jan.get_by_role("tab", name=say("chat")).click()
    jan.get_by_label(say("chat.write")).fill("Hello Ola")
    jan.get_by_role("button", name=say("chat.send")).click()
    expect(ola.locator(".notice")).to_have_text(re.compile("Hello Ola"))
    tab = ola.get_by_role("tab", name=re.compile(say("chat")))
    expect(tab).to_have_text(re.compile(r"\(1\)"))
    ola.locator(".notice button").click()
    tab.click()
    expect(tab).to_have_text(say("chat"))


def test_the_cards_of_the_players_show_the_final_results(house: House, visits: Visits) -> None:
    seated = finished_table(house, "usa")
    page = visits.page(house, seated.link)
    page.wait_for_selector(".play[data-status=finished]")
    told = house.ask(f"/api/tables/{seated.table}/replay")["outcome"]["sheets"]
    for sheet in told:
        points = page.locator(f".player[data-player='{sheet['seat']}'] .points")
        expect(points).to_have_attribute("title", re.compile(rf"^{sheet['total']} "))


def test_the_list_of_my_tables_says_with_whom_and_whose_turn_it_is(house: House, visits: Visits, rng: Random) -> None:
    page = visits.page(house, house.table("usa", mine("Ola"), mine("Jan")).link)
    page.wait_for_selector(".curtain")
    page.goto(house.url)
    mine_here = page.get_by_role("region", name=say("lobby.mine")).get_by_role("listitem").first
    expect(mine_here).to_contain_text("Ola and Jan")
    expect(mine_here).to_contain_text("to play: Ola and Jan")
    expect(mine_here.locator("time")).to_have_text(re.compile("ago|now"))


def test_an_edition_tells_where_its_tickets_come_from_one_click_away(house: House, visits: Visits) -> None:
    page = visits.page(house, "/new")
    editions = page.locator(".editions")
    expect(editions).to_contain_text("33 tickets")
    source = editions.get_by_text("we know four for certain")
    expect(source).not_to_be_visible()
    editions.get_by_text(say("new.source")).click()
    expect(source).to_be_visible()
    editions.get_by_label("Classic edition").check()
    expect(editions.get_by_label("Classic edition")).to_be_checked()
