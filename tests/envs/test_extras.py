"""The environments are extras: whoever lacks one is told what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

ENVIRONMENTS = "the environments need gymnasium and pettingzoo: pip install 'branchline[envs]'"
SPIEL = "the game for OpenSpiel needs open_spiel: pip install 'branchline[spiel]'"


@pytest.mark.parametrize(
    ("module", "missing", "told"),
    [
        ("aec", "pettingzoo", ENVIRONMENTS),
        ("single", "gymnasium", ENVIRONMENTS),
        ("vector", "gymnasium", ENVIRONMENTS),
        ("spiel", "pyspiel", SPIEL),
    ],
)
def test_without_its_extra_an_environment_says_what_to_install(module: str, missing: str, told: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; import branchline.envs.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ImportError: {told}"
