"""Screens, attachments and answers, and the slots of messages."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Literal

Style = Literal["primary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button with either callback data of 1..64 bytes or a URL.

    https://core.telegram.org/bots/api#inlinekeyboardbutton
    """

    text: str
    data: str | None = None
    url: str | None = None
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as it should look: HTML of at most 4096 characters, rows of buttons."""

    text: str
    keyboard: tuple[tuple[Button, ...], ...] = ()

    @property
    def digest(self) -> str:
        """A short fingerprint, equal for equal screens and across restarts."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture or file with buttons and a caption: HTML of at most 1024 characters."""

    kind: Literal["photo", "document"]
    filename: str
    content: bytes = field(repr=False)
    caption: str = ""
    keyboard: tuple[tuple[Button, ...], ...] = ()

    @property
    def digest(self) -> str:
        """A short fingerprint of all but the content."""
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
    """A place for one message in a chat.

    `key` is the id of the lobby, game or deal, or the number of a note. A private chat's id is its
    person's id. An ALONE slot is a hand in a group that only `user_id` sees. A chat, or each of its
    topics with `key`, has one HISTORY slot.
    """

    kind: SlotKind
    key: int
    chat_id: int
    thread_id: int = 0
    user_id: int = 0

    @property
    def name(self) -> str:
        """The unique name under which the slot is stored; `of_name` reads it."""
        alone = f":{self.user_id}" if self.user_id else ""
        return f"{self.kind}:{self.key}:{self.chat_id}{alone}"

    @classmethod
    def of_name(cls, name: str) -> Slot:
        """Return the slot with this name; its topic is unknown, but not needed for edits."""
        kind, *numbers = name.split(":")
        key, chat_id, user_id = (*map(int, numbers), 0)[:3]
        return cls(SlotKind(kind), key, chat_id, user_id=user_id)


class Urgency(IntEnum):
    """The priority of calls that must wait; the lowest is served first."""

    AWAITED = 0
    ACTED = 1
    TABLE = 2
    ONLOOKER = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a press: a toast or an alert; `url` opens the private chat."""

    text: str = ""
    alert: bool = False
    url: str | None = None
