"""Every way in which the server says no or goodbye is in the docs."""

import re
from pathlib import Path

from tests.fuzz.house import PROTOCOL, documented_codes

SERVER = Path(__file__).parents[2] / "src" / "branchline" / "server"


def test_the_docs_name_every_closing_code_of_the_source() -> None:
    found = {
        code
        for path in SERVER.rglob("*.py")
        for code in re.findall(r'(?:close|CloseConnection)\("([a-z-]+)"\)', path.read_text("utf-8"))
    }
    assert len(found) > 5
    assert found - documented_codes("The end of a connection") == set()


def test_the_docs_name_every_problem_of_the_source() -> None:
    source = "".join(path.read_text("utf-8") for path in SERVER.rglob("*.py"))
    found = {*re.findall(r'problem\([^"\n]*"([a-z-]+)"', source), *re.findall(r'\d{3}: "([a-z-]+)"', source)}
    assert {"not-found", "wrong-method", "failed"} <= found
    assert {code for code in found if f"`{code}`" not in PROTOCOL.read_text("utf-8")} == set()
