"""The numbered steps that bring a database from any earlier version of Branchline to this one."""

from importlib import resources
from typing import Literal, NamedTuple

Dialect = Literal["sqlite", "postgres"]


class Migration(NamedTuple):
    """One numbered file of SQL; both dialects have the same numbers and mean the same by them."""

    number: int
    name: str
    sql: str


def steps(dialect: Dialect) -> list[Migration]:
    """Give all steps in order, such as `0001_tables.sql`."""
    found = [
        Migration(int(file.name.partition("_")[0]), file.name, file.read_text("utf-8"))
        for file in resources.files(__name__).joinpath(dialect).iterdir()
        if file.name.endswith(".sql")
    ]
    found.sort()
    assert [step.number for step in found] == list(range(1, len(found) + 1)), f"migrations have gaps: {found}"
    return found


def pending(dialect: Dialect, version: int, where: str) -> list[Migration]:
    """Give the steps that a database of this version lacks; one of a newer Branchline is refused."""
    known = steps(dialect)
    if version > len(known):
        raise TooNew(
            f"{where} was written by a newer Branchline (its schema is version {version}, this Branchline knows "
            f"{len(known)}): upgrade Branchline, or restore the backup that was made before the upgrade."
        )
    return known[version:]


class TooNew(Exception):
    """The database belongs to a newer Branchline; nothing in it was changed."""
