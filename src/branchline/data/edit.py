"""Changes to a board file that leave the rest of its text alone: comments, order and blank lines stay.

The text is parsed with everything that is not data, brought step by step to the tables that are wanted, and written
again. What then reads back as something else is written anew, entry by entry, without its comments.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable, Table

LISTS = ("city", "route", "ticket", "tour")
"""Lists of a board file that have an entry on each line."""
SECTIONS = ("rules", "palette", "edition")
"""Written in square brackets, so that they come after everything else."""


def edited(text: str, tables: Mapping[str, Any]) -> str:
    """Give the text of a file with these tables; what did not change keeps its place and its comments."""
    try:
        document = tomlkit.parse(text)
        if _in_order(document):
            _bring(document, tables)
            found = tomlkit.dumps(document)
            if tomllib.loads(found) == tables:
                return found
    except (TOMLKitError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        pass  # A text that the editor cannot handle is no reason to lose the board.
    return written(tables)


def _in_order(document: Mapping[str, Any]) -> bool:
    """Whether new lists can go where they belong: a text without sections is still to get them."""
    return bool(document) and all(section in document for section in ("rules", "palette"))


def _bring(container: Any, wanted: Mapping[str, Any]) -> None:
    """Bring a table to what is wanted, key by key."""
    for key in [key for key in container if key not in wanted]:
        del container[key]
    for key, value in wanted.items():
        if key not in container:
            _add(container, key, value)
        elif container[key] != value or _type(container[key]) is not _type(value):
            here = container[key]
            if key in LISTS and value and not here:
                container[key] = _lines(value)
            elif isinstance(here, Mapping) and isinstance(value, Mapping):
                _bring(here, value)
            elif _is_list_of_tables(here) and _is_list_of_tables(value):
                _align(here, value)
            else:
                container[key] = _item(value)


def _item(value: Any) -> Any:
    return _entry(value) if isinstance(value, Mapping) else value


def _type(value: object) -> type:
    """Tell true from 1 and 1 from 1.0, which are equal in Python but not in a file."""
    plain = value.unwrap() if hasattr(value, "unwrap") else value
    return type(plain)


def _add(container: Any, key: str, value: Any) -> None:
    """Put a new key into a table; on the top level, before the sections, whose brackets would swallow it."""
    if not isinstance(container, tomlkit.TOMLDocument):
        container[key] = _item(value) if isinstance(container, InlineTable) or key == "names" else value
        return
    if isinstance(value, Mapping) and key in SECTIONS:
        container[key] = value
        return
    first = next((name for name in container if name in SECTIONS), None)
    item = (
        _lines(value)
        if key in LISTS and value
        else _entry(value)
        if isinstance(value, Mapping)
        else tomlkit.item(value)
    )
    if first is None:
        container.add(key, item)
        return
    sections = {name: container.item(name) for name in list(container) if name in SECTIONS}
    for name in sections:
        container.remove(name)
    container.add(key, item)
    container.add(tomlkit.nl())
    for name, section in sections.items():
        container.add(name, section)


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(v, Mapping) for v in value)


def _align(here: Any, wanted: Sequence[Mapping[str, Any]]) -> None:
    """Change, insert and delete entries so that comments stay with the entries that they were written for."""
    matcher = SequenceMatcher(None, [_identity(entry) for entry in here], [_identity(entry) for entry in wanted], False)
    for _, start, end, first, last in reversed(matcher.get_opcodes()):
        common = min(end - start, last - first)
        for at in range(end - 1, start + common - 1, -1):
            del here[at]
        for offset, entry in enumerate(wanted[first + common : last]):
            here.insert(start + common + offset, _entry(entry) if isinstance(here, Array) else _table(entry))
        for offset in range(common):
            _bring(here[start + offset], wanted[first + offset])


def _identity(entry: Mapping[str, Any]) -> str:
    """Say which entry it is, so that one whose other values changed is known again."""
    for key in ("id", "between", "cities", "suffix"):
        if key in entry:
            return f"{key} {entry[key]}"
    return ""


def _entry(values: Mapping[str, Any]) -> Any:
    """An entry in braces, spaced as in the boards of the package."""
    return tomlkit.value(_braces(values))


def _braces(value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(tomlkit.item(value).as_string())
    return f"{{ {', '.join(f'{tomlkit.key(key).as_string()} = {_braces(part)}' for key, part in value.items())} }}"


def _table(values: Mapping[str, Any]) -> Table:
    table = tomlkit.table()
    table.update(values)
    return table


def _lines(entries: Sequence[Mapping[str, Any]]) -> Array:
    """A list with an entry on each line."""
    array = tomlkit.array()
    for entry in entries:
        array.add_line(_entry(entry), indent="  ")
    array.add_line(indent="")
    return array


def written(tables: Mapping[str, Any]) -> str:
    """A whole file, written anew: plain values, lists with an entry a line, and sections last."""
    document = tomlkit.document()
    plain = {key: value for key, value in tables.items() if not isinstance(value, Mapping) or key == "names"}
    for key, value in plain.items():
        if key in LISTS and value:
            document.add(tomlkit.nl())
            document.add(key, _lines(value))
        elif isinstance(value, Mapping):
            document.add(key, _entry(value))
        else:
            document.add(key, tomlkit.item(value))
    for key, value in tables.items():
        if key not in plain:
            document.add(tomlkit.nl())
            document.add(key, _table(value))
    return tomlkit.dumps(document)
