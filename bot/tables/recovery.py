"""Recovery after a restart: stored games, lobbies and deals, and their screens."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.model.screen import Slot, SlotKind
from bot.storage import chats, deals, games, lobbies, messages
from bot.tables.commands import TableCommands
from bot.tables.progress import Progress
from bot.tables.services import TableServices
from bot.tables.table import Table

log = logging.getLogger(__name__)


class Recovery:
    """Restores tables from storage, and updates messages about what has ended."""

    def __init__(
        self, services: TableServices, progress: Progress, commands: TableCommands
    ) -> None:
        self._db = services.db
        self._now = services.now
        self._index = services.index
        self._delivery = services.delivery
        self._progress = progress
        self._commands = commands
        self._hands: list[Slot] = []

    async def load(self, asleep_since: float) -> None:
        """Find all that is on, and update messages about what has ended.

        The tables are resumed by the first work there, or by `resume_all`. Games untouched since
        `asleep_since` (Unix seconds) are loaded by the next press only.
        """
        given_up = [
            *await lobbies.give_up_unreadable(self._db, self._now()),
            *await deals.give_up_unreadable(self._db, self._now()),
        ]
        stored = await chats.tables_in_play(self._db)
        for game_id, table_id in await games.live_games(self._db):
            if table_id in stored:
                self._index.set_game(self._index.of(stored[table_id]), game_id)
            else:
                log.error("game_broken game=%s error=no_table", game_id)
                await games.end_game(self._db, game_id, "broken", self._now(), readable=False)
        for lobby in await lobbies.open_lobbies(self._db):
            if table := await self._index.of_table(lobby.table_id):
                self._index.set_lobby(table, lobby)
        for pending in await deals.waiting(self._db):
            if table := await self._index.of_table(pending.table_id):
                self._index.set_pending(table, pending)
        for table_id in given_up:
            if table := await self._index.of_table(table_id):
                await self._progress.given_up(table)
        shown = [Slot.of_name(name) for name in await messages.load_all(self._db)]
        # A resting game is loaded by the next press; its screens are up to date already.
        asleep = await games.asleep(self._db, asleep_since)
        for table in self._index.all():
            if table.lobby or table.pending or table.game_id not in asleep:
                table.first = partial(self._commands.show, table)
        await self._tidy([slot for slot in shown if not _is_of(slot, asleep)])

    async def resume_all(self) -> None:
        """Resume the tables one by one, pending cuts and the earliest deadlines first."""
        tables = sorted(self._index.all(), key=lambda table: table.pending is None)
        for table in tables:
            if table.first is not None:
                await self._run(table, _nothing)
        for slot in self._hands:
            if playing := self._index.of_game(slot.key):
                await self._run(playing, partial(self._progress.show_left, playing, slot.chat_id))
        self._hands.clear()

    async def _tidy(self, shown: list[Slot]) -> None:
        """Update messages about what ended before they were updated for the last time.

        Games show their end; open questions and unfinished analyses are deleted.
        """
        for slot in shown:
            if slot.kind in (SlotKind.NOTE, SlotKind.ANALYSIS):
                self._delivery.remove(slot)
            elif slot.kind is SlotKind.LOBBY and self._index.of_lobby(slot.key) is None:
                self._delivery.forget(slot)
            elif slot.kind is SlotKind.CUT and self._index.of_deal(slot.key) is None:
                await self._tidy_cut(slot)
            elif slot.kind is SlotKind.HAND and self._index.of_game(slot.key):
                self._hands.append(slot)
            elif slot.kind is SlotKind.ALONE and self._index.of_game(slot.key) is None:
                self._delivery.remove(slot)
        lost = set()
        played = {slot.key for slot in shown if slot.kind in (SlotKind.TABLE, SlotKind.HAND)}
        for game_id in sorted(played):
            if self._index.of_game(game_id):
                continue
            ended = await self._index.of_ended(game_id)
            if ended is not None:
                await self._run(ended, partial(self._progress.show_end, ended, game_id))
            else:
                lost.add(game_id)
        for slot in shown:
            if slot.key in lost and slot.kind in _OF_GAMES:
                self._delivery.remove(slot)

    async def _tidy_cut(self, slot: Slot) -> None:
        past = await deals.past(self._db, slot.key)
        table = None if past is None else await self._index.of_table(past.table_id)
        if past is None or table is None:
            self._delivery.remove(slot)
        else:
            await self._run(table, partial(self._progress.tidy_cut, table, slot, past))

    async def _run(self, table: Table, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run work at a table; a failure is logged, so that the other tables are resumed."""
        try:
            await self._progress.runner.run(table, work)
        except Exception:
            log.exception("not_resumed chat=%s game=%s", table.chat_id, table.game_id)


_OF_GAMES = (SlotKind.TABLE, SlotKind.HAND, SlotKind.ALONE)


async def _nothing() -> None:
    """Do nothing but what is to be done first."""


def _is_of(slot: Slot, game_ids: set[int]) -> bool:
    return slot.kind in _OF_GAMES and slot.key in game_ids
