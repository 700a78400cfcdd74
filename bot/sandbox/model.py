"""The data model of the world: people, chats, messages, presses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from bot.sandbox.entities import Formatted

Json = dict[str, Any]

PRESENT = ("creator", "administrator", "member", "restricted")


@dataclass(frozen=True, slots=True)
class Stored:
    """A file that was sent; `kind` is "photos", or "documents", which have a name."""

    content: bytes
    kind: str
    name: str = ""

    def path(self, identifier: str) -> str:
        """Return its `file_path`."""
        return f"{self.kind}/{identifier}{PurePath(self.name).suffix if self.name else '.jpg'}"

    def shape(self, identifier: str) -> Json:
        """Return the common fields of PhotoSize, Document and File, and the name."""
        shape: Json = {
            "file_id": identifier,
            "file_unique_id": identifier[:16],
            "file_size": len(self.content),
        }
        return shape | ({"file_name": self.name} if self.name else {})


@dataclass(slots=True)
class Person:
    """A person, or the bot itself; `photo` lists the sizes of a picture, if any."""

    id: int
    first_name: str
    language_code: str = "ru"
    last_name: str | None = None
    username: str | None = None
    is_bot: bool = False
    photo: list[Json] = field(default_factory=list)

    @property
    def name(self) -> str:
        """First and last name, as shown in chats."""
        return f"{self.first_name} {self.last_name}" if self.last_name else self.first_name


@dataclass(slots=True)
class Message:
    """A message; an ephemeral one has id 0, an `ephemeral_id` and a `person_id`.

    `person_id` is the only person who sees it, besides the bot.
    """

    id: int
    chat_id: int
    sender_id: int
    date: float
    content: Formatted
    reply_markup: Json | None = None
    reply_to: int | None = None
    edit_date: float | None = None
    service: Json | None = None
    media: Json | None = None
    ephemeral_id: int = 0
    person_id: int = 0
    receiver_id: int = 0
    thread_id: int = 0
    sender_chat: Json | None = None

    def buttons(self) -> list[Json]:
        """Return all buttons of the inline keyboard, row by row."""
        rows = (self.reply_markup or {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]


@dataclass(slots=True)
class Topic:
    """A topic of a forum; its id is that of the service message that created it."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """A group, or the private chat of a person with the bot (same id as the person's).

    `denied` are the permissions that ordinary members lack, `limits` those of single members.
    """

    id: int
    type: str
    title: str = ""
    statuses: dict[int, str] = field(default_factory=dict)
    started: bool = False
    blocked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    ephemerals: dict[int, Message] = field(default_factory=dict)
    last_ephemeral: int = 0
    last_message: int = 0
    is_forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int = 0
    deleted: bool = False
    hidden_members: bool = False
    pinned: int = 0
    denied: set[str] = field(default_factory=lambda: {"can_pin_messages"})
    limits: dict[int, set[str]] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.type == "private"

    def status(self, user_id: int) -> str:
        """Return creator, administrator, member, restricted, left or kicked."""
        return self.statuses.get(user_id, "left")

    def has(self, user_id: int) -> bool:
        """Return whether a user is in the chat."""
        return self.status(user_id) in PRESENT

    def is_admin(self, user_id: int) -> bool:
        """Return whether a user is the creator or an administrator."""
        return self.status(user_id) in ("creator", "administrator")

    def may(self, user_id: int, permission: str) -> bool:
        """Return whether a member has a permission; admins have all but their `limits`."""
        status, lacks = self.status(user_id), self.limits.get(user_id, set())
        if status in ("creator", "administrator"):
            return permission not in lacks
        return permission not in lacks | self.denied

    def members(self) -> list[int]:
        """Return the ids of all in the chat, the bot included, in order of joining."""
        return [user for user, status in self.statuses.items() if status in PRESENT]


@dataclass(slots=True)
class Hook:
    """The bot's webhook, and its last error."""

    url: str
    secret: str
    max_connections: int
    error: str = ""
    error_at: float = 0.0


@dataclass(slots=True)
class Query:
    """A callback query, and its answer once there is one."""

    id: str
    person_id: int
    chat_id: int
    at: float
    from_ephemeral: bool = False
    answer: Json | None = None
    on_answer: Callable[[], None] | None = None
