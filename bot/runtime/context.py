"""Request context: which update and table the current code serves.

Both are context variables, which tasks inherit, so that they need not be passed as arguments.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

LogFields = dict[str, str | int]


@dataclass(slots=True)
class UpdateContext:
    """An update and its effect: `kept`: it was committed; `failed`: a write failed.

    `what` distinguishes updates with equal ids, since another Bot API server has its own numbers.
    """

    update_id: int
    what: str = ""
    kept: bool = False
    failed: bool = False


_update: ContextVar[UpdateContext | None] = ContextVar("update", default=None)
_table: ContextVar[Callable[[], LogFields] | None] = ContextVar("table", default=None)


@contextmanager
def bind_update(update_id: int, what: str = "") -> Iterator[UpdateContext]:
    """Bind the code in the block to an update."""
    context = UpdateContext(update_id, what)
    token = _update.set(context)
    try:
        yield context
    finally:
        _update.reset(token)


@contextmanager
def bind_table(fields: Callable[[], LogFields]) -> Iterator[None]:
    """Bind the code in the block to a table; `fields` returns its log fields."""
    token = _table.set(fields)
    try:
        yield
    finally:
        _table.reset(token)


def current_update() -> UpdateContext | None:
    """Return the update that is handled; None if the bot acts by itself."""
    return _update.get()


def update_at_table() -> UpdateContext | None:
    """Return the current update inside a `bind_table` block, else None.

    What is committed there is the effect of the update.
    """
    return _update.get() if _table.get() is not None else None


def log_fields() -> LogFields:
    """Return the known ones of update, table, game and step, for a log line."""
    update, table = _update.get(), _table.get()
    fields: LogFields = {} if update is None else {"update": update.update_id}
    return fields if table is None else fields | table()
