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
from engine.proof import Opened, chains, seal, verify
from engine.puzzles import command as puzzles
from engine.record import parse, play, replay


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit status: 0, or 2 if the input can't be played."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("replay", help="play a record and print the state it leads to")
    one.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    four = commands.add_parser("verify", help="check that records were dealt as their proofs say")
    four.add_argument("files", metavar="FILE", nargs="+", help="a record, or - for standard input")
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
        if given.command == "verify":
            print("\n".join(_verified([_read(name) for name in given.files])))
        elif given.command == "replay":
            print(json.dumps(replay(_read(given.file))))
        else:
            print(perft(play(_read(given.file)).state, given.depth))
    except (RecordError, ProofError) as error:
        print(" ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    return 0


def _verified(records: list[dict[str, Any]]) -> list[str]:
    """Verify the proofs of records; return a line for each, and for several on their chains.

    Raises:
        ProofError, RecordError: as `verify`; of several records, the message names which.
    """
    told, games = [], []
    for number, record in enumerate(records, 1):
        try:
            games.append(verify(record))
        except (ProofError, RecordError) as error:
            if len(records) == 1:
                raise
            raise ProofError(f"record {number}: {error}") from error
        deals = "; ".join(_deal(number, deal) for number, deal in enumerate(games[-1]))
        told.append(f"fair: {deals}; {len(record['actions'])} actions; seal {seal(record)}")
    return told + (chains(games) if len(records) > 1 else [])


def _deal(number: int, deal: Opened) -> str:
    link, how = deal.link, "(drawn)" if deal.drawn else f"(seat {deal.seat})"
    place = f"link {link.number} of chain {link.anchor}, " if link else ""
    return f"deal {number}: commitment {deal.commitment}, {place}cut by {deal.depth} {how}"


def _read(name: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise RecordError(-1, f"{name}: {error}") from error
    return parse(text)


if __name__ == "__main__":
    sys.exit(main())
