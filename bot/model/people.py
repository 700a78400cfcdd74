"""People, places and readers, and the settings that people and chats can choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType

from bot.model.periods import SEASONS
from locales import fluent

Language = NewType("Language", str)
"""One of `LANGUAGES`."""
LANGUAGES = tuple(map(Language, fluent.LANGUAGES))
Ring = Literal["now", "half", "never"]
RINGS: tuple[Ring, ...] = ("now", "half", "never")
SWITCH = ("on", "off")


@dataclass(frozen=True, slots=True)
class Reader:
    """How words and cards are shown to a person or a chat."""

    language: Language

    def text(self, key: str, **args: str | int) -> str:
        """Return the message `key` with its variables filled in; texts are not escaped."""
        return fluent.text(self.language, key, **args)


@dataclass(frozen=True, slots=True)
class Person:
    """A user of Telegram, and how they read in private."""

    user_id: int
    name: str
    reader: Reader


@dataclass(frozen=True, slots=True)
class Place:
    """A chat and topic (0: none) where a person wrote or pressed, and how it reads.

    `is_admin` tells whether that person is an admin of the chat; people are admins of their private
    chat. In groups Telegram is asked only where it makes a difference (see
    `bot.model.permissions.admins_count`); elsewhere it is False.
    """

    chat_id: int
    thread_id: int
    private: bool
    title: str
    reader: Reader
    is_admin: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who presses a button or sends a command, and the place where they do."""

    person: Person
    place: Place


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of `/settings`: its `values`, and the `column` where it is stored.

    It belongs to a person (offered in private), to any chat, or to groups only. The default is
    that of the field that storage reads the column into.
    """

    whose: Literal["person", "chat", "group"]
    column: str
    values: tuple[str, ...] = SWITCH

    def offered(self, *, private: bool) -> bool:
        """Tell whether it can be chosen in a private chat, or else in a group."""
        return self.whose == "chat" or private == (self.whose == "person")

    def word(self, kept: bool | str) -> str:
        """Return the one of `values` for what is stored."""
        return kept if isinstance(kept, str) else SWITCH[not kept]

    def kept(self, word: str) -> bool | str:
        """Return what is stored for one of `values`."""
        return word == SWITCH[0] if self.values == SWITCH else word


SETTINGS = {
    "pictures": Setting("chat", "pictures"),
    "proof": Setting("chat", "proof"),
    "season": Setting("group", "season", SEASONS),
    "hands": Setting("person", "open_hands"),
    "ring": Setting("person", "ring", RINGS),
    "language": Setting("person", "language", LANGUAGES),
}
"""All settings by the key of their buttons and words, in the order of the menu."""


def kept_language(stored: str | None, default: Language) -> Language:
    """Return a stored language, or `default` where it is None or unknown."""
    return next((language for language in LANGUAGES if language == stored), default)
