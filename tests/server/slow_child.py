"""A computation for tests, run as a process: tells how far it is, takes as long as it is told, and counts its runs."""

import json
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    asked = json.load(sys.stdin)
    with Path(asked["runs"]).open("a") as runs:
        runs.write("run\n")
    for step in range(asked.get("steps", 2)):
        print(step / asked.get("steps", 2), flush=True)
        time.sleep(asked.get("pause", 0.0))
    if asked.get("memory"):
        bytearray(asked["memory"])
    print(json.dumps({"answer": asked.get("answer", 42)}))
