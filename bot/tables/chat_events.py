"""Events of chats, topics and members, and what they mean for tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from bot.model.people import Person, Place
from bot.model.protocols import ChatEvents, Shut
from bot.runtime.recent import Recent
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

TOLD = 4096
"""So many people of games are remembered as told that their chat is shut."""


class ChatEventHandler(ChatEvents):
    """Handles chats that move, shut or open, topics that close, members who leave.

    `on_moved` is called with the old and the new id of a chat before anything else happens.
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
        self._told: Recent[tuple[int, int], bool] = Recent(TOLD)
        # Two moves at once would deadlock in the mailboxes that are merged.
        self._moving = asyncio.Lock()

    async def load(self) -> None:
        """Load the chats that are shut; to be called before anything is shown."""
        self._shut = await chat_moves.shut_chats(self._db)
        for chat_id in self._shut:
            self._services.delivery.hold(chat_id)

    async def moved(self, old_id: int, new_id: int) -> None:
        """Move a group that has become a supergroup, and post its tables there.

        Idempotent: Telegram reports a move twice, in either order, and may repeat each report.
        https://core.telegram.org/bots/api#message (`migrate_to_chat_id`, `migrate_from_chat_id`)
        """
        self._on_moved(old_id, new_id)
        for table in self._index.of_chat(old_id):
            table.other_ids |= {old_id, new_id}
        self._shut.pop(old_id, None)
        async with self._moving:
            found = await self._move(old_id, new_id)
        await self.opened(new_id)
        if found:
            log.info("chat_moved chat=%s to=%s", old_id, new_id)
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
        """Move rows and tables with their mailboxes held; return False for none."""
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
        """Note that a topic cannot be written to: its table goes on in the chat itself."""
        table = self._index.at(chat_id, thread_id)
        if thread_id > 0 and not table.topic_gone:
            await self._run(table, partial(self._leave_topic, table))

    async def _leave_topic(self, table: Table) -> None:
        if table.topic_gone:
            return
        stored = await self._index.stored(table)
        await chat_moves.set_topic_gone(self._db, stored.table_id, True)
        table.topic_gone = True
        log.info("topic_gone table=%s", stored.table_id)
        if table.busy:
            await self._presenter.tell(table, "note-topic-gone")
            await self._commands.repost(table)

    async def topic_open(self, chat_id: int, thread_id: int, name: str | None) -> None:
        """Note that a topic can be written to, and its name if it is known."""
        table = self._index.at(chat_id, thread_id)
        if name is not None and name != table.topic:
            await self._run(table, partial(self._name_topic, table, name))
        if table.topic_gone:
            await self._run(table, partial(self.back_in_topic, table))
            await self._show(table, repost=True)

    async def _name_topic(self, table: Table, name: str) -> None:
        stored = await self._index.stored(table)
        await chat_moves.set_topic(self._db, stored.table_id, name)
        table.topic = name

    async def back_in_topic(self, table: Table) -> None:
        """Show a table in its topic again. Runs in the mailbox."""
        stored = await self._index.stored(table)
        await chat_moves.set_topic_gone(self._db, stored.table_id, False)
        table.topic_gone = False

    async def shut(self, chat_id: int, why: Shut) -> None:
        """Hold deliveries to a group that refuses the bot; games go on in private."""
        if self._shut.get(chat_id) == why:
            return
        self._shut[chat_id] = why
        self._tried[chat_id] = self._services.now()
        self._services.delivery.hold(chat_id)
        await chat_moves.set_shut(self._db, chat_id, why)
        log.info("chat_shut chat=%s why=%s", chat_id, why)
        for table in self._index.of_chat(chat_id):
            if table.game_id is not None:
                await self._run(table, partial(self._tell_players, table, f"note-shut-{why}"))

    async def opened(self, chat_id: int) -> bool:
        """Post the tables of a group that accepts messages again; tell if any is busy."""
        self._waits.pop(chat_id, None)
        if self._shut.pop(chat_id, None) is None:
            return False
        await chat_moves.set_shut(self._db, chat_id, None)
        self._services.delivery.release(chat_id)
        log.info("chat_opened chat=%s", chat_id)
        for table in self._index.of_chat(chat_id):
            await self._show(table, repost=True)
        return any(table.busy for table in self._index.of_chat(chat_id))

    async def heard(self, chat_id: int) -> None:
        """Try a shut group again, at most once a minute, after a sign of life from it."""
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
        """Handle a member who left or was removed: they stand up, or play in private."""
        for table in self._index.of_chat(chat_id):
            await self._run(table, partial(self._gone_from, table, person))

    async def _gone_from(self, table: Table, person: Person) -> None:
        live = await self._progress.current(table)
        if live is not None and person.user_id in live.people_in:
            await self._tell_once(table, live, "gone", person.user_id, person.name)
        else:
            await self._lobbies.stand_up(table, person)

    async def unreachable(self, user_id: int) -> None:
        """Mark a person whose private chat refuses the bot; tell other players once.

        Does not wait for mailboxes, as they may be waiting for deliveries.
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
        await self._tell_once(table, live, "unreachable", user_id, name)

    async def _tell_once(
        self, table: Table, live: LiveGame, what: str, user_id: int, name: str
    ) -> None:
        if (what, user_id) not in live.told:
            live.told.add((what, user_id))
            await self._presenter.tell(table, f"note-{what}", name=name)

    async def _show(self, table: Table, *, repost: bool = False) -> None:
        if table.busy and repost:
            await self._run(table, partial(self._commands.repost, table))
        elif table.busy:
            await self._run(table, partial(self._commands.show, table))

    async def _tell_players(self, table: Table, key: str) -> None:
        """Tell each reachable player once per game in private, in their own language."""
        live = await self._progress.current(table)
        if live is None:
            return
        chat = await chats.get(self._db, table.chat_id)
        known = await people.get_many(self._db, live.people_in)
        for user_id, person in known.items():
            if person.can_write and not self._told.get((live.game_id, user_id)):
                self._told.put((live.game_id, user_id), True)
                reader = people.reader_of(person, self._presenter.default_language)
                title = (
                    chat.title if chat and clean(chat.title) else message("chat-unnamed", reader)
                )
                text = message(key, reader, chat=title)
                self._presenter.say(user_id, 0, text)
