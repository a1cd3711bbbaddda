"""The JSON forms of compound things, made from the forms of their parts: lists, sets, unions, enums and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from enum import Enum
from typing import Any

from branchline.core.bits import mask_of, members
from branchline.core.printed.contract import Printed
from branchline.data.faults import shown
from branchline.notation.json.forms import BadJson, Form, Json, Schema, as_list, as_object, read_inside


def many(item: Form) -> Form:
    return Form(
        lambda printed, value: [item.write(printed, each) for each in value],
        lambda printed, data: tuple(
            read_inside(item.read, str(place), printed, each) for place, each in enumerate(as_list(data))
        ),
        {"type": "array", "items": item.schema},
    )


def bits(item: Form) -> Form:
    """A set kept as bits, as a list."""
    items = many(item)
    return Form(
        lambda printed, value: items.write(printed, tuple(members(value))),
        lambda printed, data: mask_of(items.read(printed, data)),
        items.schema,
    )


def one_of_each(items: Sequence[Form]) -> Form:
    """So many things, each of its own sort."""

    def write(printed: Printed, value: tuple[Any, ...]) -> Json:
        return [item.write(printed, each) for item, each in zip(items, value, strict=True)]

    def read(printed: Printed, data: Json) -> tuple[Any, ...]:
        if len(as_list(data)) != len(items):
            raise BadJson(f"{len(items)} items are needed, not {len(data)}")
        pairs = zip(items, data, strict=True)
        return tuple(read_inside(item.read, str(place), printed, each) for place, (item, each) in enumerate(pairs))

    size = len(items)
    parts = [item.schema for item in items]
    return Form(
        write, read, {"type": "array", "prefixItems": parts, "minItems": size, "maxItems": size, "items": False}
    )


def optional(one: Form) -> Form:
    return Form(
        lambda printed, value: None if value is None else one.write(printed, value),
        lambda printed, data: None if data is None else one.read(printed, data),
        {"anyOf": [*one.schema.get("anyOf", [one.schema]), {"type": "null"}]},
    )


def tagged(tag: str, by_type: Mapping[type, Form], words: Sequence[str]) -> Form:
    """One of several records, each of which says its own word under `tag`."""
    by_word = dict(zip(words, by_type.values(), strict=True))

    def write(printed: Printed, value: Any) -> Json:
        return by_type[type(value)].write(printed, value)

    def read(printed: Printed, data: Json) -> Any:
        name = as_object(data).get(tag)
        form = by_word.get(name) if isinstance(name, str) else None
        if form is None:
            known = ", ".join(by_word)
            raise BadJson(f"{shown(name)} is not one of {known}" if tag in data else f"is missing: one of {known}", tag)
        return form.read(printed, data)

    return Form(write, read, {"anyOf": [form.schema for form in by_type.values()]})


def enumerated(kind: type[Enum]) -> Form:
    values = {member.value: member for member in kind}

    def read(printed: Printed, data: Json) -> Enum:
        member = values.get(data) if isinstance(data, str | int) else None
        if member is None:
            raise BadJson(f"{shown(data)} is not one of {', '.join(map(str, values))}")
        return member

    return Form(lambda printed, value: value.value, read, {"enum": list(values)})


def record(kind: type[Any], name: str, head: Mapping[str, str], parts: Mapping[str, Form], may_lack: Set[str]) -> Form:
    """An object of a class, by its fields; `head` says what it is, and `may_lack` may be left out when read."""
    known = head.keys() | parts.keys()
    own_head = dict(head)

    def write(printed: Printed, value: Any) -> Json:
        return own_head | {part: form.write(printed, getattr(value, part)) for part, form in parts.items()}

    def read(printed: Printed, data: Json) -> Any:
        given = as_object(data)
        for part, own in head.items():
            if given.get(part) != own:
                raise BadJson(f"{shown(given.get(part))} is not {own}", part)
        for part in given:
            if part not in known:
                raise BadJson(f"has no place in {_article(name)}", part)
        values = {
            part: read_inside(form.read, part, printed, given[part]) for part, form in parts.items() if part in given
        }
        for part in parts:
            if part not in values and part not in may_lack:
                raise BadJson("is missing", part)
        return kind(**values)

    properties = {tag: {"const": word} for tag, word in head.items()} | {
        part: form.schema for part, form in parts.items()
    }
    return Form(write, read, _object(kind, properties))


def _object(kind: type[Any], properties: Schema) -> Schema:
    written_by_python = (kind.__doc__ or "").startswith(f"{kind.__name__}(")
    return {
        "title": kind.__name__,
        **({} if written_by_python else {"description": (kind.__doc__ or "").partition("\n")[0]}),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def lacking(form: Form, names: Set[str]) -> Form:
    """The same record, of which these fields may be left out."""
    required = [name for name in form.schema["required"] if name not in names]
    return form._replace(schema=form.schema | {"required": required})


def sparse(form: Form, defaults: Mapping[str, Any]) -> Form:
    """The same record without what has its default value."""

    def write(printed: Printed, value: Any) -> Json:
        absent = {name for name, default in defaults.items() if getattr(value, name) == default}
        return {name: part for name, part in form.write(printed, value).items() if name not in absent}

    return lacking(form._replace(write=write), defaults.keys())


def summed(form: Form, name: str) -> Form:
    """The same record with a number that follows from its fields, after the first of them."""

    def write(printed: Printed, value: Any) -> Json:
        first, *others = form.write(printed, value).items()
        return dict([first, (name, getattr(value, name)), *others])

    def read(printed: Printed, data: Json) -> Any:
        value = form.read(printed, {part: each for part, each in as_object(data).items() if part != name})
        if data.get(name) != getattr(value, name):
            raise BadJson(f"{shown(data.get(name))} is not {getattr(value, name)}", name)
        return value

    schema = form.schema
    return Form(
        write,
        read,
        schema
        | {
            "properties": {name: {"type": "integer"}} | schema["properties"],
            "required": [name, *schema["required"]],
        },
    )


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
