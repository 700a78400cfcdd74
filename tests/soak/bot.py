"""`python -m tests.soak.bot`: the bot, for people who press faster than people can."""

import sys

from bot.__main__ import main
from handlers import rate_limit

if __name__ == "__main__":
    rate_limit.BURST = 100_000
    sys.exit(main())
