"""`python -m bot`: exit status 0 after a clean stop, 2 with a plain line where it can't run."""

import asyncio
import sys

from bot import logs
from bot.config import ConfigError, Settings, load
from bot.storage.errors import StorageError
from bot.storage.lock import only_process


def main() -> int:
    """Run the bot with the settings of the environment; the exit status."""
    try:
        settings = load(Settings)
        logs.set_up(settings.log_level, settings.log_format, settings.bot_token.get_secret_value())
        with only_process(settings.database_path):
            # Takes seconds to import; what is wrong with the settings is said before.
            from bot import app

            asyncio.run(app.run(settings))
    except (ConfigError, StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        # Before the bot runs; afterwards Ctrl-C is a clean stop.
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
