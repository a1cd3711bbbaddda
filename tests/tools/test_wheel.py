"""What is installed is whole: the page, the boards, the drawings, the sentences, and every Python that we name."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all files in a wheel that is built now."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_the_wheel_has_every_file_of_the_package(wheel: set[str]) -> None:
    package = ROOT / "src" / "branchline"
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "."],
        cwd=package,
        capture_output=True,
        text=True,
        check=True,
    )
    wanted = {f"branchline/{name}" for name in tracked.stdout.splitlines() if (package / name).exists()}
    assert len(wanted) > 200
    assert wanted <= wheel, sorted(wanted - wheel)


def test_the_wheel_has_the_built_page(wheel: set[str]) -> None:
    assert "branchline/web/static/index.html" in wheel
    assert any(re.fullmatch(r"branchline/web/static/assets/.+\.js", name) for name in wheel)


def test_the_workflow_installs_the_wheel_on_every_python_that_we_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r"Python :: 3\.\d+$", each)}
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    matrix = re.search(r"python: \[(.*)\]", workflow)
    assert matrix is not None
    assert set(re.findall(r"3\.\d+", matrix[1])) == named
    assert "- run: .ci/run\n" in workflow


def test_pre_commit_checks_what_lint_checks() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    lint = re.search(r"^lint:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert lint is not None
    checks = re.findall(r"ruff check|ruff format --check|\btypes$", lint[1], re.MULTILINE)
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert checks == ["ruff check", "ruff format --check", "types"]
    assert [check for check in checks if check not in hooks] == []
