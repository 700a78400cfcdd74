"""``python -m engine puzzles``: mine puzzles, or count the existing ones."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from engine.puzzles.book import FILE, read
from engine.puzzles.mine import mine
from engine.rules import Rules

_RULES = {"podkidnoy": Rules(retract=False), "perevodnoy": Rules(retract=False, transfer=True)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    parser.add_argument("what", choices=("mine", "count"), help="add puzzles, or count them")
    parser.add_argument("--rules", choices=tuple(_RULES), default="podkidnoy")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many to look at")
    parser.add_argument("--most", type=int, default=40, metavar="M", help="of a grade and rules")
    parser.add_argument("--seed", default="puzzles", help="the games follow from it")
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="added to there")


def command(given: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    there = list(read(given.out)) if given.out.exists() else []
    transfer = _RULES[given.rules].transfer
    grades = Counter(p.grade for p in there if p.record["rules"].get("transfer", False) == transfer)
    if given.what == "mine":
        ids = {puzzle.id for puzzle in there}
        for puzzle in mine(_RULES[given.rules], given.seed, given.games):
            if puzzle.id not in ids and grades[puzzle.grade] < given.most:
                ids.add(puzzle.id)
                grades[puzzle.grade] += 1
                with given.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(puzzle.to_dict()) + "\n")
    print(f"{given.rules}: {', '.join(f'{n} of grade {g}' for g, n in sorted(grades.items()))}")
    return 0
