"""``python -m engine replay | perft | bench``: the game without a bot around it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from engine.bench import bench
from engine.errors import RecordError
from engine.perft import perft
from engine.record import play, replay


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status: 0, or 2 where the input cannot be played."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("replay", help="play a record and print the state it leads to")
    one.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    two = commands.add_parser("perft", help="count the action sequences from a record's end")
    two.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    two.add_argument("depth", type=int, help="how many actions, 1 or more")
    three = commands.add_parser("bench", help="measure random and greedy play on one core")
    three.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    given = parser.parse_args(arguments)
    if given.command == "bench":
        print(json.dumps(bench(given.seconds), indent=2))
        return 0
    try:
        record = _read(given.file)
        if given.command == "replay":
            print(json.dumps(replay(record)))
        else:
            print(perft(play(record).state, given.depth))
    except RecordError as error:
        print(" ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    return 0


def _read(name: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        record = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(-1, f"{name}: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(-1, "not an object")
    return record


if __name__ == "__main__":
    sys.exit(main())
