"""`/settings`: what a chat, and a person in private, can choose."""

from __future__ import annotations

from dataclasses import replace

from bot.model.buttons import SettingPress
from bot.model.people import RINGS, Language, Person, Place
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
from bot.tables.tables import Tables


class SettingsMenu:
    """Shows what is chosen, and changes it in the message where a button was pressed."""

    def __init__(
        self, db: Database, clock: Clock, delivery: Delivery, directory: Directory, tables: Tables
    ) -> None:
        self._db = db
        self._clock = clock
        self._delivery = delivery
        self._directory = directory
        self._tables = tables

    async def show(self, place: Place, person: Person) -> None:
        """`/settings`: what is chosen here, with buttons; whoever may not use them may look."""
        values = await self._values(place, person)
        screen = settings_screen(values, place.reader, private=place.private)
        say(self._delivery, place, screen)

    async def press(
        self, place: Place, person: Person, press: SettingPress, message_id: int
    ) -> Answer:
        """A button of that message: choose this value. In a group admins only."""
        if not allows(Permission.SETTINGS, roles_of(admin=place.is_admin)):
            return Answer(message("settings-admins", person.reader), alert=True)
        try:
            if press.key not in await self._values(place, person):
                return Answer(message("toast-old-button", person.reader))
            if press.key == "language":
                reader = replace(person.reader, language=Language(press.value))
                place, person = replace(place, reader=reader), replace(person, reader=reader)
            answer = await self._choose(place, person, press)
            values = await self._values(place, person)
        except FAILURES:
            return Answer(message("toast-storage", person.reader))
        if message_id:
            screen = settings_screen(values, place.reader, private=place.private)
            self._delivery.redraw(place.chat_id, message_id, screen)
        return answer

    async def _values(self, place: Place, person: Person) -> dict[str, str]:
        """The value of each setting that there is in a place."""
        chosen = await settings.get(self._db, place.chat_id)
        values = {"pictures": _word(chosen.pictures), "proof": _word(chosen.proof)}
        if not place.private:
            return values | {"season": chosen.season}
        stored = await people.get(self._db, person.user_id)
        return values | {
            "hands": _word(stored is None or stored.open_hands),
            "ring": stored.ring if stored else "half",
            "language": place.reader.language,
        }

    async def _choose(self, place: Place, person: Person, press: SettingPress) -> Answer:
        match press.key:
            case "ring":
                ring = next(ring for ring in RINGS if ring == press.value)
                return await self._tables.choose_ring(person, ring)
            case "language":
                await self._directory.choose_language(place, person, person.reader.language)
                await self._tables.language_chosen(place, person)
                return Answer(message("chat-language-chosen", person.reader))
            case "hands":
                shown, now = press.value == "on", self._clock.now()
                await people.set_open_hands(self._db, person.user_id, shown, now)
            case "season":
                await settings.put(self._db, place.chat_id, season=press.value)
            case switch:
                await settings.put(self._db, place.chat_id, **{switch: press.value == "on"})
        return Answer(setting_name(press.key, press.value, person.reader))


def _word(is_on: bool) -> str:
    return "on" if is_on else "off"
