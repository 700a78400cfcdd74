"""Perft: the engine and a naive count agree.

`perft.jsonl` has a record and the counts for 1, 2, 3 … actions on each line.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from engine.perft import perft
from engine.record import play
from tests.engine.naive import Naive

LINES = (Path(__file__).parent / "perft.jsonl").read_text(encoding="utf-8").splitlines()
NAIVE_COUNTS_TO = 1500


def naive_perft(naive: Naive, depth: int) -> int:
    """As `engine.perft.perft`, by copying the naive game."""
    count = 0
    for seat, texts in naive.legal().items():
        for text in texts:
            if depth == 1:
                count += 1
            else:
                after = copy.deepcopy(naive)
                after.do(f"{seat} {text}")
                count += naive_perft(after, depth - 1)
    return count


@pytest.mark.parametrize("line", LINES, ids=[f"line{n}" for n in range(1, len(LINES) + 1)])
def test_perft(line):
    record, counts = json.loads(line)["record"], json.loads(line)["counts"]
    state, naive = play(record).state, Naive(record)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    few = [count for count in counts if count <= NAIVE_COUNTS_TO]
    assert [naive_perft(naive, depth) for depth in range(1, len(few) + 1)] == few
