"""Hints for people who play alone: what a strong player would do."""

from __future__ import annotations

from functools import partial

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
SIGN_AFTER_SECONDS = 1.0
SIGN_SECONDS = 4.0
"""How soon the sign is repeated: Telegram shows one for five seconds."""

Question = tuple[View, list[Action], GameInfo]


class Hints:
    """Answers the button «Подсказка». Thinking is done outside the mailbox."""

    def __init__(self, services: TableServices, progress: Progress) -> None:
        self._services = services
        self._progress = progress
        self._asking: set[int] = set()

    async def hint(self, table: Table, person: Person, press: HintPress) -> Answer:
        """Return the best decision for a person now, and why.

        Raises:
            Refused: they are not awaited, do not play alone, or have asked already.
        """
        if person.user_id in self._asking:
            raise Refused("toast-thinking")
        self._asking.add(person.user_id)
        try:
            view, legal, info = await self._progress.runner.run(
                table, lambda: self._question(table, person, press)
            )
            only = legal[0] if len(legal) == 1 else None
            action = only or await self._think(person, view, legal)
            if action is None:
                raise Refused("toast-hint-lost")
            return Answer(hint(view, legal, action, info, person.reader))
        finally:
            self._asking.discard(person.user_id)

    async def _think(self, person: Person, view: View, legal: list[Action]) -> Action | None:
        """Think, and show a sign of it where that takes long, as it does in a cold process."""
        self._sign_later(person.user_id, SIGN_AFTER_SECONDS)
        try:
            return await self._services.opponent.think(LEVEL, view, legal)
        finally:
            self._services.alarms.cancel(("hint", person.user_id))

    def _sign_later(self, user_id: int, seconds: float) -> None:
        self._services.alarms.set(("hint", user_id), seconds, partial(self._sign, user_id))

    async def _sign(self, user_id: int) -> None:
        if user_id in self._asking:
            self._services.delivery.typing(user_id)
            self._sign_later(user_id, SIGN_SECONDS)

    async def _question(self, table: Table, person: Person, press: HintPress) -> Question:
        """Return the person's view, legal actions and game info. Runs in the mailbox."""
        player = await self._progress.seated(table, person, press.game)
        if not table.solo:
            raise Refused("toast-hint-solo")
        if player.seat not in player.live.moment.awaited or not player.legal:
            raise Refused("toast-hint-later")
        info = await self._services.presenter.info(table, player.live.stored)
        return player.view, player.legal, info
