"""Hints: what a strong player would do, told to who plays alone against computers."""

from __future__ import annotations

from bot.model.buttons import HintPress
from bot.model.game_info import GameInfo
from bot.model.people import Person
from bot.model.protocols import Opponent
from bot.model.screen import Answer
from bot.screens.hints import hint
from bot.screens.text import message
from bot.tables.presenter import Presenter
from bot.tables.progress import Progress
from bot.tables.table import Table
from engine import Action, View

LEVEL = "grandmaster"

Question = tuple[View, list[Action], GameInfo]


class Hints:
    """Answers «Подсказка». Thinking goes on outside the lane."""

    def __init__(self, screens: Presenter, play: Progress, opponent: Opponent) -> None:
        self._presenter = screens
        self._progress = play
        self._opponent = opponent
        self._asking: set[int] = set()

    async def hint(self, table: Table, person: Person, press: HintPress) -> Answer:
        """What is best where the person has to decide now, and why."""
        if person.user_id in self._asking:
            return Answer(message("toast-thinking", person.language))
        self._asking.add(person.user_id)
        try:
            asked = await self._progress.turn(table, lambda: self._question(table, person, press))
            if isinstance(asked, Answer):
                return asked
            view, legal, info = asked
            only = legal[0] if len(legal) == 1 else None
            action = only or await self._opponent.choose(LEVEL, view, legal)
            return Answer(hint(view, legal, action, info, person.language))
        finally:
            self._asking.discard(person.user_id)

    async def _question(self, table: Table, person: Person, press: HintPress) -> Answer | Question:
        """What the person sees and may do; in the lane."""
        live = await self._progress.current(table)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        seat = live.seat_of(person.user_id)
        if seat is None:
            return Answer(message("toast-not-in-game", person.language))
        if not table.solo:
            return Answer(message("toast-hint-solo", person.language))
        if not await self._progress.present(table, live, seat):
            return Answer(message("toast-game-over", person.language))
        legal = live.game.legal_for(seat)
        if seat not in live.game.awaited or not legal:
            return Answer(message("toast-hint-later", person.language))
        return live.game.view(seat), legal, await self._presenter.info(table, live.stored)
