"""On whose errand the running code is: an update of Telegram's, and the table it came to.

Both go along with the tasks that are made on the way, so that neither is handed from call to call.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

LogFields = dict[str, str | int]


@dataclass(slots=True)
class UpdateContext:
    """What came of an update at its table: `kept` something, or something could not be kept.

    `what` tells updates apart that have one number, since another server begins anew with them.
    """

    update_id: int
    what: str = ""
    kept: bool = False
    failed: bool = False


_update: ContextVar[UpdateContext | None] = ContextVar("errand", default=None)
_table: ContextVar[Callable[[], LogFields] | None] = ContextVar("table", default=None)


@contextmanager
def bind_update(update_id: int, what: str = "") -> Iterator[UpdateContext]:
    """All that is done in the block is done for this update."""
    current_update = UpdateContext(update_id, what)
    token = _update.set(current_update)
    try:
        yield current_update
    finally:
        _update.reset(token)


@contextmanager
def bind_table(log_fields: Callable[[], LogFields]) -> Iterator[None]:
    """All that is done in the block is done at a table; `marks` tells which, whenever asked."""
    token = _table.set(log_fields)
    try:
        yield
    finally:
        _table.reset(token)


def current_update() -> UpdateContext | None:
    """The update that is being worked for; None: the bot acts by itself."""
    return _update.get()


def update_at_table() -> UpdateContext | None:
    """The same, where its table is reached: what is committed now is what the update does."""
    return _update.get() if _table.get() is not None else None


def log_fields() -> LogFields:
    """What a line of the log should say of this: update, table, game, step, as far as is known."""
    current_update, table = _update.get(), _table.get()
    found: LogFields = {} if current_update is None else {"update": current_update.update_id}
    return found if table is None else found | table()
