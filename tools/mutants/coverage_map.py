"""Which tests of an area run which of its lines, and how long each takes: found out by running all of them once.

What is known about a file of tests holds until that file, what tests share, or a module of the area changes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from subprocess import run
from typing import Final

import msgspec
import pytest
from coverage import CoverageData

from tools.mutants.areas import ROOT, files_of_tests, sources

FOLDER: Final = ROOT / ".mutants"
# A test that takes longer than this, in seconds of a processor, is left out: no mutant should cost minutes.
LONGEST_TEST: Final = 30.0


class RunFile(msgspec.Struct):
    """What was found out about one file of tests: how long each test takes, and which lines it runs in which file."""

    digest: str
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]


class Kept(msgspec.Struct):
    mutated: str  # The digest of all that is mutated in the area, and of what tests share.
    files: dict[str, RunFile]


class CoverageMap:
    """The tests of every line, and how long they take."""

    def __init__(self, files: dict[str, RunFile]) -> None:
        self.seconds = {test: seconds for file in files.values() for test, seconds in file.seconds.items()}
        self._files = files
        self._lines: dict[str, dict[int, set[str]]] = {}
        for file in files.values():
            for path, lines in file.lines.items():
                for line, tests in lines.items():
                    self._lines.setdefault(path, {}).setdefault(line, set()).update(tests)

    def tests_of(self, path: str, first: int, last: int) -> list[str]:
        """The tests that run these lines, quickest first.

        What only imports run, as constants and words, is run by all tests that run anything of the module, and by those
        of every file that imports something from it: a test may hold its words and run none of it.
        """
        lines = self._lines.get(path, {})
        found = {test for line in range(first, last + 1) for test in lines.get(line, ())}
        if not found:
            found = {test for tests in lines.values() for test in tests} | self._importers(path)
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def _importers(self, path: str) -> set[str]:
        """The tests of the files that import something from a module."""
        module = ".".join(Path(path).relative_to("src").with_suffix("").parts)
        said = f"from {module} import "
        files = [name for name in self._files if said in (ROOT / name).read_text("utf-8")]
        return {test for name in files for test in self._files[name].seconds}


def coverage_map(area: str) -> CoverageMap:
    """The map of an area's modules and tests as they are; only tests of which nothing is known are run."""
    FOLDER.mkdir(exist_ok=True)
    place = FOLDER / f"{area}.json"
    digests = {str(path.relative_to(ROOT)): _digest([path]) for path in files_of_tests(area)}
    kept = msgspec.json.decode(place.read_bytes(), type=Kept) if place.exists() else Kept("", {})
    mutated = _digest([*sources(area), *_shared_files(area)])
    files = kept.files if kept.mutated == mutated else {}
    files = {name: file for name, file in files.items() if digests.get(name) == file.digest}
    if unknown := sorted(digests.keys() - files.keys()):
        print(f"{area}: learning what {len(unknown)} files of tests run ...", file=sys.stderr, flush=True)
        run([sys.executable, "-m", "tools.mutants.coverage_map", area, *unknown], cwd=ROOT, check=True)
        files |= _found(area, {name: digests[name] for name in unknown})
        place.write_bytes(msgspec.json.encode(Kept(mutated, files)))
    return CoverageMap(files)


def _shared_files(area: str) -> list[Path]:
    tested = {path.parent for path in files_of_tests(area)} | {ROOT / "tests"}
    return sorted(path for folder in tested for path in folder.glob("*.py") if not path.name.startswith("test_"))


def _digest(paths: list[Path]) -> str:
    digest = sha256()
    for path in paths:
        digest.update(b"%s\n%s\n" % (bytes(path.relative_to(ROOT)), sha256(path.read_bytes()).digest()))
    return digest.hexdigest()


def _found(area: str, digests: dict[str, str]) -> dict[str, RunFile]:
    """What the run of these files found out."""
    times = msgspec.json.decode((FOLDER / "times.json").read_bytes(), type=dict[str, float])
    files = {name: RunFile(digest, {}, {}) for name, digest in digests.items()}
    for test, seconds in times.items():
        files[test.partition("::")[0]].seconds[test] = seconds
    data = CoverageData(str(FOLDER / "coverage"))
    data.read()
    for path in sources(area):
        for line, contexts in data.contexts_by_lineno(str(path)).items():
            for test in sorted({context.partition("|")[0] for context in contexts} & times.keys()):
                lines = files[test.partition("::")[0]].lines.setdefault(str(path.relative_to(ROOT)), {})
                lines.setdefault(line, []).append(test)
    return files


class Times:
    """A plugin that notes how much of the processor each test took: by the clock it would depend on what else runs."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def useful(self) -> dict[str, float]:
        """Those that pass as things are: no other could tell anything about mutants."""
        return {
            test: seconds
            for test, seconds in self.seconds.items()
            if test not in self.failed and seconds < LONGEST_TEST
        }


def main(area: str, *files: str) -> None:
    """Run these tests under coverage."""
    times = Times()
    config = FOLDER / "coveragerc"
    config.write_text(f"[run]\ndata_file = {FOLDER / 'coverage'}\n", "utf-8")
    options = ["-q", "--cov-context=test", "--cov-report=", f"--cov-config={config}", "-p", "no:xdist"]
    options += ["-p", "no:cacheprovider", *(f"--cov={folder}" for folder in {path.parent for path in sources(area)})]
    pytest.main([*options, *files], plugins=[times])
    (FOLDER / "times.json").write_bytes(msgspec.json.encode(times.useful()))


if __name__ == "__main__":
    main(*sys.argv[1:])
