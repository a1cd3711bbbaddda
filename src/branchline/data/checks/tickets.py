"""What must hold among tickets and editions: sets that exist, ids that differ, and enough to offer and keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from branchline.data.checks.network import twice
from branchline.data.draft import Draft
from branchline.data.faults import Change, Fault, did_you_mean, mended
from branchline.data.read_rules import Edition


def ticket_ids_differ(draft: Draft) -> Iterator[Fault]:
    """Two tickets may share an id when no edition holds both, as the same pair with other points does."""
    for edition in draft.editions:
        for fault in twice((ticket.value.id, ticket.place) for ticket in draft.tickets_of(edition)):
            yield replace(fault, mend=mended(fault.place))


def there_is_a_default_edition(draft: Draft) -> Iterator[Fault]:
    ids = [edition.id for edition in draft.editions]
    if draft.default_edition not in ids:
        hint = did_you_mean(draft.default_edition, ids)
        message = f"default_edition '{draft.default_edition}' is no edition of this board{hint}"
        yield Fault(draft.file, message, "default_edition", mended(draft.file, default_edition=ids[0]))


def editions_name_sets_that_exist(draft: Draft) -> Iterator[Fault]:
    held = {name for line in draft.tickets for name in line.value.sets}
    for edition in draft.editions:
        for name in edition.sets:
            if name not in held:
                yield Fault(edition.place, f"no ticket is in the set '{name}'{did_you_mean(name, held)}")


def every_ticket_is_played(draft: Draft) -> Iterator[Fault]:
    """A ticket that no edition plays with has most likely a misspelt set."""
    if any(not edition.sets for edition in draft.editions):
        return  # That edition plays with all of them.
    named = {name for edition in draft.editions for name in edition.sets}
    for line in draft.tickets:
        if not named & set(line.value.sets):
            yield Fault(line.place, f"is in no edition: their sets are {', '.join(sorted(named))}")


def doubts_name_sets_of_the_ticket(draft: Draft) -> Iterator[Fault]:
    for line in draft.tickets:
        doubts = line.value.unconfirmed
        for name in () if isinstance(doubts, bool) else doubts:
            if name not in line.value.sets:
                yield Fault(line.place, f"is unconfirmed in '{name}', which is none of its sets")


def there_are_enough_tickets(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        tickets = draft.tickets_of(edition)
        long = sum(ticket.value.long for ticket in tickets)
        each = {"long": edition.rules.first_long, "regular": edition.rules.first_offer}
        for sort, number in (("long", long), ("regular", len(tickets) - long)):
            needed = max(draft.seats) * each[sort]
            if number < needed:
                wanted = f"{each[sort]} for each of {max(draft.seats)} players at the start need {needed}"
                fewer = tuple(count for count in draft.seats if count * each[sort] <= number)
                mend = (Change(("seats",), fewer),) if fewer else ()
                yield Fault(edition.place, f"there are {number} {sort} tickets, but {wanted}", mend=mend)


def long_tickets_are_dealt(draft: Draft) -> Iterator[Fault]:
    """Long tickets are dealt apart from the others and never come into the deck (E-3, E-4)."""
    for edition in draft.editions:
        rules = edition.rules
        if not rules.first_long and any(ticket.value.long for ticket in draft.tickets_of(edition)):
            message = "has long tickets, but first_long is 0, so that nobody would get one"
            yield Fault(edition.place, message, mend=ticket_rules(edition, first_long=1, first_return="leave"))
        if rules.first_long and rules.first_return != "leave":
            message = 'first_return must be "leave" where there are long tickets'
            yield Fault(edition.rules_place, message, mend=ticket_rules(edition, first_return="leave"))


def offers_can_be_kept(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules, place = edition.rules, edition.rules_place
        first = rules.first_offer + rules.first_long
        if rules.first_keep > first:
            message = f"first_keep is {rules.first_keep}, but only {first} tickets are offered at the start"
            yield Fault(place, message, mend=ticket_rules(edition, first_keep=first))
        if rules.keep > rules.offer:
            message = f"keep is {rules.keep}, but only {rules.offer} tickets are offered"
            yield Fault(place, message, mend=ticket_rules(edition, keep=rules.offer))


def ticket_rules(edition: Edition, **values: object) -> tuple[Change, ...]:
    """Set numbers of `[rules.tickets]` right, where the rules of this edition stand."""
    return tuple(
        Change((*change.path[:-1], "tickets", change.path[-1]), change.value)
        for change in mended(edition.rules_place, **values)
    )
