"""`branchline backup` copies what is kept, also while a server writes."""

import asyncio
import stat
from pathlib import Path

import pytest

from branchline.cli.main import run
from branchline.server.store.sqlite.store import SqliteStore
from tests.store.samples import batch, entry, summary


def test_a_copy_made_while_people_play_is_whole(tmp_path: Path) -> None:
    async def play_and_copy() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        await store.append(batch([entry(1)], summary()))
        for seq in range(2, 100):
            await store.append(batch([entry(seq)], summary()))
            if seq == 50:
                code = await asyncio.to_thread(run, ["backup", f"{tmp_path}/copy.db", "--db", f"{tmp_path}/tables.db"])
                assert code == 0
        await store.close()

    async def look() -> None:
        store = await SqliteStore.open(tmp_path / "copy.db")
        assert await store.read("oak") == [entry(seq) for seq in range(1, 51)]
        await store.append(batch([entry(51)], summary()))
        await store.close()

    asyncio.run(play_and_copy())
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    asyncio.run(look())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["new.db", "--db", "none.db"], "none.db does not exist"),
        (["old.db", "--db", "old.db"], "old.db exists already"),
        (["new.db", "--db", "postgresql://localhost/tables"], "pg_dump"),
        (["new.db", "--db", "old.db"], "was not copied"),
        (["no/such/folder.db", "--db", "old.db"], "was not copied"),
    ],
)
def test_what_cannot_be_copied_is_told_in_one_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.db").write_text("a letter, no database")
    assert run(["backup", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not Path("new.db").exists()
