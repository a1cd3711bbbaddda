"""Boards of somebody's own, as people send them: Sampleland under another name."""

import re

from branchline.data.files import BOARDS

SAMPLELAND = (BOARDS / "sampleland.toml").read_text("utf-8")


def own_board(id: str = "my-land", name: str = "My Land") -> str:
    """The text of a sound board file; its name is the same in every language."""
    text = SAMPLELAND.replace('id = "sampleland"', f'id = "{id}"', 1)
    return re.sub(r'^name = "Sampleland".*\nnames = .*\n', f'name = "{name}"\n', text, count=1, flags=re.MULTILINE)
