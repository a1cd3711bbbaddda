"""`branchline storage`: what takes the room, whether all of it is whole, and cleaning now."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.errors import UsageError
from branchline.cli.serve import KEEP_FINISHED, KEEP_UNFINISHED, Db, KeepFinished, KeepUnfinished

if TYPE_CHECKING:
    from branchline.server.live.retention import Retention
    from branchline.server.store.usage import Shelf, Usage

NAMES = {"open": "not begun", "playing": "unfinished", "finished": "finished"}


def storage(
    db: Db = None,
    clean: Annotated[
        bool, typer.Option("--clean", help="Remove now what the server would remove, in small steps.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Read every log and name those that are damaged.")] = False,
    keep_unfinished: KeepUnfinished = KEEP_UNFINISHED,
    keep_finished: KeepFinished = KEEP_FINISHED,
) -> None:
    """Say what takes the room in the store of tables; the server may be running."""
    from branchline.server.live.retention import Retention
    from branchline.server.store.contract import StoreError

    retention = Retention(keep_unfinished, keep_finished)
    try:
        whole = asyncio.run(look(db, retention, clean=clean, check=check))
    except StoreError as error:
        raise UsageError(str(error)) from None
    if not whole:
        raise typer.Exit(1)


async def look(db: str | None, retention: Retention, *, clean: bool, check: bool) -> bool:
    """Do what is asked and print what takes the room afterwards; False where a log is damaged."""
    from branchline.server.store.open import open_shelf

    shelf = await open_shelf(db)
    try:
        if clean:
            await remove(shelf, retention)
        for line in lines(await shelf.usage(time.time())):
            typer.echo(line)
        files, size = await shelf.board_files()
        if files:
            typer.echo(f"boards of people's own: {files}, {room(size)}")
        typer.echo(f"in all on disk: {room(await shelf.size())}")
        return await is_whole(shelf) if check else True
    finally:
        await shelf.close()


async def remove(shelf: Shelf, retention: Retention) -> None:
    """Remove what is stale now, and say what went."""
    from branchline.server.live.retention import remove_stale

    before = await shelf.size()
    gone = await remove_stale(retention, time.time(), shelf.expire, asyncio.sleep)
    for status, tables in gone.items():
        typer.echo(f"removed, {NAMES[status]}: {tables}")
    is_compact = await shelf.compact()
    typer.echo(f"room: {room(before)} before, {room(await shelf.size())} now")
    if gone and not is_compact:
        typer.echo("A server uses the file, so it keeps its size; what is free in it is used again.")


async def is_whole(shelf: Shelf) -> bool:
    """Name every log that is damaged."""
    from branchline.server.store.contract import Damaged

    count = 0
    for table in await shelf.tables():
        try:
            await shelf.read(table)
        except Damaged as damaged:
            count += 1
            typer.echo(f"{table}: {damaged}")
    typer.echo(f"damaged: {count}" if count else "every log is whole")
    return not count


def lines(usage: list[Usage]) -> list[str]:
    """The table that people read: a line for each group, the biggest first."""
    row = "{:<22} {:<18} {:>8} {:>9} {:>11}"
    told = [row.format("tables", "last touched", "number", "entries", "bytes")]
    for each in sorted(usage, key=lambda group: -group.bytes):
        name = f"{NAMES[each.status]}, {'public' if each.public else 'private'}"
        told.append(row.format(name, age(each.days), each.tables, each.entries, room(each.bytes)))
    return told


def age(days: int | None) -> str:
    return "more than a year" if days is None else "a day ago or less" if days == 1 else f"up to {days} days ago"


def room(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.1f} kB"
