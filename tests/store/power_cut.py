"""A disk in memory for SQLite whose power can be cut: what was not flushed may be there, or not, or in part.

At a cut, each sector that was written since its file's last flush is kept or lost by chance, in any order; so are files
that were made or deleted since. Whatever came back from a flush is there.
"""

from random import Random
from typing import Any

import apsw

SECTOR = 512
NAME = "power-cut"


class PowerIsOff(apsw.IOError):
    """Nothing can be read or written any more."""


class Stored:
    """One file: what programs see of it now, what the disk surely holds, and what was written in between."""

    def __init__(self, content: bytes = b"", *, is_durable: bool = False) -> None:
        self.live = bytearray(content)
        self.durable = bytearray(content)
        self.is_durable = is_durable
        self.pending: list[tuple[int, bytes] | int] = []

    def write(self, data: bytes, offset: int) -> None:
        put(self.live, data, offset)
        self.pending.append((offset, bytes(data)))

    def truncate(self, size: int) -> None:
        del self.live[size:]
        self.pending.append(size)

    def flush(self) -> None:
        self.durable[:] = self.live
        self.is_durable = True
        self.pending.clear()

    def after_cut(self, rng: Random) -> "Stored | None":
        if not self.is_durable and rng.random() < 0.5:
            return None
        content = bytearray(self.durable)
        for change in self.pending:
            if isinstance(change, int):
                if rng.random() < 0.5:
                    del content[change:]
                continue
            offset, data = change
            for start in range(0, len(data), SECTOR):
                if rng.random() < 0.5:
                    put(content, data[start : start + SECTOR], offset + start)
        return Stored(bytes(content), is_durable=True)


def put(content: bytearray, data: bytes, offset: int) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """All files, and the moment at which the power fails: after so many more writes and flushes."""

    def __init__(self, rng: Random) -> None:
        super().__init__(NAME, base="")
        self._rng = rng
        self._files: dict[str, Stored] = {}
        self._left: int | None = None
        self.flushes = 0

    @property
    def is_off(self) -> bool:
        return self._left == 0

    def cut_after(self, operations: int) -> None:
        self._left = operations

    def restore(self) -> None:
        """Bring the power back, with what the disk holds by now."""
        assert self.is_off
        survived = {name: file.after_cut(self._rng) for name, file in self._files.items()}
        self._files = {name: file for name, file in survived.items() if file is not None}
        self._left = None

    def spend(self) -> None:
        """Count one operation that changes the disk; the power may fail before it."""
        self.check()
        if self._left is not None:
            self._left -= 1
            self.check()

    def check(self) -> None:
        if self.is_off:
            raise PowerIsOff("the power is off")

    # What SQLite calls; the names are its own.

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        self.check()
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        stored = self._files.setdefault(path, Stored())
        return Opened(self, stored)

    def xAccess(self, name: str, flags: int) -> bool:
        self.check()
        return name in self._files

    def xDelete(self, name: str, sync: bool) -> None:
        self.spend()
        self._files.pop(name, None)

    def xFullPathname(self, name: str) -> str:
        return name


class Opened:
    """An open file."""

    def __init__(self, disk: Disk, stored: Stored) -> None:
        self._disk = disk
        self._stored = stored

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.check()
        return bytes(self._stored.live[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.spend()
        self._stored.write(data, offset)

    def xTruncate(self, size: int) -> None:
        self._disk.spend()
        self._stored.truncate(size)

    def xSync(self, flags: int) -> None:
        self._disk.spend()
        self._stored.flush()
        self._disk.flushes += 1

    def xFileSize(self) -> int:
        self._disk.check()
        return len(self._stored.live)

    def xLock(self, level: int) -> None:
        """Nobody else has this disk."""

    def xUnlock(self, level: int) -> None:
        """Nobody else has this disk."""

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        # As on every common disk: a write does not harm the bytes beside it.
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self) -> None:
        """Nothing to let go of."""
