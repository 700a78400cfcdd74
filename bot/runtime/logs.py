"""Log lines on standard error, without secrets.

Lines of an update or a table carry its ids, see `bot.runtime.context`.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Literal

from bot.runtime.context import log_fields

# Below WARNING these log what was played (SQL with its parameters) or every update.
_QUIET = ("aiosqlite", "aiogram", "asyncio", "filelock", "aiohttp")
# Messages of these errors repeat the input: texts, names, hands.
_UNSAFE_MESSAGES = {"ValidationError", "ClientDecodeError", "JSONDecodeError", "UnicodeDecodeError"}


class _Text(logging.Formatter):
    """`time LEVEL logger: message [update=… table=… game=… step=…]`, then a traceback."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(fields)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(f"{name}={value}" for name, value in log_fields().items())
        record.fields = f" [{fields}]" if fields else ""
        return self._clean(super().format(record))

    def formatException(self, ei: logging._SysExcInfoType) -> str:
        return _traceback(ei[1]) if ei[1] else ""

    def _clean(self, line: str) -> str:
        for secret in self._secrets:
            line = line.replace(secret, "<secret>")
        return line


class _Json(_Text):
    """A JSON object per line: at, level, logger, message, context fields, error."""

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
    """Configure logging with a level and a style; `secrets` are never written."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Json(secrets) if style == "json" else _Text(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def _traceback(error: BaseException) -> str:
    """Return a traceback with its causes, without the messages of unsafe errors."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    head = f"{_traceback(before)}\n\n" if before else ""
    frames = "".join(traceback.format_tb(error.__traceback__))
    name = type(error).__name__
    words = "" if name in _UNSAFE_MESSAGES else f": {error}"
    return f"{head}Traceback (most recent call last):\n{frames}{name}{words}"
