"""Draw one board in a process of its own: `python -m branchline.draw` reads it from standard input, writes JSON.

The board comes as the server that starts this process has pickled it; nobody else feeds it.
"""

import contextlib
import json
import os
import pickle
import sys

from branchline.draw.drawing import drawing


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(10)  # People at the tables come first.
    board = pickle.load(sys.stdin.buffer)
    json.dump(drawing(board), sys.stdout)


if __name__ == "__main__":
    main()
