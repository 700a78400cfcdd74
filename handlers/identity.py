"""Who speaks, and where: Telegram's users and chats as the bot's people and places."""

import logging
import time

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import GetChatAdministrators
from aiogram.types import CallbackQuery, Chat, InaccessibleMessage, Message, User

from bot.model.people import Person, Place, Reader
from bot.services.directory import Directory
from bot.services.greetings import Greetings

log = logging.getLogger(__name__)

ADMINS_SECONDS = 60.0


class Admins:
    """Who administers a group; Telegram is asked once a minute at most."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._known: dict[int, tuple[float, frozenset[int]]] = {}

    async def has(self, chat_id: int, user_id: int) -> bool:
        """Whether a person is an admin of a group; no, where Telegram won't tell."""
        known = self._known.get(chat_id)
        if known is None or time.monotonic() - known[0] > ADMINS_SECONDS:
            call = GetChatAdministrators(chat_id=chat_id)
            try:
                members = await self._bot(call, request_timeout=10)
            except AiogramError as error:
                log.warning("who is an admin can't be asked: %s", type(error).__name__)
                return False
            known = (time.monotonic(), frozenset(member.user.id for member in members))
            self._known[chat_id] = known
        return user_id in known[1]


class Identity:
    """Lets people in: nothing here waits for Telegram unless `admin` is asked for."""

    def __init__(self, directory: Directory, greetings: Greetings, admins: Admins) -> None:
        self._directory = directory
        self._greetings = greetings
        self._admins = admins

    async def person(self, user: User) -> Person:
        """The person behind a Telegram user."""
        return await self._directory.person(
            user.id, user.full_name, user.username, user.language_code
        )

    def reader(self, user: User | None) -> Reader:
        """Return the reader of an apology when the person can't be looked up."""
        return Reader(self._directory.spoken(user.language_code if user else None))

    async def place(
        self, chat: Chat, person: Person, thread_id: int = 0, *, is_admin: bool = False
    ) -> Place:
        """The place that a Telegram chat is."""
        title = chat.title or chat.full_name or ""
        return await self._directory.place(
            chat.id, thread_id, chat.type, title, person, is_admin=is_admin
        )

    async def member(self, message: Message) -> tuple[Place, Person] | None:
        """Who wrote; None, with polite words, where it was written in the name of a chat."""
        place, person = await self.anyone(message)
        if message.sender_chat is None:
            return place, person
        self._greetings.who_are_you(place)
        return None

    async def anyone(self, message: Message, *, admin: bool = False) -> tuple[Place, Person]:
        """Who wrote, an anonymous admin too; with `admin` the place tells whether they are one."""
        assert message.from_user is not None
        person = await self.person(message.from_user)
        is_admin = admin and await self._is_admin(message, person)
        thread_id = (message.message_thread_id or 0) if message.is_topic_message else 0
        return await self.place(message.chat, person, thread_id, is_admin=is_admin), person

    def unlooked(self, message: Message) -> Place:
        """Where to apologise when nothing can be looked up."""
        chat = message.chat
        thread_id = (message.message_thread_id or 0) if message.is_topic_message else 0
        reader = self.reader(message.from_user)
        return Place(chat.id, thread_id, chat.type == "private", "", reader, False)

    async def presser(self, query: CallbackQuery, *, admin: bool) -> tuple[Place, Person]:
        """Who pressed; with `admin` the place tells whether they are one."""
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
