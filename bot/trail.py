"""On whose errand the running code is: an update of Telegram's, and the table it came to.

Both go along with the tasks that are made on the way, so that neither is handed from call to call.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

Marks = dict[str, str | int]


@dataclass(slots=True)
class Errand:
    """What came of an update at its table: `kept` something, or something could not be kept.

    `what` tells updates apart that have one number, since another server begins anew with them.
    """

    update_id: int
    what: str = ""
    kept: bool = False
    failed: bool = False


_errand: ContextVar[Errand | None] = ContextVar("errand", default=None)
_table: ContextVar[Callable[[], Marks] | None] = ContextVar("table", default=None)


@contextmanager
def on_errand(update_id: int, what: str = "") -> Iterator[Errand]:
    """All that is done in the block is done for this update."""
    errand = Errand(update_id, what)
    token = _errand.set(errand)
    try:
        yield errand
    finally:
        _errand.reset(token)


@contextmanager
def at_table(marks: Callable[[], Marks]) -> Iterator[None]:
    """All that is done in the block is done at a table; `marks` tells which, whenever asked."""
    token = _table.set(marks)
    try:
        yield
    finally:
        _table.reset(token)


def errand() -> Errand | None:
    """The update that is being worked for; None: the bot acts by itself."""
    return _errand.get()


def deed() -> Errand | None:
    """The same, where its table is reached: what is committed now is what the update does."""
    return _errand.get() if _table.get() is not None else None


def marks() -> Marks:
    """What a line of the log should say of this: update, table, game, step, as far as is known."""
    errand, table = _errand.get(), _table.get()
    found: Marks = {} if errand is None else {"update": errand.update_id}
    return found if table is None else found | table()
