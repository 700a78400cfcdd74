"""Write-behind store of shown messages, so that a restart edits the same ones."""

import asyncio
import logging

from bot.model.protocols import Clock
from bot.runtime.tasks import Nursery
from bot.storage import messages
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.storage.messages import ShownMessage

log = logging.getLogger(__name__)

WRITE_DELAY = 2.0
"""Seconds for which the new content of a known message may stay unwritten.

A process that is killed before repeats the edit, which Telegram answers with "not modified".
"""


class MessageStore:
    """Writes message ids at once and changes of their content in batches.

    Every write waits for the disk, and tables change all the time: changes that arrive during a
    write are written together by the next one.
    """

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._known: dict[str, int] = {}
        self._pending: dict[str, ShownMessage] = {}
        self._later = False
        self._tasks = Nursery()
        self._writing = asyncio.Lock()

    async def keep(self, shown: ShownMessage) -> None:
        """Store which message shows a slot, and (later) what it shows."""
        self._pending[shown.slot] = shown
        if self._known.get(shown.slot) != shown.message_id:
            await self._write()
        elif not self._later:
            self._later = True
            self._tasks.spawn(self._write_later(), name="message store")

    async def drop(self, slot: str) -> None:
        """Delete the stored message of a slot."""
        self.discard(slot)
        try:
            await messages.drop(self._db, slot)
        except FAILURES as error:
            self._failed(error)

    def discard(self, slot: str) -> None:
        """Write nothing more about a slot; its row stays as it is."""
        self._pending.pop(slot, None)
        self._known.pop(slot, None)

    async def close(self) -> None:
        """Write all pending changes."""
        await self._tasks.close()
        await self._write()

    async def _write_later(self) -> None:
        await self._clock.sleep(WRITE_DELAY)
        self._later = False
        await self._write()

    async def _write(self) -> None:
        async with self._writing:
            pending, self._pending = self._pending, {}
            try:
                if pending:
                    await messages.put_all(self._db, pending.values(), self._clock.now())
                    self._known |= {slot: shown.message_id for slot, shown in pending.items()}
            except FAILURES as error:
                self._failed(error)
            except asyncio.CancelledError:
                self._pending = pending | self._pending
                raise

    def _failed(self, error: BaseException) -> None:
        log.error("message_not_stored error=%s", error)
