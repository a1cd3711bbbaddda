"""The balance report as one HTML file that needs no network and fits a phone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from branchline.balance.finding import Balance
from branchline.balance.report import games_played, games_table, tickets_table, title
from branchline.balance.telling import BalanceTeller
from branchline.lab.route_map import heat_map

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; margin: 0 auto; padding: 1rem; max-width: 60rem }
h2 { margin: 2.5rem 0 0 } p, li { margin: .3rem 0 .8rem; max-width: 45rem } li p { margin: 0 }
.measured { color: #555 } .advice { font-weight: 600 }
table { border-collapse: collapse } th, td { padding: .25rem .8rem .25rem 0; text-align: right; vertical-align: top }
th { border-bottom: 1px solid #999; font-weight: 600 } :is(th, td):first-child { text-align: left }
.wide { overflow-x: auto } .wide svg { min-width: 44rem; width: 100% }
"""


def html_report(balance: Balance, language: str) -> str:
    name = escape(title(balance, language))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{name}</title>'
    body = "".join(_parts(balance, BalanceTeller(balance, language), name))
    page = f"<head>{head}<style>{STYLE}</style></head><body>{body}</body>"
    return f'<!doctype html><html lang="{escape(language)}">{page}</html>\n'


def _parts(balance: Balance, teller: BalanceTeller, name: str) -> Iterator[str]:
    yield f"<h1>{name}</h1><p>{escape(teller.say('played', count=games_played(balance)))}</p>"
    yield f"<h2>{escape(teller.say('section.findings'))}</h2>"
    yield from _findings(balance, teller)
    yield f"<h2>{escape(teller.say('section.games'))}</h2>{_table(*games_table(balance, teller.language))}"
    yield f"<h2>{escape(teller.say('section.routes'))}</h2><p>{escape(teller.say('routes.note'))}</p>"
    yield f'<div class="wide">{_map(balance, teller)}</div>'
    yield f"<h2>{escape(teller.say('section.tickets'))}</h2><p>{escape(teller.say('tickets.note'))}</p>"
    yield _table(*tickets_table(balance, teller.language))


def _findings(balance: Balance, teller: BalanceTeller) -> Iterator[str]:
    if not balance.findings:
        yield f"<p>{escape(teller.say('clean'))}</p>"
        return
    yield "<ol>"
    for finding in balance.findings:
        told = teller.finding(finding)
        yield f'<li><p>{escape(told.what)}</p><p class="measured">{escape(told.measured)}</p>'
        yield f'<p class="advice">{escape(told.advice)}</p></li>'
    yield "</ol>"


def _map(balance: Balance, teller: BalanceTeller) -> str:
    board = balance.sample.board
    taken = balance.sample.equals[max(board.seat_counts)].claimed.any(axis=1).mean(axis=0)
    values = {route.id: float(taken[number]) for number, route in enumerate(board.routes)}
    return heat_map(board, values, teller.say("routes.unit"))


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
