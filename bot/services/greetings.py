"""Messages of the bot about itself: greetings, help, languages, rings."""

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
    """Posts greetings, help and apologies, and asks for language and ring."""

    def __init__(self, delivery: Delivery, directory: Directory) -> None:
        self._delivery = delivery
        self._directory = directory

    def greet(self, place: Place, *, seated: bool) -> None:
        """Greet a person in a private chat; `seated` tells that a seat became firm."""
        if seated:
            self._note(place, "chat-seated")
        else:
            say(self._delivery, place, greeting_screen(place.reader))

    def arrive(self, place: Place) -> None:
        """Greet a group that the bot was added to."""
        self._note(place, "chat-hello")

    def help(self, place: Place) -> None:
        """Post what the bot can do."""
        say(self._delivery, place, help_screen(place.reader, place.private))

    def who_are_you(self, place: Place) -> None:
        """Explain that who writes in the name of a chat can't have a seat."""
        self._note(place, "chat-anonymous")

    def trouble(self, place: Place) -> None:
        """Apologise for an internal error."""
        self._note(place, "toast-trouble")

    async def language(self, place: Place, person: Person, wanted: str) -> bool:
        """Set the language if `wanted` names one, else ask; tell whether it was set."""
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
        """Set the language and answer in it; in a group only admins may.

        `message_id` is the message of the pressed button, which is redrawn; 0 for none.
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
        """Ask when the person wants to be rung."""
        chosen = await self._directory.ring(person) if place.private else None
        say(self._delivery, place, ring_screen(chosen, place.reader))

    async def ring_chosen(self, place: Place, person: Person, message_id: int) -> None:
        """Redraw the question about rings with the choice, in a private chat only."""
        if place.private and message_id:
            screen = ring_screen(await self._directory.ring(person), place.reader)
            self._delivery.redraw(place.chat_id, message_id, screen)

    def slow_down(self, place: Place) -> None:
        """Ask a person who writes too much for patience."""
        self._note(place, "answer-slow-down")

    def slow_down_answer(self, reader: Reader) -> Answer:
        """Return the answer to a press of a person who presses too much."""
        return Answer(message("answer-slow-down", reader))

    def old_button(self, reader: Reader) -> Answer:
        """Return the answer to a button that is old or forged."""
        return Answer(message("toast-old-button", reader))

    def trouble_answer(self, reader: Reader) -> Answer:
        """Return the answer to a press that failed by an internal error."""
        return Answer(message("toast-trouble", reader))

    def _note(self, place: Place, key: str) -> None:
        say(self._delivery, place, note_screen(message(key, place.reader)))
