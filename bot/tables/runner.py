"""Runs work in the mailboxes of tables, and again after storage has failed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, TypeVar

from bot.runtime.context import bind_table
from bot.storage.errors import FAILURES
from bot.tables.refusal import Refused
from bot.tables.services import TableServices
from bot.tables.table import Table

T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0


class Runner:
    """Runs work in the mailboxes of tables; `resume` resumes a table after a failure."""

    def __init__(
        self, services: TableServices, resume: Callable[[Table], Coroutine[Any, Any, None]]
    ) -> None:
        self._services = services
        self._resume = resume

    def run(self, table: Table, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Future[T]:
        """Run `work` in the table's mailbox; its place there is taken before this returns.

        Where it raises FAILURES, the table is read from storage again and resumed by a retry.
        """

        async def guarded() -> T:
            with bind_table(table.log_fields):
                try:
                    if table.stale:
                        await self._services.index.refresh(table)
                    await self._do_first(table)
                    return await work()
                except Refused:
                    raise
                except FAILURES:
                    self.failed(table)
                    raise
                except Exception:
                    self._forget(table)
                    raise

        return asyncio.shield(table.mailbox.post(guarded))

    async def _do_first(self, table: Table) -> None:
        first, table.first = table.first, None
        if first is None:
            return
        try:
            await first()
        except FAILURES:
            raise
        except Exception:
            log.exception("not_resumed game=%s", table.game_id)
            self._forget(table)

    def spawn(self, table: Table, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Run `work` in the table's mailbox in the background; a failure is logged."""
        self.run(table, work).add_done_callback(_log_failure)

    def later(self, name: Hashable, seconds: float, table: Table, work: Work) -> None:
        """Run `work` in the table's mailbox after `seconds`, replacing what had that name."""

        async def turn() -> None:
            with contextlib.suppress(*FAILURES):
                await self.run(table, work)

        self._services.alarms.set(name, seconds, turn)

    def failed(self, table: Table) -> None:
        """Drop a table's state in memory, which may differ from storage, and plan a retry."""
        log.exception("not_saved game=%s", table.game_id)
        table.stale = True
        self._forget(table)
        name = ("retry", table.chat_id, table.thread_id)
        self.later(name, RETRY_SECONDS, table, partial(self._resume, table))

    def _forget(self, table: Table) -> None:
        table.live = None
        if table.game_id is not None:
            self.unplan(table.game_id)

    def unplan(self, game_id: int) -> None:
        """Cancel the thoughts and planned moves of a game's computers."""
        self._services.thoughts.drop(game_id)
        self._services.alarms.cancel(("opponent", game_id))


def _log_failure(done: asyncio.Future[Any]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        log.error("work_failed error=%s", type(error).__name__, exc_info=error)
