"""The revision of the rules: whoever raises it says so in the changelog."""

from pathlib import Path

from branchline.core.revision import RULES_REVISION

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def test_the_changelog_tells_the_revision_of_the_rules() -> None:
    assert f"(revision {RULES_REVISION})" in CHANGELOG.read_text("utf-8")
