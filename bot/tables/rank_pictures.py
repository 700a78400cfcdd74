"""Pictures of new ranks, drawn and posted in the background after a game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from bot.model.scores import RankChange
from bot.model.screen import Attachment, Urgency
from bot.runtime.tasks import Nursery
from bot.screens.rank_picture import portraits, rank_picture_caption
from bot.storage import settings
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.tables.game import LiveGame
from bot.tables.presenter import Presenter
from bot.tables.table import Table
from bot.workers.painter import Painter
from engine.pogony import straps

log = logging.getLogger(__name__)


class RankPictures:
    """Posts at most one picture for a game; a failure is logged and not retried."""

    def __init__(
        self, db: Database, presenter: Presenter, painter: Painter, tasks: Nursery
    ) -> None:
        self._db = db
        self._presenter = presenter
        self._painter = painter
        self._tasks = tasks

    async def begin(self, table: Table, live: LiveGame) -> None:
        """Begin to draw the picture of a game that has just ended, if it changed a rank."""
        changes = await self._presenter.ranks(live)
        if changes and (await settings.get(self._db, table.chat_id)).pictures:
            work = self._post(table, live, changes)
            self._tasks.spawn(work, name=f"rank picture game={live.game_id}")

    async def _post(self, table: Table, live: LiveGame, changes: Sequence[RankChange]) -> None:
        delivery, names = self._presenter.delivery, [who.name for who in live.stored.deal.seats]
        cards = {change.seat: straps(live.game, change.seat) for change in changes}
        try:
            reader = await self._presenter.reader(table)
            people = [change.user_id for change in changes]
            avatars = await asyncio.gather(*map(delivery.avatar, people))
            given = dict(zip(people, avatars, strict=True))
            shown = portraits(changes, names, cards, given, reader)
            picture = await self._painter.pogony(shown)
        except FAILURES:
            log.exception("rank_picture_failed game=%s", live.game_id)
            return
        if picture is not None:
            caption = rank_picture_caption(changes, names, reader)
            attachment = Attachment("photo", "pogony.png", picture, caption)
            delivery.send(table.chat_id, table.shown_in, attachment, Urgency.ONLOOKER)
