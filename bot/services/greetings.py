"""What the bot says about itself: greetings, help, languages, rings."""

from __future__ import annotations

from dataclasses import replace

from bot.model.people import LANGUAGES, Language, Person, Place, Reader
from bot.model.permissions import Permission, allows, roles_of
from bot.model.protocols import Delivery
from bot.model.screen import Answer
from bot.screens.notices import (
    greeting_screen,
    help_screen,
    language_screen,
    note_screen,
    ring_screen,
)
from bot.screens.text import message
from bot.services.directory import Directory
from bot.services.notes import say


class Greetings:
    """What the bot says that is about no table."""

    def __init__(self, delivery: Delivery, directory: Directory) -> None:
        self._delivery = delivery
        self._directory = directory

    def greet(self, place: Place, *, seated: bool) -> None:
        """The first words in a private chat; `seated`: to somebody who waits for cards."""
        if seated:
            self._note(place, "chat-seated")
        else:
            say(self._delivery, place, greeting_screen(place.reader))

    def arrive(self, place: Place) -> None:
        """The first words in a group that the bot was taken into."""
        self._note(place, "chat-hello")

    def help(self, place: Place) -> None:
        """What the bot can do."""
        say(self._delivery, place, help_screen(place.reader, place.private))

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
            say(self._delivery, place, language_screen(place.reader, place.private))
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
            return Answer(message("chat-language-admins", place.reader), alert=True)
        await self._directory.choose_language(place, person, language)
        reader = replace(place.reader, language=language)
        if message_id:
            screen = language_screen(reader, place.private)
            self._delivery.redraw(place.chat_id, message_id, screen)
        return Answer(message("chat-language-chosen", reader))

    async def ring(self, place: Place, person: Person) -> None:
        """`/ring`: ask when the person wants to be rung."""
        chosen = await self._directory.ring(person) if place.private else None
        say(self._delivery, place, ring_screen(chosen, place.reader))

    async def ring_chosen(self, place: Place, person: Person, message_id: int) -> None:
        """The question of `/ring` shows in private what is chosen now; a group's is for all."""
        if place.private and message_id:
            screen = ring_screen(await self._directory.ring(person), place.reader)
            self._delivery.redraw(place.chat_id, message_id, screen)

    def old_button(self, reader: Reader) -> Answer:
        """To a press that no button of ours carries, at least not today."""
        return Answer(message("toast-old-button", reader))

    def trouble_answer(self, reader: Reader) -> Answer:
        """To a press that could not be carried out, by no fault of the person."""
        return Answer(message("toast-trouble", reader))

    def _note(self, place: Place, key: str) -> None:
        say(self._delivery, place, note_screen(message(key, place.reader)))
