"""Which names are missing in a language that people can choose; `name` is shown instead, so that this is no fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from branchline.data.draft import Draft
from branchline.messages import LANGUAGES

SHOWN = 5


def missing_names(draft: Draft) -> Iterator[str]:
    """Say for each language what has a name in others but not in it. What goes by one name everywhere is left out."""
    for language in LANGUAGES:
        lacking = [word for word, names in _named(draft) if names and language not in names]
        if lacking:
            more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
            yield f"no name in '{language}' for {', '.join(lacking[:SHOWN])}{more}; the plain name is shown"


def _named(draft: Draft) -> Iterator[tuple[str, Mapping[str, str]]]:
    yield draft.id, draft.names
    for city in draft.cities:
        yield city.value.id, city.value.names
    yield from draft.palette.names.items()
    for edition in draft.editions:
        yield edition.id, edition.names
