"""Scores: who plays how well in a chat."""

from bot.chats import say
from bot.ports import Delivery, Place
from bot.render.notes import top_screen
from bot.storage import results
from bot.storage.database import Database


class Standings:
    """Boards of what was played, read from the results."""

    def __init__(self, db: Database, delivery: Delivery) -> None:
        self._db = db
        self._delivery = delivery

    async def top(self, place: Place) -> None:
        """`/top`: games and defeats of the people of this chat."""
        rows = await results.top(self._db, place.chat_id)
        say(self._delivery, place, top_screen(rows, place.language))
