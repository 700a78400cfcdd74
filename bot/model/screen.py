"""Screens, and the slots that messages show them in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Literal

Style = Literal["primary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button with exactly one action: callback data of 1..64 bytes, or a URL."""

    text: str
    data: str | None = None
    url: str | None = None
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as it should look: Telegram HTML, at most 4096 characters, and rows of buttons."""

    text: str
    keyboard: tuple[tuple[Button, ...], ...] = ()

    @property
    def digest(self) -> str:
        """A short fingerprint; equal screens have equal ones, across restarts too."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture or a file with a caption: Telegram HTML, at most 1024 characters, and buttons."""

    kind: Literal["photo", "document"]
    filename: str
    content: bytes = field(repr=False)
    caption: str = ""
    keyboard: tuple[tuple[Button, ...], ...] = ()

    @property
    def digest(self) -> str:
        """A short fingerprint of all that it says, without what is in it."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


class SlotKind(StrEnum):
    """What a message is for."""

    LOBBY = "lobby"
    TABLE = "table"
    HAND = "hand"
    ALONE = "alone"
    NOTE = "note"
    CUT = "cut"
    FILE = "file"
    HISTORY = "history"
    ANALYSIS = "analysis"
    PUZZLE = "puzzle"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one message: the lobby `key`, the table or a hand of game `key`, a note, the cut
    of deal `key`.

    A private chat's id is its person's id. A hand ALONE is in a group, seen by `user_id` only. A
    chat, or its topic `key`, has one HISTORY, whoever looks back.
    """

    kind: SlotKind
    key: int
    chat_id: int
    thread_id: int = 0
    user_id: int = 0

    @property
    def name(self) -> str:
        """The unique key under which the slot's message is kept; `of_name` reads it."""
        alone = f":{self.user_id}" if self.user_id else ""
        return f"{self.kind}:{self.key}:{self.chat_id}{alone}"

    @classmethod
    def of_name(cls, name: str) -> Slot:
        """The slot of a kept message; its topic is not known any more, and not needed for edits."""
        kind, *numbers = name.split(":")
        key, chat_id, user_id = (*map(int, numbers), 0)[:3]
        return cls(SlotKind(kind), key, chat_id, user_id=user_id)


class Urgency(IntEnum):
    """Who is served first when calls must wait."""

    AWAITED = 0
    ACTED = 1
    TABLE = 2
    ONLOOKER = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """How a press is answered: a toast, or an alert to close; `url` opens the private chat."""

    text: str = ""
    alert: bool = False
    url: str | None = None
