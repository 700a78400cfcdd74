"""Who acts, who reads, and where; what people and chats can choose."""

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
    """How words and cards are shown to a person or a chat; each personal choice is a field."""

    language: Language

    def text(self, key: str, **args: str | int) -> str:
        """Return the message `key`; texts in `args` stand in it as they are."""
        return fluent.text(self.language, key, **args)


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: a Telegram user, and how they read in private."""

    user_id: int
    name: str
    reader: Reader


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said: a chat and its topic (0: none), and how that chat reads.

    `is_admin` tells whether the one who spoke or pressed is an admin of it (their own chat: yes);
    it counts for what is on there alone, see `bot.tables.rights`.
    It is asked of Telegram only where it decides something: for `/stop`, `/lang` and the lobby's
    buttons but "join" and "leave"; elsewhere it is False.
    """

    chat_id: int
    thread_id: int
    private: bool
    title: str
    reader: Reader
    is_admin: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who presses a button or gives a command, and the place where they do."""

    person: Person
    place: Place


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that `/settings` offers: to which `values` it can be set, and in which `column`.

    It is a person's own, offered in private; or one of a chat, a private one too; or a group's.
    The default is that of the field which storage reads the column into.
    """

    whose: Literal["person", "chat", "group"]
    column: str
    values: tuple[str, ...] = SWITCH

    def offered(self, *, private: bool) -> bool:
        """Tell whether it can be chosen in a private chat, or in a group."""
        return self.whose == "chat" or private == (self.whose == "person")

    def word(self, kept: bool | str) -> str:
        """Return the one of `values` that stands for what is kept."""
        return kept if isinstance(kept, str) else SWITCH[not kept]

    def kept(self, word: str) -> bool | str:
        """Return what is kept for one of `values`."""
        return word == SWITCH[0] if self.values == SWITCH else word


SETTINGS = {
    "pictures": Setting("chat", "pictures"),
    "proof": Setting("chat", "proof"),
    "season": Setting("group", "season", SEASONS),
    "hands": Setting("person", "open_hands"),
    "ring": Setting("person", "ring", RINGS),
    "language": Setting("person", "language", LANGUAGES),
}
"""All settings by the key of their buttons and words, as they stand below one another."""


def kept_language(stored: str | None, default: Language) -> Language:
    """A stored language; `default` where none is kept, or none of ours."""
    return next((language for language in LANGUAGES if language == stored), default)
