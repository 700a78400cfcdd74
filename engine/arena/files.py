"""Result files: a line for the match, then one per deal; a match can be resumed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from engine.arena.errors import ArenaError
from engine.arena.match import Match, Played

FORMAT = "durak-arena/1"


def resume(path: Path, match: Match) -> list[Played]:
    """Return the deals in a file of this match; create the file if missing.

    An incomplete last line is removed.

    Raises:
        ArenaError: the file is of another match, no result file, or can't be read or written.
    """
    head = json.loads(json.dumps({"format": FORMAT} | match.to_dict()))
    try:
        if not path.exists() or not path.stat().st_size:
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
            return []
        found = path.read_bytes()
        size = found.rfind(b"\n") + 1
        lines = found[:size].decode("utf-8").splitlines()
        if 0 < size < len(found):
            os.truncate(path, size)
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path}: {error}") from error
    _check(path, _json(path, 1, lines[0] if lines else ""), head)
    deals = [_played(path, number, line) for number, line in enumerate(lines[1:], 2)]
    for number, deal in enumerate(deals, 2):
        if deal.number < 0 or len(deal.scores) != match.games_a_deal:
            raise ArenaError(f"{path}: line {number} is none of this match")
    # Two concurrent runs with one file may have played some deals twice.
    return list({deal.number: deal for deal in deals}.values())


def keep(path: Path, played: Played) -> None:
    """Append a deal.

    Raises:
        ArenaError: the file can't be written.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(played.to_dict()) + "\n")
    except OSError as error:
        raise ArenaError(f"{path}: {error}") from error


def _json(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ArenaError(f"{path}: line {number} is none of a result file")
    return found


def _check(path: Path, found: dict[str, Any], head: dict[str, Any]) -> None:
    if found.get("format") != FORMAT:
        raise ArenaError(f"{path}: not {FORMAT}")
    for key, value in head.items():
        if found.get(key) != value:
            raise ArenaError(f"{path}: made with {key} {found.get(key)!r}, not {value!r}")


def _played(path: Path, number: int, line: str) -> Played:
    found = _json(path, number, line)
    try:
        return Played.from_dict(found)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ArenaError(f"{path}: line {number} is none of a result file") from error
