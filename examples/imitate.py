"""Learn from a bot's decisions: how often does the most usual code of a phase agree with it?

branchline lab sampleland --bots planner --games 50 --observations --out lab
python examples/imitate.py lab
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import polars as pl

folder = Path(sys.argv[1])
fields = {field["name"]: field for field in json.loads((folder / "observations.json").read_text("utf-8"))["fields"]}
table = pl.read_parquet(folder / "observations.parquet")
observations = table["observation"].to_numpy()  # One row for each decision.
phase = observations[:, fields["phase"]["start"] :][:, : fields["phase"]["shape"][0]].argmax(axis=1)
usual: dict[int, Counter[int]] = defaultdict(Counter)
for number, code in zip(phase, table["action"], strict=True):
    usual[number][code] += 1
guesses = [
    max(legal, key=lambda code: usual[number][code]) for number, legal in zip(phase, table["legal"], strict=True)
]
right = np.array(guesses) == table["action"].to_numpy()
print(f"{len(table)} decisions, {right.mean():.0%} as the most usual legal code of their phase")
