"""Periods of scores, and their keys; all begin and end in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

Season = Literal["never", "month", "quarter"]
"""When ranks start again: every calendar month, every quarter, or never."""
SEASONS: tuple[Season, ...] = ("never", "month", "quarter")
Period = Literal["week", "month", "season", "ever"]
PERIODS: tuple[Period, ...] = ("week", "month", "season", "ever")

EVER = "ever"


def week(at: float) -> str:
    """Return the ISO week of a time in Unix seconds: ``2026-W49``."""
    year, number, _ = _utc(at).isocalendar()
    return f"{year:04}-W{number:02}"


def month(at: float) -> str:
    """Return the calendar month of a time in Unix seconds: ``2026-11``."""
    return f"{_utc(at):%Y-%m}"


def quarter(at: float) -> str:
    """Return the quarter of a time in Unix seconds: ``2026-Q4``."""
    moment = _utc(at)
    return f"{moment.year:04}-Q{(moment.month + 2) // 3}"


def season(at: float, length: Season) -> str:
    """Return the season of a time for a length of seasons, `EVER` for "never"."""
    return {"month": month, "quarter": quarter}.get(length, lambda _: EVER)(at)


def all_of(at: float) -> tuple[str, ...]:
    """Return every period that a time in Unix seconds belongs to."""
    return EVER, week(at), month(at), quarter(at)


def of(period: Period, at: float, length: Season) -> str:
    """Return the key of the current week, month and so on, at a time in Unix seconds."""
    if period == "season":
        return season(at, length)
    return {"week": week, "month": month}.get(period, lambda _: EVER)(at)


def day(at: float) -> tuple[float, float]:
    """Return when the day of a time begins and ends, all in Unix seconds."""
    begins = at - at % 86400.0
    return begins, begins + 86400.0


def _utc(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
