"""Check one board file in a process of its own: `python -m branchline.data` reads it, writes its faults as JSON."""

import json
import sys

from branchline.data.faults import Faulty
from branchline.data.load import info_in


def faults_in(content: bytes) -> list[tuple[str, str]]:
    """Place and message of everything that is wrong with a file; none where the board is sound."""
    try:
        info_in(content.decode("utf-8", "surrogatepass"))
    except Faulty as faulty:
        return [(fault.place, fault.message) for fault in faulty.faults]
    return []


if __name__ == "__main__":
    json.dump(faults_in(sys.stdin.buffer.read()), sys.stdout)
