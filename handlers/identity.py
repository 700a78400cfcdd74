"""Identity: users and chats of Telegram as people and places of the bot."""

import logging
import time

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import GetChatAdministrators
from aiogram.types import CallbackQuery, Chat, InaccessibleMessage, Message, User

from bot.model.people import Person, Place, Reader
from bot.runtime.recent import Recent
from bot.services.directory import Directory
from bot.services.greetings import Greetings

log = logging.getLogger(__name__)

ADMINS_SECONDS = 60.0
_SIZE = 4096
"""Of so many groups the admins are remembered."""


class Admins:
    """The admins of groups, cached for `ADMINS_SECONDS`.

    https://core.telegram.org/bots/api#getchatadministrators
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._known: Recent[int, tuple[float, frozenset[int]]] = Recent(_SIZE)

    async def has(self, chat_id: int, user_id: int) -> bool:
        """Tell whether a person is an admin of a group; False where the call fails."""
        known = self._known.get(chat_id)
        if known is None or time.monotonic() - known[0] > ADMINS_SECONDS:
            call = GetChatAdministrators(chat_id=chat_id)
            try:
                members = await self._bot(call, request_timeout=10)
            except AiogramError as error:
                log.warning("admins_unknown chat=%s error=%s", chat_id, type(error).__name__)
                return False
            known = (time.monotonic(), frozenset(member.user.id for member in members))
            self._known.put(chat_id, known)
        return user_id in known[1]


class Identity:
    """Finds the person and the place of an update.

    Nothing here waits for Telegram unless `admin` is set.
    """

    def __init__(self, directory: Directory, greetings: Greetings, admins: Admins) -> None:
        self._directory = directory
        self._greetings = greetings
        self._admins = admins

    async def person(self, user: User) -> Person:
        """Return the person of a Telegram user."""
        return await self._directory.person(
            user.id, user.full_name, user.username, user.language_code
        )

    def reader(self, user: User | None) -> Reader:
        """Return how a user reads by their Telegram profile alone, without a look-up."""
        return Reader(self._directory.spoken(user.language_code if user else None))

    async def place(
        self, chat: Chat, person: Person, thread_id: int = 0, *, is_admin: bool = False
    ) -> Place:
        """Return the place of a Telegram chat and topic."""
        title = chat.title or chat.full_name or ""
        return await self._directory.place(
            chat.id, thread_id, chat.type, title, person, is_admin=is_admin
        )

    async def member(self, message: Message) -> tuple[Place, Person] | None:
        """Return who wrote, and where; None, with an explanation posted, for a channel."""
        place, person = await self.anyone(message)
        if message.sender_chat is None:
            return place, person
        self._greetings.who_are_you(place)
        return None

    async def anyone(self, message: Message, *, admin: bool = False) -> tuple[Place, Person]:
        """Return who wrote, and where, for anonymous admins and channels too.

        With `admin`, the place tells whether they are an admin of it.
        """
        assert message.from_user is not None
        person = await self.person(message.from_user)
        is_admin = admin and await self._is_admin(message, person)
        thread_id = (message.message_thread_id or 0) if message.is_topic_message else 0
        return await self.place(message.chat, person, thread_id, is_admin=is_admin), person

    def unlooked(self, message: Message) -> Place:
        """Return the place of a message without a look-up, to apologise in."""
        chat = message.chat
        thread_id = (message.message_thread_id or 0) if message.is_topic_message else 0
        reader = self.reader(message.from_user)
        return Place(chat.id, thread_id, chat.type == "private", "", reader, False)

    async def presser(self, query: CallbackQuery, *, admin: bool) -> tuple[Place, Person]:
        """Return who pressed, and where; with `admin`, the place tells if they are one."""
        assert query.message is not None
        message, person = query.message, await self.person(query.from_user)
        is_admin = (
            admin
            and message.chat.type != "private"
            and await self._admins.has(message.chat.id, person.user_id)
        )
        thread_id = 0
        if not isinstance(message, InaccessibleMessage) and message.is_topic_message:
            thread_id = message.message_thread_id or 0
        return await self.place(message.chat, person, thread_id, is_admin=is_admin), person

    async def _is_admin(self, message: Message, person: Person) -> bool:
        if message.sender_chat is not None:
            return message.sender_chat.id == message.chat.id
        if message.chat.type == "private":
            return True
        return await self._admins.has(message.chat.id, person.user_id)
