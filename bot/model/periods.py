"""The stretches of time that scores are kept for; all of them begin and end in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

Season = Literal["never", "month", "quarter"]
"""When ranks begin anew: with each calendar month, each quarter of a year, or never."""
SEASONS: tuple[Season, ...] = ("never", "month", "quarter")
Period = Literal["week", "month", "season", "ever"]
PERIODS: tuple[Period, ...] = ("week", "month", "season", "ever")

EVER = "ever"


def week(at: float) -> str:
    """The ISO week of a moment (Unix seconds): ``2026-W49``."""
    year, number, _ = _utc(at).isocalendar()
    return f"{year:04}-W{number:02}"


def month(at: float) -> str:
    """The calendar month of a moment: ``2026-11``."""
    return f"{_utc(at):%Y-%m}"


def quarter(at: float) -> str:
    """The quarter of a moment: ``2026-Q4``."""
    moment = _utc(at)
    return f"{moment.year:04}-Q{(moment.month + 2) // 3}"


def season(at: float, length: Season) -> str:
    """The season of a moment where seasons are so long; `EVER` where there is only one."""
    return {"month": month, "quarter": quarter}.get(length, lambda _: EVER)(at)


def all_of(at: float) -> tuple[str, ...]:
    """Every period that a moment belongs to."""
    return EVER, week(at), month(at), quarter(at)


def of(period: Period, at: float, length: Season) -> str:
    """The key of "this week", "this month" and so on, at a moment."""
    if period == "season":
        return season(at, length)
    return {"week": week, "month": month}.get(period, lambda _: EVER)(at)


def day(at: float) -> tuple[float, float]:
    """When the day of a moment begins, and when the next one does."""
    begins = at - at % 86400.0
    return begins, begins + 86400.0


def _utc(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
