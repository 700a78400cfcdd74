"""The directory of people and chats: who they are, and how they read."""

from __future__ import annotations

import asyncio

from bot.model.people import Language, Person, Place, Reader, Ring
from bot.model.protocols import Clock
from bot.runtime.recent import Recent
from bot.storage import chats, people
from bot.storage.database import Database
from bot.storage.rows import StoredPerson
from locales import fluent

SIZE = 8192
"""So many people, and chats, that were seen last are remembered; the others are read again."""


class Directory:
    """All people and chats seen so far, stored whenever something about them changes.

    Known ones are found without waiting, so that updates keep their order.
    """

    def __init__(self, db: Database, clock: Clock, default_language: Language) -> None:
        self._db = db
        self._clock = clock
        self._default = default_language
        self._people: Recent[int, tuple[tuple[str, str | None, Language], Reader]] = Recent(SIZE)
        self._chats: Recent[int, tuple[tuple[str, str], Reader]] = Recent(SIZE)
        self._moved: Recent[int, int] = Recent(SIZE)
        self._writing = asyncio.Lock()

    def __len__(self) -> int:
        """Return how many people and chats are remembered."""
        return len(self._people) + len(self._chats)

    async def person(
        self, user_id: int, name: str, username: str | None, language_code: str | None
    ) -> Person:
        """Return a person, storing what is new; `language_code` is an IETF tag or None."""
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
        """Return the place where a person wrote or pressed, storing what is new.

        `kind` is Telegram's: private, group or supergroup. A private chat reads as its person
        does, who counts as its admin.
        """
        private = kind == "private"
        moved = self._moved.get(chat_id)
        chat_id = chat_id if moved is None else moved
        known = self._chats.get(chat_id)
        if known is None or known[0] != (kind, title):
            async with self._writing:
                known = await self._visit(chat_id, kind, title)
        reader = person.reader if private else known[1]
        return Place(chat_id, thread_id, private, title, reader, is_admin or private)

    async def choose(self, person: Person, **changes: bool | str) -> Reader:
        """Store a person's settings by column; return how they read from now on."""
        async with self._writing:
            await people.put(self._db, person.user_id, self._clock.now(), **changes)
            self._people.drop(person.user_id)
        return people.reader_of(await people.get(self._db, person.user_id), self._default)

    async def choose_language(self, place: Place, person: Person, language: Language) -> None:
        """Set the language: of the person in a private chat, else of the group."""
        if place.private:
            await self.choose(person, language=language)
            return
        async with self._writing:
            await chats.set_language(self._db, place.chat_id, language, self._clock.now())
            self._chats.drop(place.chat_id)

    def moved(self, old_id: int, new_id: int) -> None:
        """Note that a chat has a new id, which then also stands for the old one."""
        self._moved.put(old_id, new_id)
        self._chats.drop(old_id)
        self._chats.drop(new_id)

    def forget(self, user_id: int) -> None:
        """Forget a person who has been erased; they are stored again if they come back."""
        self._people.drop(user_id)
        self._chats.drop(user_id)

    async def ring(self, person: Person) -> Ring:
        """Return when a person wants to be rung."""
        stored = await people.get(self._db, person.user_id)
        return (stored or StoredPerson(person.user_id, person.name)).ring

    async def _meet(
        self, user_id: int, seen: tuple[str, str | None, Language]
    ) -> tuple[tuple[str, str | None, Language], Reader]:
        stored = await people.seen(self._db, user_id, *seen, self._clock.now())
        known = (seen, people.reader_of(stored, self._default))
        self._people.put(user_id, known)
        return known

    async def _visit(self, chat_id: int, kind: str, title: str) -> tuple[tuple[str, str], Reader]:
        await chats.seen(self._db, chat_id, kind, title, self._clock.now())
        stored = await chats.get(self._db, chat_id)
        known = ((kind, title), chats.reader_of(stored, self._default))
        self._chats.put(chat_id, known)
        return known

    def spoken(self, language_code: str | None) -> Language:
        """Return the language for an IETF tag, the default one for None."""
        return Language(fluent.spoken_for(language_code)) if language_code else self._default
