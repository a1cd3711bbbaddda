"""What a server process asks of the machine."""

import subprocess
import sys

import pytest

SCRIPT = """
import resource
from branchline.server.process import OPEN_FILES, allow_many_files

_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, min(hard, {hard})))
allow_many_files()
print(*resource.getrlimit(resource.RLIMIT_NOFILE), OPEN_FILES)
"""


@pytest.mark.parametrize("hard", [1_000, 100_000])
def test_a_server_may_open_a_file_for_every_connection_as_far_as_the_system_lets_it(hard: int) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(hard=hard)], capture_output=True, text=True, check=True)
    soft, allowed, wanted = map(int, done.stdout.split())
    assert soft == min(allowed, wanted)
    assert soft > 256
