"""What the bot says about itself: lines on standard error, and the token in none of them.

Every line that comes of an update or happens at a table says which: `bot.runtime.context` knows.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Literal

from bot.runtime.context import log_fields

# At their lower levels these tell what was played (SQL with its parameters) or of every update.
_QUIET = ("aiosqlite", "aiogram", "asyncio", "filelock", "aiohttp")
# Their words repeat what was being read: messages, names, hands.
_TALKATIVE = {"ValidationError", "ClientDecodeError", "JSONDecodeError", "UnicodeDecodeError"}


class _Text(logging.Formatter):
    """`time LEVEL logger: message [update=… table=… game=… step=…]`, and a traceback below."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(marks)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        told = " ".join(f"{name}={value}" for name, value in log_fields().items())
        record.marks = f" [{told}]" if told else ""
        return self._clean(super().format(record))

    def formatException(self, ei: logging._SysExcInfoType) -> str:
        return _told(ei[1]) if ei[1] else ""

    def _clean(self, line: str) -> str:
        for secret in self._secrets:
            line = line.replace(secret, "<secret>")
        return line


class _Json(_Text):
    """One object a line: at, level, logger, message, what it belongs to, error: a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **log_fields(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return self._clean(json.dumps(line, ensure_ascii=False))


def set_up(level: str, style: Literal["text", "json"], *secrets: str) -> None:
    """Log from this level on, in this style; a secret is never written."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Json(secrets) if style == "json" else _Text(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def _told(error: BaseException) -> str:
    """A traceback with its causes, without the words of those errors that tell too much."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    head = f"{_told(before)}\n\n" if before else ""
    frames = "".join(traceback.format_tb(error.__traceback__))
    name = type(error).__name__
    words = "" if name in _TALKATIVE else f": {error}"
    return f"{head}Traceback (most recent call last):\n{frames}{name}{words}"
