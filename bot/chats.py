"""People and chats: who they are, which language they are spoken to in, and small talk."""

from __future__ import annotations

import asyncio

from bot.model.people import LANGUAGES, Language, Person, Place, Ring, kept_language
from bot.model.permissions import Permission, allows, roles_of
from bot.model.protocols import Clock, Delivery
from bot.model.screen import Answer, Screen, Slot, SlotKind, Urgency
from bot.screens.notices import (
    greeting_screen,
    help_screen,
    language_screen,
    note_screen,
    ring_screen,
)
from bot.screens.text import message
from bot.storage import chats, people
from bot.storage.database import Database


def say(delivery: Delivery, place: Place, screen: Screen) -> None:
    """Post a message in a place and never touch it again."""
    note = Slot(SlotKind.NOTE, 0, place.chat_id, place.thread_id)
    delivery.show(note, screen, Urgency.TABLE, anew=True)
    delivery.forget(note)


class Directory:
    """Everybody and every chat that was seen, remembered and written down when something changes.

    Who is remembered is found without waiting, so that what people do keeps its order.
    """

    def __init__(self, db: Database, clock: Clock, default_language: Language) -> None:
        self._db = db
        self._clock = clock
        self._default = default_language
        self._people: dict[int, tuple[tuple[str, str | None, Language], Language]] = {}
        self._chats: dict[int, tuple[tuple[str, str], Language]] = {}
        self._moved: dict[int, int] = {}
        self._writing = asyncio.Lock()

    async def person(
        self, user_id: int, name: str, username: str | None, language_code: str | None
    ) -> Person:
        """A person as Telegram names them now; `language_code` is an IETF tag or None."""
        seen = (name, username, self.spoken(language_code))
        known = self._people.get(user_id)
        if known is None or known[0] != seen:
            async with self._writing:
                known = await self._meet(user_id, seen)
        return Person(user_id, name, known[1])

    async def place(
        self,
        chat_id: int,
        thread_id: int,
        kind: str,
        title: str,
        person: Person,
        *,
        is_admin: bool = False,
    ) -> Place:
        """Where that person spoke or pressed; `kind` is Telegram's: private, group, supergroup.

        A private chat speaks its person's language and is theirs to rule.
        """
        private = kind == "private"
        chat_id = self._moved.get(chat_id, chat_id)
        known = self._chats.get(chat_id)
        if known is None or known[0] != (kind, title):
            async with self._writing:
                known = await self._visit(chat_id, kind, title)
        language = person.language if private else known[1]
        return Place(chat_id, thread_id, private, title, language, is_admin or private)

    async def choose_language(self, place: Place, person: Person, language: Language) -> None:
        """Speak this language from now on: with the person in private, else in the group."""
        now = self._clock.now()
        async with self._writing:
            if place.private:
                await people.set_language(self._db, person.user_id, language, now)
                self._people.pop(person.user_id, None)
            else:
                await chats.set_language(self._db, place.chat_id, language, now)
                self._chats.pop(place.chat_id, None)

    def moved(self, old_id: int, new_id: int) -> None:
        """A chat has another id now; what is still said under the old one is said there."""
        self._moved[old_id] = new_id
        self._chats.pop(old_id, None)
        self._chats.pop(new_id, None)

    def forget(self, user_id: int) -> None:
        """A person is not known any more; whoever comes again is met anew."""
        self._people.pop(user_id, None)
        self._chats.pop(user_id, None)

    async def ring(self, person: Person) -> Ring:
        """When a person wants to be rung."""
        stored = await people.get(self._db, person.user_id)
        return stored.ring if stored else "half"

    async def _meet(
        self, user_id: int, seen: tuple[str, str | None, Language]
    ) -> tuple[tuple[str, str | None, Language], Language]:
        await people.seen(self._db, user_id, *seen, self._clock.now())
        stored = await people.get(self._db, user_id)
        language = kept_language(stored.language if stored else None, self._default)
        self._people[user_id] = (seen, language)
        return self._people[user_id]

    async def _visit(self, chat_id: int, kind: str, title: str) -> tuple[tuple[str, str], Language]:
        await chats.seen(self._db, chat_id, kind, title, self._clock.now())
        stored = await chats.get(self._db, chat_id)
        language = kept_language(stored.language if stored else None, self._default)
        self._chats[chat_id] = ((kind, title), language)
        return self._chats[chat_id]

    def spoken(self, language_code: str | None) -> Language:
        """Ours for Telegram's: English for those whose language we don't speak."""
        if not language_code:
            return self._default
        return "ru" if language_code.lower().split("-")[0] == "ru" else "en"


class Reception:
    """What the bot says that is about no table."""

    def __init__(self, delivery: Delivery, directory: Directory) -> None:
        self._delivery = delivery
        self._directory = directory

    def greet(self, place: Place, *, seated: bool) -> None:
        """The first words in a private chat; `seated`: to somebody who waits for cards."""
        if seated:
            self._note(place, "chat-seated")
        else:
            say(self._delivery, place, greeting_screen(place.language))

    def arrive(self, place: Place) -> None:
        """The first words in a group that the bot was taken into."""
        self._note(place, "chat-hello")

    def help(self, place: Place) -> None:
        """What the bot can do."""
        say(self._delivery, place, help_screen(place.language, place.private))

    def who_are_you(self, place: Place) -> None:
        """To those who write in the name of a chat: they can't have a seat."""
        self._note(place, "chat-anonymous")

    def trouble(self, place: Place) -> None:
        """What was asked for could not be done, by no fault of the person."""
        self._note(place, "toast-trouble")

    async def language(self, place: Place, person: Person, wanted: str) -> bool:
        """`/lang`: set the language if `wanted` names one, else ask which; True if it was set."""
        chosen = next((lang for lang in LANGUAGES if lang == wanted.strip().lower()), None)
        if chosen is None:
            say(self._delivery, place, language_screen(place.language, place.private))
            return False
        answer = await self.choose_language(place, person, chosen, 0)
        say(self._delivery, place, note_screen(answer.text))
        return place.is_admin

    async def choose_language(
        self, place: Place, person: Person, language: Language, message_id: int
    ) -> Answer:
        """Set the language and say so in it; in a group admins only.

        `message_id` is the question whose button was pressed, which shows the choice then; or 0.
        """
        if not allows(Permission.LANGUAGE, roles_of(admin=place.is_admin)):
            return Answer(message("chat-language-admins", place.language), alert=True)
        await self._directory.choose_language(place, person, language)
        if message_id:
            screen = language_screen(language, place.private)
            self._delivery.redraw(place.chat_id, message_id, screen)
        return Answer(message("chat-language-chosen", language))

    async def ring(self, place: Place, person: Person) -> None:
        """`/ring`: ask when the person wants to be rung."""
        chosen = await self._directory.ring(person) if place.private else None
        say(self._delivery, place, ring_screen(chosen, place.language))

    async def ring_chosen(self, place: Place, person: Person, message_id: int) -> None:
        """The question of `/ring` shows in private what is chosen now; a group's is for all."""
        if place.private and message_id:
            screen = ring_screen(await self._directory.ring(person), place.language)
            self._delivery.redraw(place.chat_id, message_id, screen)

    def old_button(self, language: Language) -> Answer:
        """To a press that no button of ours carries, at least not today."""
        return Answer(message("toast-old-button", language))

    def trouble_answer(self, language: Language) -> Answer:
        """To a press that could not be carried out, by no fault of the person."""
        return Answer(message("toast-trouble", language))

    def _note(self, place: Place, key: str) -> None:
        say(self._delivery, place, note_screen(message(key, place.language)))
