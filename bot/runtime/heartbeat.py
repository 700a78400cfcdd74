"""Touch a file while the bot runs; `python -m bot.runtime.heartbeat` checks it.

Exit status 0: the bot is alive; 1: it is not, with the reason on standard error.
"""

import asyncio
import logging
import sys
import time
from pathlib import Path

from bot.config import ConfigError, DatabaseSettings, load
from bot.runtime import private

log = logging.getLogger(__name__)

EVERY = 30.0
"""Interval in seconds."""


def beat_file(database: Path) -> Path:
    """Return the file whose modification time is the last heartbeat."""
    return database.with_name(database.name + ".alive")


async def beat(database: Path) -> None:
    """Touch the file every `EVERY` seconds until cancelled.

    A blocked event loop stops the heartbeat.
    """
    file = beat_file(database)
    while True:
        try:
            private.make_file(file)
            file.touch()
        except OSError as error:
            # Games report a failing disk themselves, and go on when it recovers.
            log.error("heartbeat_failed error=%s", error)
        await asyncio.sleep(EVERY)


def problem(database: Path, now: float) -> str | None:
    """Return why the bot is not alive at `now` (Unix seconds), None if it is."""
    try:
        age = now - beat_file(database).stat().st_mtime
    except OSError:
        return f"no bot has started on {database}"
    return None if age <= 3 * EVERY else f"no heartbeat for {age:.0f} seconds"


def main() -> int:
    """Check the bot of the current settings; return the exit status."""
    try:
        wrong = problem(load(DatabaseSettings).database_path, time.time())
    except ConfigError as error:
        wrong = str(error)
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
