"""What the bot says about itself: lines on standard error, and the token in none of them."""

import json
import logging
from datetime import UTC, datetime
from typing import Literal

# At their lower levels these tell what was played (SQL with its parameters) or of every update.
_QUIET = ("aiosqlite", "aiogram", "asyncio", "filelock", "aiohttp")


class _Text(logging.Formatter):
    """`time LEVEL logger: message`, and a traceback below."""

    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record).replace(self._secret, "<token>")


class _Json(_Text):
    """One object a line: at, level, logger, message, and error where there is a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False).replace(self._secret, "<token>")


def set_up(level: str, style: Literal["text", "json"], secret: str) -> None:
    """Log from this level on, in this style; `secret` is never written."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Json(secret) if style == "json" else _Text(secret))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
