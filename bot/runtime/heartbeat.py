"""Touch a file while the bot runs; `python -m bot.runtime.heartbeat` tells its age.

Exit status 0: the bot lives; 1: it does not, with a line on standard error that says why.
"""

import asyncio
import logging
import sys
import time
from pathlib import Path

from bot.config import ConfigError, DatabaseSettings, load

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds from one beat to the next."""


def beat_file(database: Path) -> Path:
    """The file whose time of change is the last beat."""
    return database.with_name(database.name + ".alive")


async def beat(database: Path) -> None:
    """Touch the file every half minute, until cancelled; a blocked event loop beats no more."""
    while True:
        try:
            beat_file(database).touch()
        except OSError as error:
            # The games' disk is in trouble: they say so themselves, and go on when it recovers.
            log.error("no sign of life can be given: %s", error)
        await asyncio.sleep(EVERY)


def problem(database: Path, now: float) -> str | None:
    """What is wrong with the bot at this time (seconds since 1970), None if nothing is."""
    try:
        age = now - beat_file(database).stat().st_mtime
    except OSError:
        return f"no bot has started on {database}"
    return None if age <= 3 * EVERY else f"no sign of life for {age:.0f} seconds"


def main() -> int:
    """Check the bot that has these settings."""
    try:
        wrong = problem(load(DatabaseSettings).database_path, time.time())
    except ConfigError as error:
        wrong = str(error)
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
