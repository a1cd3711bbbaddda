"""The container image: what tools/try-image builds is what the Dockerfile says, and the workflow runs it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
TOOL = (ROOT / "tools" / "try-image").read_text("utf-8")


def test_every_base_of_the_image_has_a_stand_in() -> None:
    bases = set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))
    assert bases == set(re.findall(r"docker\.io/library/([\w.:-]+) ", TOOL))


def test_all_that_the_image_copies_reaches_the_builder() -> None:
    """`.dockerignore` lets nothing through that it does not name."""
    names = re.findall(r"^!(\S+)", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    lines = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    copied = [path for line in lines for path in line.split()]
    assert len(copied) > 8
    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert [path for path in copied if not any(path == name or path.startswith(f"{name}/") for name in names)] == []


def test_the_workflow_tries_the_image() -> None:
    assert "- run: sudo tools/try-image\n" in (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
