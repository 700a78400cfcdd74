"""Log lines on standard error, without secrets.

Lines of an update or a table carry its ids, see `bot.runtime.context`.
"""

from __future__ import annotations

import contextvars
import json
import logging
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.runtime.context import log_fields

log = logging.getLogger(__name__)

MINUTE = 60.0
A_MINUTE = 5
"""How many lines of a kind are written in a minute."""
MOST_KINDS = 500
"""How many kinds are told apart in a minute."""
# What is played: its lines are wanted one by one, and games set their pace.
_PLAY = "bot.tables"

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


_Kind = tuple[str, int, str, str]


@dataclass(slots=True)
class _Minute:
    """The minute that began with a line of a kind."""

    began: float
    lines: int = 0


class Limit(logging.Filter):
    """Pass at most `A_MINUTE` records of a kind a minute, and say how many were suppressed.

    A kind is a logger, a level, a message before its values are put in, and for a traceback the
    error's type and the line that raised it, so that a new error is always written. Lines below
    WARNING about play are not limited, nor is DEBUG. `monotonic` returns seconds.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._minutes: dict[_Kind, _Minute] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record; first report the minutes that are over."""
        if record.name == __name__:
            return True
        with self._lock:
            over = self._close_minutes()
            passes = self._passes(record)
        for (name, level, event, _), minute in over:
            if minute.lines > A_MINUTE:
                # In an empty context: the update that this record belongs to is not to blame.
                contextvars.Context().run(
                    log.log,
                    level,
                    'suppressed event="%s" logger=%s count=%d',
                    event,
                    name,
                    minute.lines - A_MINUTE,
                )
        return passes

    def _close_minutes(self) -> list[tuple[_Kind, _Minute]]:
        now = self._monotonic()
        # Minutes are in the order in which they began.
        over = []
        for kind, minute in self._minutes.items():
            if now - minute.began < MINUTE:
                break
            over.append((kind, minute))
        for kind, _ in over:
            del self._minutes[kind]
        return over

    def _passes(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.INFO:
            return True
        if record.levelno < logging.WARNING and record.name.startswith(_PLAY):
            return True
        kind = _kind(record)
        if kind not in self._minutes and len(self._minutes) >= MOST_KINDS:
            kind = ("", record.levelno, "others", "")
        minute = self._minutes.setdefault(kind, _Minute(self._monotonic()))
        minute.lines += 1
        return minute.lines <= A_MINUTE


def _kind(record: logging.LogRecord) -> _Kind:
    """Return what a record has in common with others of its kind."""
    # The rest of a message of asyncio describes the task or socket.
    first_line = str(record.msg).partition("\n")[0]
    word, _, values = first_line.partition(" ")
    event = word if "=" in values else first_line
    return record.name, record.levelno, event, _place(record.exc_info)


def _place(error: logging._SysExcInfoType | None) -> str:
    """Return an error's type and the line that raised it; "" if there is none."""
    if not error or error[1] is None:
        return ""
    name, frames = type(error[1]).__name__, error[2]
    if frames is None:
        return name
    while frames.tb_next:
        frames = frames.tb_next
    return f"{name} {frames.tb_frame.f_code.co_filename}:{frames.tb_lineno}"


def set_up(
    level: str,
    style: Literal["text", "json"],
    *secrets: str,
    monotonic: Callable[[], float] = time.monotonic,
) -> None:
    """Configure logging with a level and a style; `secrets` are never written.

    `monotonic` returns the seconds by which lines are limited.
    """
    handler = logging.StreamHandler()
    handler.addFilter(Limit(monotonic))
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
