"""Erasure of a person: they leave all tables and are removed from the database."""

from __future__ import annotations

import logging
from functools import partial

from bot.model.people import Person
from bot.storage import privacy
from bot.tables.commands import TableCommands
from bot.tables.game import LiveGame
from bot.tables.lobby import Lobbies
from bot.tables.mailbox import held
from bot.tables.presenter import hand_slot
from bot.tables.progress import Progress
from bot.tables.services import TableServices
from bot.tables.table import Table
from engine import Action, Verb

log = logging.getLogger(__name__)


class Erasure:
    """Removes people from tables and storage, while the others play on."""

    def __init__(
        self, services: TableServices, progress: Progress, lobbies: Lobbies, commands: TableCommands
    ) -> None:
        self._services = services
        self._progress = progress
        self._lobbies = lobbies
        self._commands = commands

    async def forget(self, person: Person) -> bool:
        """Remove a person from every table and from the database.

        They resign from games with other people; games against computers alone are stopped.
        Returns False, with nothing done, while a redeal is due in one of their games.

        Raises:
            FAILURES: storage failed; they may have left some tables, and are still known.
        """
        tables = await self._services.index.played_by(person.user_id)
        run = self._progress.runner.run
        if any([await run(table, partial(self._is_dealing, table)) for table in tables]):
            return False
        for table in self._services.index.seating(person.user_id):
            await run(table, partial(self._lobbies.stand_up, table, person))
        for table in tables:
            await run(table, partial(self._leave, table, person.user_id))
        async with held([table.mailbox for table in tables]):
            await privacy.erase(self._services.db, person.user_id)
            for table in tables:
                # Load it again, with the seat that has been erased.
                table.live = None
        log.info("erased tables=%d", len(tables))
        for table in tables:
            await run(table, partial(self._commands.show, table))
        return True

    async def _is_dealing(self, table: Table) -> bool:
        live = await self._progress.current(table)
        return live is not None and live.game.deck_due

    async def _leave(self, table: Table, user_id: int) -> None:
        live = await self._progress.current(table)
        seat = None if live is None else live.seat_of(user_id)
        if live is None or seat is None:
            return
        self._take_away(live, seat, user_id)
        await self._progress.hurry(table)
        others = {who.user_id for who in live.stored.deal.seats} - {None, user_id}
        state = live.game.state
        if not others:
            await self._progress.stop(table, live)
        elif seat not in (*state.outs, *state.resigned):
            await self._progress.submit(
                live, Action(seat, Verb.RESIGN), kind="person", actor=user_id
            )
            await self._progress.advance(table, live, acted=seat)

    def _take_away(self, live: LiveGame, seat: int, user_id: int) -> None:
        """Delete the messages that show a person the game, and show them no more of it."""
        live.left.add(seat)
        self._services.delivery.remove(hand_slot(live.game_id, user_id))
        self._services.presenter.take_away(live.game_id, user_id)
        if question := live.asked.pop(user_id, None):
            self._services.delivery.remove(question)
