"""What must hold among tickets and editions: sets that exist, ids that differ, and enough to offer and keep."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.data.checks.network import twice
from branchline.data.draft import Draft
from branchline.data.faults import Fault, did_you_mean


def ticket_ids_differ(draft: Draft) -> Iterator[Fault]:
    """Two tickets may share an id when no edition holds both, as the same pair with other points does."""
    for edition in draft.editions:
        yield from twice((ticket.value.id, ticket.place) for ticket in draft.tickets_of(edition))


def there_is_a_default_edition(draft: Draft) -> Iterator[Fault]:
    ids = [edition.id for edition in draft.editions]
    if draft.default_edition not in ids:
        hint = did_you_mean(draft.default_edition, ids)
        yield Fault(draft.file, f"default_edition '{draft.default_edition}' is no edition of this board{hint}")


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
                yield Fault(edition.place, f"there are {number} {sort} tickets, but {wanted}")


def long_tickets_are_dealt(draft: Draft) -> Iterator[Fault]:
    """Long tickets are dealt apart from the others and never come into the deck (E-3, E-4)."""
    for edition in draft.editions:
        rules = edition.rules
        if not rules.first_long and any(ticket.value.long for ticket in draft.tickets_of(edition)):
            yield Fault(edition.place, "has long tickets, but first_long is 0, so that nobody would get one")
        if rules.first_long and rules.first_return != "leave":
            yield Fault(edition.rules_place, 'first_return must be "leave" where there are long tickets')


def offers_can_be_kept(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules, place = edition.rules, edition.rules_place
        first = rules.first_offer + rules.first_long
        if rules.first_keep > first:
            yield Fault(place, f"first_keep is {rules.first_keep}, but only {first} tickets are offered at the start")
        if rules.keep > rules.offer:
            yield Fault(place, f"keep is {rules.keep}, but only {rules.offer} tickets are offered")
