"""The menu of settings: of a chat, and of a person in private."""

from __future__ import annotations

from dataclasses import replace

from bot.model.buttons import SettingPress
from bot.model.people import RINGS, SETTINGS, Person, Place
from bot.model.permissions import Permission, allows, roles_of
from bot.model.protocols import Clock, Delivery
from bot.model.screen import Answer
from bot.screens.settings import setting_name, settings_screen
from bot.screens.text import message
from bot.services.directory import Directory
from bot.services.notes import say
from bot.storage import people, settings
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.storage.rows import StoredPerson
from bot.tables.tables import Tables


class SettingsMenu:
    """Shows settings, and redraws the message where one is changed."""

    def __init__(
        self, db: Database, clock: Clock, delivery: Delivery, directory: Directory, tables: Tables
    ) -> None:
        self._db = db
        self._clock = clock
        self._delivery = delivery
        self._directory = directory
        self._tables = tables

    async def show(self, place: Place, person: Person) -> None:
        """Post the settings of a place with buttons, which in groups only admins may use."""
        values = await self._values(place, person)
        screen = settings_screen(values, place.reader, private=place.private)
        say(self._delivery, place, screen)

    async def press(
        self, place: Place, person: Person, press: SettingPress, message_id: int
    ) -> Answer:
        """Set the value of a button; in a group only admins may."""
        if not allows(Permission.SETTINGS, roles_of(admin=place.is_admin)):
            return Answer(message("settings-admins", person.reader), alert=True)
        if not SETTINGS[press.key].offered(private=place.private):
            return Answer(message("toast-old-button", person.reader))
        try:
            answer, place, person = await self._choose(place, person, press)
            values = await self._values(place, person)
        except FAILURES:
            return Answer(message("toast-storage", person.reader))
        if message_id:
            screen = settings_screen(values, place.reader, private=place.private)
            self._delivery.redraw(place.chat_id, message_id, screen)
        return answer

    async def _values(self, place: Place, person: Person) -> dict[str, str]:
        """Return the value of each setting that a place has."""
        chat = await settings.get(self._db, place.chat_id)
        stored = await people.get(self._db, person.user_id)
        own = replace(
            stored or StoredPerson(person.user_id, person.name), language=place.reader.language
        )
        return {
            key: setting.word(getattr(own if setting.whose == "person" else chat, setting.column))
            for key, setting in SETTINGS.items()
            if setting.offered(private=place.private)
        }

    async def _choose(
        self, place: Place, person: Person, press: SettingPress
    ) -> tuple[Answer, Place, Person]:
        """Store a value; return the answer, and place and person as they read from now on."""
        setting = SETTINGS[press.key]
        kept = setting.kept(press.value)
        if press.key == "ring":
            ring = next(ring for ring in RINGS if ring == press.value)
            return await self._tables.choose_ring(person, ring), place, person
        if setting.whose != "person":
            await settings.put(self._db, place.chat_id, **{setting.column: kept})
        else:
            reader = await self._directory.choose(person, **{setting.column: kept})
            if reader != person.reader:
                place, person = replace(place, reader=reader), replace(person, reader=reader)
                await self._tables.language_chosen(place, person)
        if press.key == "language":
            return Answer(message("chat-language-chosen", person.reader)), place, person
        return Answer(setting_name(press.key, press.value, person.reader)), place, person
