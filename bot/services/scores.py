"""Scores: boards, statistics and ranks, of a chat and of all chats."""

from dataclasses import replace

from bot.model import periods
from bot.model.buttons import PlotPress, ScorePress, TopPress
from bot.model.people import Person, Place
from bot.model.protocols import Clock, Delivery
from bot.model.scores import Part, Personal, Totals
from bot.model.screen import Answer, Screen
from bot.model.tally import ALL_CHATS
from bot.screens.scores import board_screen, own_ranks_screen, ranks_screen, stats_screen
from bot.screens.text import message
from bot.services.notes import say
from bot.services.plots import Plotter
from bot.storage import boards, ranks, results, settings
from bot.storage.database import Database
from bot.workers.painter import Painter

_KINDS: tuple[Part, ...] = ("podkidnoy", "perevodnoy", "lively", "teams")


class Scores:
    """Shows boards, statistics and ranks (docs/score.md)."""

    def __init__(self, db: Database, delivery: Delivery, clock: Clock, painter: Painter) -> None:
        self._db = db
        self._delivery = delivery
        self._clock = clock
        self.plotter = Plotter(db, delivery, clock, painter)

    async def top(self, place: Place, asker: Person | None) -> None:
        """Post the board of the chat, in private of all chats, by defeats of all time."""
        say(self._delivery, place, await self._board(place, asker, TopPress("defeats", "ever", 0)))

    async def stats(self, place: Place, asker: Person, about: Person) -> None:
        """Post a person's statistics in a group; in private, the asker's in all chats."""
        part: Part = "all" if place.private else "here"
        screen = await self._stats(place, asker, about.user_id, part, about.name)
        say(self._delivery, place, screen)

    async def pogony(self, place: Place, asker: Person) -> None:
        """Post the ranks of the chat; in private, the asker's in all chats."""
        if place.private:
            rows = await ranks.of_person(self._db, asker.user_id, self._clock.now())
            say(self._delivery, place, own_ranks_screen(rows, place.reader))
            return
        found = await ranks.of_board(self._db, place.chat_id, self._clock.now())
        say(self._delivery, place, ranks_screen(found, place.reader))

    async def press(
        self, place: Place, person: Person, press: ScorePress, message_id: int
    ) -> Answer:
        """Handle a button of a board or of statistics, whose message is redrawn."""
        if isinstance(press, PlotPress):
            about = person.user_id if place.private else press.user_id
            if not await self._may_show(place, person, about):
                return Answer(message("stats-none", place.reader))
            return await self.plotter.plot(place, about)
        if isinstance(press, TopPress):
            screen = await self._board(place, person, press)
        else:
            screen = await self._stats(place, person, press.user_id, press.part)
        self._delivery.redraw(place.chat_id, message_id, screen)
        return Answer()

    async def _board(self, place: Place, asker: Person | None, press: TopPress) -> Screen:
        length = (await settings.get(self._db, place.chat_id)).season
        key = periods.of(press.period, self._clock.now(), length)
        board = await boards.board(
            self._db,
            ALL_CHATS if place.private else place.chat_id,
            key,
            press.order,
            press.period,
            press.page,
            asker.user_id if asker else None,
        )
        name = asker.name if asker else ""
        return board_screen(board, place.reader, asker=name, seasons=length != "never")

    async def _stats(
        self, place: Place, asker: Person, user_id: int, part: Part, name: str = ""
    ) -> Screen:
        """Return a person's statistics; `name` is shown where they are not known."""
        user_id = asker.user_id if place.private else user_id
        parts = _parts(place)
        if part not in parts:
            part = parts[0]
        if await self._may_show(place, asker, user_id):
            found = await results.personal(self._db, user_id, part, place.chat_id)
            found = replace(found, name=found.name or name)
        else:
            found = Personal(user_id, name, part, Totals())
        return stats_screen(found, place.reader, parts, place.title)

    async def _may_show(self, place: Place, asker: Person, user_id: int) -> bool:
        """Tell whether statistics of a person may be shown in a place.

        They may in private to the person, and in chats where they have played. Buttons can be
        forged to name any person.
        """
        if place.private or user_id == asker.user_id:
            return True
        return await results.has_played(self._db, user_id, place.chat_id)


def _parts(place: Place) -> tuple[Part, ...]:
    """Return the parts of statistics shown in a place; the list of chats is private."""
    return ("all", "chats", *_KINDS, "solo") if place.private else ("here", "all", *_KINDS, "solo")
