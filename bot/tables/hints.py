"""Hints: what a strong player would do, told to a person who plays alone against computers."""

from __future__ import annotations

from bot.model.buttons import HintPress
from bot.model.game_info import GameInfo
from bot.model.people import Person
from bot.model.screen import Answer
from bot.screens.hints import hint
from bot.tables.progress import Progress
from bot.tables.refusal import Refused
from bot.tables.services import TableServices
from bot.tables.table import Table
from engine import Action, View

LEVEL = "grandmaster"

Question = tuple[View, list[Action], GameInfo]


class Hints:
    """Answers «Подсказка». Thinking goes on outside the mailbox."""

    def __init__(self, services: TableServices, progress: Progress) -> None:
        self._services = services
        self._progress = progress
        self._asking: set[int] = set()

    async def hint(self, table: Table, person: Person, press: HintPress) -> Answer:
        """Return what is best where the person has to decide now, and why.

        Raises:
            Refused: there is nothing to say now.
        """
        if person.user_id in self._asking:
            raise Refused("toast-thinking")
        self._asking.add(person.user_id)
        try:
            view, legal, info = await self._progress.runner.run(
                table, lambda: self._question(table, person, press)
            )
            only = legal[0] if len(legal) == 1 else None
            action = only or await self._services.opponent.choose(LEVEL, view, legal)
            return Answer(hint(view, legal, action, info, person.reader))
        finally:
            self._asking.discard(person.user_id)

    async def _question(self, table: Table, person: Person, press: HintPress) -> Question:
        """Return what the person sees and may do; in the mailbox."""
        player = await self._progress.seated(table, person, press.game)
        if not table.solo:
            raise Refused("toast-hint-solo")
        if player.seat not in player.live.moment.awaited or not player.legal:
            raise Refused("toast-hint-later")
        info = await self._services.presenter.info(table, player.live.stored)
        return player.view, player.legal, info
