"""The button «Разбор»: a past game judged decision by decision, for its player."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.model.buttons import AnalysisPress
from bot.model.game_info import GameInfo, SeatInfo
from bot.model.people import Person, Place
from bot.model.protocols import Clock, Delivery
from bot.model.screen import Answer, Attachment, Screen, Slot, SlotKind, Urgency
from bot.runtime.tasks import Nursery
from bot.screens.analysis import analysis_screen, no_analysis_screen, progress_screen
from bot.screens.text import message
from bot.storage import games, settings
from bot.storage.database import Database
from bot.storage.errors import FAILURES, Unreadable
from bot.storage.games import StoredGame
from bot.workers.painter import Painter
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy
from engine import RecordError
from engine.ai.analysis import Judgement, decisions, judge

log = logging.getLogger(__name__)

SECONDS = 15.0
"""After how long no further decision of an analysis is judged."""
_SHORTEST, _LONGEST = 0.05, 0.6
"""The shortest and the longest time for judging one decision, in seconds."""
_SHARE = 0.7
"""The share of a decision's time that is spent thinking; the rest is overhead."""
_PATIENCE = 3.0
"""The longest a decision may take by the clock, on a busy machine, in seconds."""
_LIMIT = 10.0
_LARGEST = 2**63 - 1


class Analysis:
    """Analyses past games in private: one message shows progress, then findings.

    Decisions are judged one by one in `workers`, so that live games are served in between. `tasks`
    holds the running analyses.
    """

    def __init__(
        self, db: Database, delivery: Delivery, clock: Clock, workers: WorkerPool, painter: Painter
    ) -> None:
        self._db = db
        self._delivery = delivery
        self._clock = clock
        self._workers = workers
        self._painter = painter
        self._busy: set[int] = set()
        self.tasks = Nursery()

    async def press(self, place: Place, person: Person, press: AnalysisPress) -> Answer:
        """Begin to analyse a game, if it was played to its end and by this person.

        The button is shown, and counts, in private chats only.
        """
        if not place.private:
            return Answer(message("toast-old-button", person.reader))
        try:
            stored = await games.load_game(self._db, min(press.game, _LARGEST))
        except Unreadable:
            stored = None
        seat = None if stored is None else _seat(stored, person)
        if stored is None or seat is None or stored.status != "over":
            return Answer(message("toast-no-analysis", person.reader))
        if person.user_id in self._busy:
            return Answer(message("toast-thinking", person.reader))
        work = self._analyse(stored, seat, person)
        task = self.tasks.spawn(work, name=f"analysis game={stored.game_id}")
        self._busy.add(person.user_id)
        task.add_done_callback(lambda _: self._busy.discard(person.user_id))
        return Answer(message("toast-analysis-begins", person.reader))

    async def _analyse(self, stored: StoredGame, seat: int, person: Person) -> None:
        slot = Slot(SlotKind.ANALYSIS, stored.game_id, person.user_id)
        self._show(slot, progress_screen(0, 0, person.reader), repost=True)
        judged: list[Judgement] = []
        try:
            screen = await self._judged(stored, seat, person, slot, judged)
        except (WorkersBusy, WorkerLost, RecordError) as error:
            log.warning("not_analysed game=%s error=%s", stored.game_id, type(error).__name__)
            screen = no_analysis_screen(stored.game_id, person.reader)
        except Exception:
            log.exception("not_analysed game=%s", stored.game_id)
            screen = no_analysis_screen(stored.game_id, person.reader)
        self._show(slot, screen)
        self._delivery.forget(slot)
        try:
            await self._plot(judged, person)
        except FAILURES:
            log.exception("not_plotted game=%s", stored.game_id)

    async def _plot(self, judged: Sequence[Judgement], person: Person) -> None:
        """Post a plot of the chance of a defeat after each decision, the costliest marked."""
        if len(judged) < 2 or not (await settings.get(self._db, person.user_id)).pictures:
            return
        points = [1 - one.chance + one.loss for one in judged]
        costliest = max(range(len(judged)), key=lambda number: judged[number].loss)
        title, below = (message(key, person.reader) for key in ("chance-title", "chance-below"))
        picture = await self._painter.chance(points, title, below, [costliest])
        if picture is not None:
            attachment = Attachment("photo", "chance.png", picture, title)
            self._delivery.send(person.user_id, 0, attachment, Urgency.ONLOOKER)

    async def _judged(
        self,
        stored: StoredGame,
        seat: int,
        person: Person,
        slot: Slot,
        judged: list[Judgement],
    ) -> Screen:
        record, until = stored.record(), self._clock.now() + SECONDS
        find = partial(self._workers.run, decisions, record, seat, wait=SECONDS, limit=_LIMIT)
        try:
            chosen = await find()
        except WorkerLost:
            # Nothing can be told without this step; the next process is a fresh one.
            chosen = await find()
        own = [step for step in chosen if stored.actions[step].actor_kind == "person"]
        for number, step in enumerate(own):
            left = until - self._clock.now()
            if left <= 0:
                break
            self._show(slot, progress_screen(number, len(own), person.reader))
            seconds = min(max(_SHARE * left / (len(own) - number), _SHORTEST), _LONGEST)
            if (one := await self._judge(record, step, seconds, left)) is not None:
                judged.append(one)
        log.info("analysed game=%s decisions=%s judged=%s", stored.game_id, len(own), len(judged))
        if own and not judged:
            return no_analysis_screen(stored.game_id, person.reader)
        return analysis_screen(judged, len(own), _info(stored), person.reader)

    async def _judge(
        self, record: dict[str, Any], step: int, seconds: float, left: float
    ) -> Judgement | None:
        """Judge one decision; return None if a worker was lost or none was free."""
        try:
            return await self._workers.run(
                judge, record, step, seconds, _PATIENCE, wait=left, limit=_LIMIT
            )
        except (WorkersBusy, WorkerLost):
            return None

    def _show(self, slot: Slot, screen: Screen, *, repost: bool = False) -> None:
        self._delivery.show(slot, screen, Urgency.ACTED, repost=repost)


def _seat(stored: StoredGame, person: Person) -> int | None:
    seats = enumerate(stored.deal.seats)
    return next((seat for seat, who in seats if who.user_id == person.user_id), None)


def _info(stored: StoredGame) -> GameInfo:
    return GameInfo(
        game_id=stored.game_id,
        seats=tuple(SeatInfo(who.name, who.user_id) for who in stored.deal.seats),
        solo=True,
        chat_title="",
        chat_url=None,
        bot_url="",
    )
