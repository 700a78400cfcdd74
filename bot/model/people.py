"""Who acts and where: people, places, languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["ru", "en"]
LANGUAGES: tuple[Language, ...] = ("ru", "en")
Ring = Literal["now", "half", "never"]
RINGS: tuple[Ring, ...] = ("now", "half", "never")


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: a Telegram user, with the language they are addressed in in private."""

    user_id: int
    name: str
    language: Language


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said: a chat and its topic (0: none), with the chat's language.

    `is_admin` tells whether the one who spoke or pressed is an admin of it (their own chat: yes);
    it counts for what is on there alone, see `bot.tables.rights`.
    It is asked of Telegram only where it decides something: for `/stop`, `/lang` and the lobby's
    buttons but "join" and "leave"; elsewhere it is False.
    """

    chat_id: int
    thread_id: int
    private: bool
    title: str
    language: Language
    is_admin: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who presses a button or gives a command, and the place where they do."""

    person: Person
    place: Place


def kept_language(stored: str | None, default: Language) -> Language:
    """A stored language; `default` where none is kept, or none of ours."""
    return next((language for language in LANGUAGES if language == stored), default)
