"""``python -m engine arena``: its arguments, and what it prints (docs/arena.md)."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path

from engine.arena.errors import ArenaError
from engine.arena.match import Match, Played
from engine.arena.players import OWN, commands
from engine.arena.report import report, standing
from engine.arena.run import run
from engine.errors import RulesError, UnknownPlayer
from engine.rules import PRESETS, Rules

TOLD_EVERY = 30.0
"""Seconds between progress lines."""
MOST_GAMES, MOST_PROCESSES = 1_000_000, 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    parser.add_argument("a", metavar="A", help=f"a player: {', '.join(OWN)}, or one of --player")
    parser.add_argument("b", metavar="B", help="its opponent, with more seats its opponents")
    parser.add_argument("--games", type=_games, default=1000, metavar="N", help="how many")
    parser.add_argument("--seats", type=int, default=2, metavar="K", help="2 where left out")
    parser.add_argument("--rules", default="podkidnoy", help="a preset, or an object as JSON")
    parser.add_argument("--seconds", type=seconds, help="for a move, to players that search")
    parser.add_argument("--seconds-b", type=seconds, help="for a move of B, where they are others")
    parser.add_argument("--seed", type=_seed, default="arena", help="the decks follow from it")
    parser.add_argument("--out", type=Path, metavar="FILE", help="kept there, and gone on with")
    parser.add_argument("--processes", type=_processes, metavar="P", help="all cores if left out")
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME=exec:COMMAND",
        help="another program; may be given several times",
    )


def command(given: argparse.Namespace) -> int:
    """Play a match; return the exit status: 0, 2 for an error, 130 if interrupted."""
    try:
        match = Match(
            a=given.a,
            b=given.b,
            rules=_rules(given.rules),
            seats=given.seats,
            seconds=given.seconds,
            seconds_b=given.seconds_b,
            seed=given.seed,
            programs=commands(given.player),
        )
        played = run(
            match, given.games, out=given.out, processes=given.processes, told=_Teller(match)
        )
    except (ArenaError, RulesError, UnknownPlayer) as error:
        print(" ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "stopped" + (f"; {given.out} goes on from here" if given.out else ""), file=sys.stderr
        )
        return 130
    print(report(match, played))
    return 0


class _Teller:
    """Prints the score so far on standard error, at intervals."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._last = time.monotonic()

    def __call__(self, played: list[Played]) -> None:
        now = time.monotonic()
        if now - self._last >= TOLD_EVERY:
            self._last = now
            print(f"{len(played)} deals: {standing(self._match, played)}", file=sys.stderr)


def _rules(text: str) -> Rules:
    if text in PRESETS:
        return PRESETS[text]
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise ArenaError(f"no such rules: {text[:100]!r}; presets are {', '.join(PRESETS)}")
    return Rules.from_dict(given)


def seconds(text: str) -> float:
    """Parse a number of seconds, finite and more than 0.

    Raises:
        ArgumentTypeError: it is not.
    """
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < math.inf:
        raise argparse.ArgumentTypeError("a number of seconds, more than 0")
    return found


def _games(text: str) -> int:
    return _whole(text, MOST_GAMES)


def _processes(text: str) -> int:
    return _whole(text, MOST_PROCESSES)


def _whole(text: str, most: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"a whole number, 1 to {most}")
    return int(text)


def _seed(text: str) -> str:
    if not text.isprintable():
        raise argparse.ArgumentTypeError("a text that can be printed")
    return text
