"""``python -m engine``: replay, verify, perft, bench, endings, arena, puzzles."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from engine.arena import command as arena
from engine.bench import bench, endings
from engine.errors import ProofError, RecordError
from engine.perft import perft
from engine.proof import seal, verify
from engine.puzzles import command as puzzles
from engine.record import parse, play, replay


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit status: 0, or 2 if the input can't be played."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("replay", help="play a record and print the state it leads to")
    one.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    four = commands.add_parser("verify", help="check that a record was dealt as its proof says")
    four.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    two = commands.add_parser("perft", help="count the action sequences from a record's end")
    two.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    two.add_argument("depth", type=int, help="how many actions, 1 or more")
    three = commands.add_parser("bench", help="measure random and greedy play on one core")
    three.add_argument("--seconds", type=arena.seconds, default=2.0, help="for each measurement")
    arena.add_arguments(commands.add_parser("arena", help="match two players"))
    puzzles.add_arguments(commands.add_parser("puzzles", help="mine puzzles, or count them"))
    endings.add_arguments(commands.add_parser("endings", help="how fast endings are solved"))
    given = parser.parse_args(arguments)
    if given.command == "endings":
        return endings.command(given)
    if given.command == "puzzles":
        return puzzles.command(given)
    if given.command == "arena":
        return arena.command(given)
    if given.command == "bench":
        print(json.dumps(bench(given.seconds), indent=2))
        return 0
    try:
        record = _read(given.file)
        if given.command == "replay":
            print(json.dumps(replay(record)))
        elif given.command == "verify":
            print(_verified(record))
        else:
            print(perft(play(record).state, given.depth))
    except (RecordError, ProofError) as error:
        print(" ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    return 0


def _verified(record: dict[str, Any]) -> str:
    """Verify the proof of a record and return its facts in a line."""
    deals = [
        f"deal {number}: commitment {deal.commitment}, cut by {deal.depth} "
        + ("(drawn)" if deal.drawn else f"(seat {deal.seat})")
        for number, deal in enumerate(verify(record))
    ]
    return f"fair: {'; '.join(deals)}; {len(record['actions'])} actions; seal {seal(record)}"


def _read(name: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise RecordError(-1, f"{name}: {error}") from error
    return parse(text)


if __name__ == "__main__":
    sys.exit(main())
