"""What happens to the places where people play, and to people in them, besides playing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from bot.model.people import Person, Place
from bot.model.protocols import ChatEvents, Shut
from bot.screens.names import clean
from bot.screens.text import message
from bot.storage import chat_moves, chats, people
from bot.tables.commands import TableCommands
from bot.tables.game import LiveGame
from bot.tables.lobby import Lobbies
from bot.tables.mailbox import held
from bot.tables.presenter import SUPERGROUPS_BELOW
from bot.tables.progress import Progress
from bot.tables.services import TableServices
from bot.tables.table import Table

log = logging.getLogger(__name__)

TRY_AGAIN_SECONDS, SELDOM_SECONDS = 60.0, 3600.0
"""So often at most a chat that is shut is tried again; and so seldom in the end, where nobody
there shows signs of life."""
MOST_ASKED = 5
"""Of so many namesakes of a supergroup at most Telegram is asked where they are."""


class ChatEventHandler(ChatEvents):
    """Chats that move, close and open, topics that go, members who leave.

    `on_moved` is told of new ids of chats before anything else is.
    """

    def __init__(
        self,
        services: TableServices,
        progress: Progress,
        lobbies: Lobbies,
        commands: TableCommands,
        on_moved: Callable[[int, int], None],
    ) -> None:
        self._services = services
        self._db = services.db
        self._index = services.index
        self._presenter = services.presenter
        self._progress = progress
        self._run = progress.runner.run
        self._lobbies = lobbies
        self._commands = commands
        self._on_moved = on_moved
        self._shut: dict[int, Shut] = {}
        self._tried: dict[int, float] = {}
        self._waits: dict[int, float] = {}
        self._told: set[tuple[int, int]] = set()
        # Two moves at once would wait for each other in the lanes that become one.
        self._moving = asyncio.Lock()

    async def load(self) -> None:
        """Learn which chats are shut, before anything is shown."""
        self._shut = await chat_moves.shut_chats(self._db)
        for chat_id in self._shut:
            self._services.delivery.hold(chat_id)

    async def moved(self, old_id: int, new_id: int) -> None:
        """A group has become a supergroup: all that is kept goes along, the table is posted anew.

        Either signal of it may come first, or both, or one more than once.
        """
        self._on_moved(old_id, new_id)
        for table in self._index.of_chat(old_id):
            table.other_ids |= {old_id, new_id}
        self._shut.pop(old_id, None)
        async with self._moving:
            news = await self._move(old_id, new_id)
        await self.opened(new_id)
        if news:
            log.info("moved: chat %s is chat %s now", old_id, new_id)
            for table in self._index.of_chat(new_id):
                await self._show(table)

    async def find_moved(self, place: Place) -> None:
        """See whether a supergroup in which nothing is on was one of the groups where something is.

        Usually that is told; where it is not, a table would be lost to the people at it. Telegram
        is asked of the groups that have the same title.
        """
        if place.private or place.chat_id > SUPERGROUPS_BELOW or not place.title:
            return
        if any(table.busy for table in self._index.of_chat(place.chat_id)):
            return
        busy = {table.chat_id for table in self._index.all() if table.busy}
        groups = [chat_id for chat_id in sorted(busy) if SUPERGROUPS_BELOW < chat_id < 0]
        known = [(chat_id, await chats.get(self._db, chat_id)) for chat_id in groups]
        namesakes = [chat_id for chat_id, chat in known if chat and chat.title == place.title]
        for chat_id in namesakes[:MOST_ASKED]:
            if (new_id := await self._services.delivery.moved_to(chat_id)) is not None:
                await self.moved(chat_id, new_id)

    async def _move(self, old_id: int, new_id: int) -> bool:
        """Move what is kept, and the rooms while their lanes stand still; False if none is left."""
        left = self._index.of_chat(old_id)
        for table in left:
            self._index.at(new_id, table.thread_id)
        tables = [*left, *self._index.of_chat(new_id)]
        async with held([table.mailbox for table in tables]):
            moved = await chat_moves.move_chat(self._db, old_id, new_id)
            self._index.move(old_id, new_id, moved)
            self._services.delivery.move(old_id, new_id)
        return bool(moved or left)

    async def topic_gone(self, chat_id: int, thread_id: int) -> None:
        """Nothing can be written to a topic any more: what is on there goes on in the chat."""
        table = self._index.at(chat_id, thread_id)
        if thread_id > 0 and not table.topic_gone:
            await self._run(table, partial(self._leave_topic, table))

    async def _leave_topic(self, table: Table) -> None:
        if table.topic_gone:
            return
        stored = await self._index.stored(table)
        await chat_moves.set_topic_gone(self._db, stored.table_id, True)
        table.topic_gone = True
        log.info("topic gone: table %s", stored.table_id)
        if table.busy:
            await self._presenter.tell(table, "note-topic-gone")
            await self._commands.repost(table)

    async def topic_open(self, chat_id: int, thread_id: int, name: str | None) -> None:
        """A topic can be written in; its name where it is told."""
        table = self._index.at(chat_id, thread_id)
        if name is not None and name != table.topic:
            await self._run(table, partial(self._name_topic, table, name))
        if table.topic_gone:
            await self._run(table, partial(self.back_in_topic, table))
            await self._show(table, anew=True)

    async def _name_topic(self, table: Table, name: str) -> None:
        stored = await self._index.stored(table)
        await chat_moves.set_topic(self._db, stored.table_id, name)
        table.topic = name

    async def back_in_topic(self, table: Table) -> None:
        """Somebody writes in the topic of a room: it is there again. Runs in the lane."""
        stored = await self._index.stored(table)
        await chat_moves.set_topic_gone(self._db, stored.table_id, False)
        table.topic_gone = False

    async def shut(self, chat_id: int, why: Shut) -> None:
        """Nothing can be written to a group: it is left alone, and its games go on in private."""
        if self._shut.get(chat_id) == why:
            return
        self._shut[chat_id] = why
        self._tried[chat_id] = self._services.now()
        self._services.delivery.hold(chat_id)
        await chat_moves.set_shut(self._db, chat_id, why)
        log.info("shut (%s): chat %s", why, chat_id)
        for table in self._index.of_chat(chat_id):
            if table.game_id is not None:
                await self._run(table, partial(self._tell_players, table, f"note-shut-{why}"))

    async def opened(self, chat_id: int) -> bool:
        """The bot may write to a group again: what is on there is posted anew; True if it is."""
        self._waits.pop(chat_id, None)
        if self._shut.pop(chat_id, None) is None:
            return False
        await chat_moves.set_shut(self._db, chat_id, None)
        self._services.delivery.release(chat_id)
        log.info("open: chat %s", chat_id)
        for table in self._index.of_chat(chat_id):
            await self._show(table, anew=True)
        return any(table.busy for table in self._index.of_chat(chat_id))

    async def heard(self, chat_id: int) -> None:
        """Somebody spoke or pressed in a group: if it is shut, it may not be so any more."""
        why = self._shut.get(chat_id)
        if why is None:
            return
        late = self._services.now() - self._tried.get(chat_id, 0.0) >= TRY_AGAIN_SECONDS
        if late or why == "removed":
            await self.opened(chat_id)

    async def try_again(self) -> None:
        """Try chats that are shut and in which something is on: not all that happens to chats is
        told in its order, and who plays in private is not heard in the chat.

        Where an end alone waits to be shown there, it is tried for some two hours.
        """
        for chat_id in list(self._shut):
            wait = self._waits.get(chat_id, TRY_AGAIN_SECONDS)
            busy = any(table.busy for table in self._index.of_chat(chat_id))
            ends = wait < SELDOM_SECONDS and self._services.delivery.waits(chat_id)
            if (busy or ends) and self._services.now() - self._tried.get(chat_id, 0.0) >= wait:
                await self.opened(chat_id)
                self._waits[chat_id] = min(2 * wait, SELDOM_SECONDS)

    async def gone(self, chat_id: int, person: Person) -> None:
        """Somebody has left a group, or was put out of it: they stand up, or play on in private."""
        for table in self._index.of_chat(chat_id):
            await self._run(table, partial(self._gone_from, table, person))

    async def _gone_from(self, table: Table, person: Person) -> None:
        live = await self._progress.current(table)
        if live is not None and person.user_id in live.people_in:
            await self._say_once(table, live, "gone", person.user_id, person.name)
        else:
            await self._lobbies.stand_up(table, person)

    async def unreachable(self, user_id: int) -> None:
        """A private chat refuses the bot: its person's seat waits, or the others hear of it once.

        Nothing is waited for: the mailboxes may be waiting for deliveries.
        """
        services, spawn = self._services, self._progress.runner.spawn
        new = await people.set_can_write(self._db, user_id, False, services.now())
        for table in services.index.seating(user_id):
            spawn(table, partial(self._lobbies.set_waiting, table, user_id, True))
        for table in await services.index.played_by(user_id) if new else ():
            spawn(table, partial(self._player_unreachable, table, user_id))

    async def _player_unreachable(self, table: Table, user_id: int) -> None:
        live = await self._progress.current(table)
        if live is None or table.solo or user_id not in live.people_in:
            return
        seat = live.seat_of(user_id)
        assert seat is not None
        name = live.stored.deal.seats[seat].name
        await self._say_once(table, live, "unreachable", user_id, name)

    async def _say_once(
        self, table: Table, live: LiveGame, what: str, user_id: int, name: str
    ) -> None:
        if (what, user_id) not in live.said:
            live.said.add((what, user_id))
            await self._presenter.tell(table, f"note-{what}", name=name)

    async def _show(self, table: Table, *, anew: bool = False) -> None:
        if table.busy and anew:
            await self._run(table, partial(self._commands.repost, table))
        elif table.busy:
            await self._run(table, partial(self._commands.show, table))

    async def _tell_players(self, table: Table, key: str) -> None:
        """Tell each player in reach once in private, in their own language."""
        live = await self._progress.current(table)
        if live is None:
            return
        chat = await chats.get(self._db, table.chat_id)
        known = await people.get_many(self._db, live.people_in)
        for user_id, person in known.items():
            if person.can_write and (live.game_id, user_id) not in self._told:
                self._told.add((live.game_id, user_id))
                reader = people.reader_of(person, self._presenter.default_language)
                title = (
                    chat.title if chat and clean(chat.title) else message("chat-unnamed", reader)
                )
                words = message(key, reader, chat=title)
                self._presenter.say(user_id, 0, words)
