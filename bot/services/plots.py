"""Plots of a person's rating and results, drawn in the background."""

from __future__ import annotations

from bot.drawing.subjects import Played
from bot.model.people import Place
from bot.model.protocols import Clock, Delivery
from bot.model.screen import Answer, Attachment, Urgency
from bot.runtime.tasks import Nursery
from bot.screens.scores import plot_words
from bot.screens.text import message
from bot.storage import people, results, settings
from bot.storage.database import Database
from bot.workers.painter import Painter

MOST_GAMES = 300
"""The number of newest games that a plot shows."""
AGAIN_SECONDS = 60.0
"""How long after a request the same plot is refused in a chat."""


class Plotter:
    """Draws plots and posts them when they are ready.

    `tasks` holds the plots in progress.
    """

    def __init__(self, db: Database, delivery: Delivery, clock: Clock, painter: Painter) -> None:
        self._db = db
        self._delivery = delivery
        self._clock = clock
        self._painter = painter
        self.tasks = Nursery()
        self._asked: dict[tuple[int, int], float] = {}

    async def plot(self, place: Place, user_id: int) -> Answer:
        """Begin a plot of a person's games for a place, and return the answer.

        Nothing is drawn where the place wants no pictures or the person has no games.
        """
        if not (await settings.get(self._db, place.chat_id)).pictures:
            return Answer(message("plot-off", place.reader))
        past = (await results.history(self._db, user_id))[-MOST_GAMES:]
        if not past:
            return Answer(message("stats-none", place.reader))
        now, key = self._clock.now(), (place.chat_id, user_id)
        self._asked = {k: at for k, at in self._asked.items() if at + AGAIN_SECONDS > now}
        if key in self._asked:
            return Answer(message("plot-soon", place.reader))
        self._asked[key] = now
        games = [Played(game.at, game.rating, game.lost) for game in past]
        self.tasks.spawn(self._post(place, user_id, games), name="plot")
        return Answer(message("plot-coming", place.reader))

    async def _post(self, place: Place, user_id: int, games: list[Played]) -> None:
        person = await people.get(self._db, user_id)
        title, held, lost, caption = plot_words(person.name if person else "", place.reader)
        picture = await self._painter.rating(games, title, held, lost)
        if picture is not None:
            attachment = Attachment("photo", "rating.png", picture, caption)
            self._delivery.send(place.chat_id, place.thread_id, attachment, Urgency.ONLOOKER)
