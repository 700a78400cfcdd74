"""The command line of the bot.

`python -m bot` runs it, `python -m bot backup FILE` copies the database, also while the bot runs,
and `python -m bot recount` recomputes the scores from the records, or with `--check` compares them.

The exit status is 0 after success or a clean stop, 1 if the check finds differences, and 2 with a
line on stderr after an error.
"""

import argparse
import asyncio
import gc
import sqlite3
import sys
from pathlib import Path

from bot.config import ConfigError, DatabaseSettings, Settings, load
from bot.runtime import logs
from bot.storage.backup import back_up
from bot.storage.errors import StorageError
from bot.storage.lock import only_process


def main() -> int:
    """Run the command of the command line, and return the exit status."""
    parser = argparse.ArgumentParser(prog="durak-bot", description="Play Durak on Telegram.")
    commands = parser.add_subparsers(dest="command", metavar="backup|recount")
    backup = commands.add_parser("backup", help="copy the database, also while the bot plays")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there")
    recount = commands.add_parser("recount", help="recompute the scores from the records")
    recount.add_argument(
        "--check", action="store_true", help="only compare, in a copy, also while the bot plays"
    )
    arguments = parser.parse_args()
    try:
        if arguments.command == "backup":
            size = back_up(load(DatabaseSettings).database_path, arguments.file)
            print(f"{arguments.file}: {size} bytes")
        elif arguments.command == "recount":
            return _recount(load(DatabaseSettings).database_path, check=arguments.check)
        else:
            _play()
    except (ConfigError, StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    except sqlite3.DatabaseError as error:
        print(f"the database can't be used: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        # Only before the bot runs: then Ctrl-C is a clean stop.
        return 130
    return 0


def _recount(path: Path, *, check: bool) -> int:
    from bot.storage import recount

    logs.set_up("INFO", "text")
    if check:
        differences = asyncio.run(recount.check(path))
        print("\n".join(differences) or "the score is what the records come to")
        return 1 if differences else 0
    with only_process(path):
        print(f"{asyncio.run(recount.redo_file(path))} games counted")
    return 0


def _play() -> None:
    settings = load(Settings)
    logs.set_up(settings.log_level, settings.log_format, *settings.secrets)
    with only_process(settings.database_path):
        # Imported late: it takes seconds, and errors in settings are reported first.
        # Nothing of what is imported is garbage; looking for it took a tenth of the time.
        gc.disable()
        from bot import app

        gc.enable()
        asyncio.run(app.run(settings))


if __name__ == "__main__":
    sys.exit(main())
