"""Checks what is read from rows: a damaged file, or a hand in it, can leave anything there."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from bot.storage.errors import Unreadable
from engine import Rules

T = TypeVar("T")
R = TypeVar("R")

Row = sqlite3.Row

log = logging.getLogger(__name__)

_LATEST = 1e11
"""Unix time in the year 5138; from the year 10000 on there are no dates for times."""
_LONGEST = 10**9
"""Seconds of a clock: thirty years."""


@contextmanager
def reading(table: str, key: object) -> Iterator[None]:
    """Read a row in the block.

    Raises:
        Unreadable: something in it is not what it should be.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unreadable(table, key) from error


def readable(table: str, rows: Iterable[R], build: Callable[[R], T]) -> list[T]:
    """Build something of each row; those that can't be read are left out, with one log line."""
    found, left_out = [], 0
    for row in rows:
        try:
            with reading(table, ""):
                found.append(build(row))
        except Unreadable:
            left_out += 1
    if left_out:
        log.error("rows_unreadable table=%s rows=%s", table, left_out)
    return found


def numbered(rows: Sequence[Row], column: str, count: Any) -> None:
    """Raise ValueError if rows are not `count`, numbered from 0 in order."""
    if len(rows) != count or any(row[column] != number for number, row in enumerate(rows)):
        raise ValueError("rows are missing")


def whole(value: Any) -> int:
    """Return a whole number, or raise ValueError."""
    if type(value) is not int:
        raise ValueError(f"{type(value).__name__} is no whole number")
    return value


def count(value: Any) -> int:
    """Return a sum of the score; 0 for what is none, as the score can be counted again."""
    return value if type(value) is int else 0


def seconds(value: Any) -> int:
    """Return a clock's seconds, or raise ValueError."""
    if not 0 <= whole(value) <= _LONGEST:
        raise ValueError("no clock is set like that")
    return int(value)


def moment(value: Any) -> float:
    """Return a Unix time, or raise ValueError."""
    if type(value) not in (int, float) or not abs(value) < _LATEST:
        raise ValueError("no time")
    return float(value)


def text(value: Any) -> str:
    """Return a text, or raise ValueError."""
    if not isinstance(value, str):
        raise ValueError(f"{type(value).__name__} is no text")
    return value


def optional(check: Callable[[Any], T], value: Any) -> T | None:
    """Return a value that may be missing, checked."""
    return None if value is None else check(value)


def one_of(values: Iterable[T], value: Any) -> T:
    """Return one of these values, or raise ValueError."""
    for allowed in values:
        if value == allowed:
            return allowed
    raise ValueError("no such value")


def mapping(value: Any) -> dict[str, Any]:
    """Return a JSON object from its text, or raise ValueError."""
    found = json.loads(text(value))
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    return found


def rules(value: Any) -> dict[str, Any]:
    """Return options of the rules from their JSON text, or raise ValueError."""
    found = mapping(value)
    Rules.from_dict(found)
    return found


def texts(value: Any) -> tuple[str, ...]:
    """Return texts from a JSON list of them, or raise ValueError."""
    found = json.loads(text(value))
    if not isinstance(found, list):
        raise ValueError("no JSON list")
    return tuple(map(text, found))
