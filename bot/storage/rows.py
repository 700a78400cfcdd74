"""Rows that the database caches, as values."""

from dataclasses import dataclass

from bot.model.people import Ring
from bot.model.protocols import Shut


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat as last seen; `language` is None until one is chosen for it.

    `shut` is the reason why nothing can be written to it, None if something can.
    """

    chat_id: int
    kind: str
    title: str
    language: str | None
    shut: Shut | None = None


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A person as last seen; `language` is Telegram's until they choose one.

    `ring` is when their phone rings: as soon as they are awaited, at half the time, or never.
    `open_hands`: others may see their hands of ended games.
    """

    user_id: int
    name: str
    username: str | None = None
    language: str | None = None
    language_chosen: bool = False
    can_write: bool = False
    ring: Ring = "half"
    open_hands: bool = True
