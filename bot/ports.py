"""What the rooms of the bot say to each other: screens, slots, and the ports between them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, Literal, Protocol

from bot.score import RankChange
from engine import Action, Rules, View

Style = Literal["primary", "success", "danger"]
Language = Literal["ru", "en"]
LANGUAGES: tuple[Language, ...] = ("ru", "en")
Shut = Literal["muted", "removed"]
"""Why nothing can be written to a group: the bot has no right to, or is not there any more."""
Ring = Literal["now", "half", "never"]
RINGS: tuple[Ring, ...] = ("now", "half", "never")
Season = Literal["never", "month", "quarter"]
"""When ranks begin anew: with each calendar month, each quarter of a year, or never."""
SEASONS: tuple[Season, ...] = ("never", "month", "quarter")


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


class Delivery(Protocol):
    """Brings slots to their wanted screens; the only one that writes to Telegram unasked."""

    def show(self, slot: Slot, screen: Screen, urgency: Urgency, *, anew: bool = False) -> None:
        """Want `screen` in `slot`; return at once. A newer screen replaces one not yet shown.

        `anew` posts a new message at the bottom, so that the phone rings, and deletes the old.
        """

    def send(self, chat_id: int, thread_id: int, attachment: Attachment, urgency: Urgency) -> None:
        """Post an attachment once, and keep nothing of it; return at once.

        It may come to nothing, where the chat takes no such thing or nobody knows whether it has
        arrived: better none than two.
        """

    def forget(self, slot: Slot) -> None:
        """The slot's last wanted screen stays as it is; the slot itself is no longer kept."""

    def remove(self, slot: Slot) -> None:
        """Delete the slot's message."""

    def redraw(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Change a message that is no slot's any more: a button of it was pressed."""

    def move(self, old_id: int, new_id: int) -> None:
        """A chat has another id now: what is wanted there is shown there, in new messages."""

    def hold(self, chat_id: int) -> None:
        """Make no calls to a chat; the last screens wanted meanwhile are kept, notes and
        attachments are not."""

    def release(self, chat_id: int) -> None:
        """Make calls to a chat again."""

    def late(self, slot: Slot) -> float | None:
        """When (Unix seconds) a screen that had to wait for seconds was last shown in the slot.

        None while one still waits to be shown; 0 where none had to.
        """

    def message(self, slot: Slot) -> int | None:
        """The id of the message that shows a slot; None where none does yet."""

    async def can_write(self, user_id: int) -> bool:
        """Whether the bot may write to a person, asked of Telegram without writing anything."""

    async def avatar(self, user_id: int) -> bytes | None:
        """A person's picture as a file of some format, small; None where there is none to have."""

    async def show_alone(self, slot: Slot, query_id: str, screen: Screen) -> bool:
        """Show a screen in a group to the one who has just pressed; False where that fails.

        From then on `show` brings it up to date, for as long as the message lives.
        """

    def alone(self, game_id: int) -> list[Slot]:
        """The ALONE slots of a game whose message lives, as far as is known."""


class Told(Protocol):
    """Who is told what delivery finds out about chats."""

    async def unreachable(self, user_id: int) -> None:
        """A private chat refuses the bot."""

    async def moved(self, old_id: int, new_id: int) -> None:
        """A group has become a supergroup, under another id."""

    async def topic_gone(self, chat_id: int, thread_id: int) -> None:
        """Nothing can be written to a topic any more."""

    async def shut(self, chat_id: int, why: Shut) -> None:
        """Nothing can be written to a group any more."""


class Clock(Protocol):
    """The time, so that tests have theirs."""

    def now(self) -> float:
        """Unix seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Opponent(Protocol):
    """What plays a computer's seat where that takes time."""

    async def choose(self, level: str, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the view's seat, which is awaited; always comes to an end."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How a press is answered: a toast, or an alert to close; `url` opens the private chat."""

    text: str = ""
    alert: bool = False
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: a Telegram user, with the language they are addressed in in private."""

    user_id: int
    name: str
    language: Language


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said: a chat and its topic (0: none), with the chat's language.

    `is_admin` tells whether the one who spoke or pressed is an admin of it (their own chat: yes).
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
class SeatInfo:
    """Who sits on a seat: a name as people gave it, and the person; None for a computer.

    A computer plays at a `level`, one of `engine.ai.levels.LEVELS`; None where that is not told.
    """

    name: str
    user_id: int | None
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays it."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What screens say of a game besides its view.

    `chat_title` is empty in a solo game, `topic` where there is none or its name is not known;
    `number` tells games from each other that somebody plays in chats of one name. `chat_url` leads
    to the group where it has a public or message link, `bot_url` to the private chat with the bot.

    `until` are the deadlines of those who are awaited (Unix seconds, by seat); `missed` the seats
    that have let the last one pass;
    `away` those for whom a computer plays; `votes` for each of these how many want them out and
    how many it takes. `paused`: all are away; `slow`: there are days to think.
    `ranks` are those that the game has changed, once it is over.

    `seeds` are those of its deals, in a game that has ended and whose deal can be checked.
    """

    game_id: int
    seats: tuple[SeatInfo, ...]
    solo: bool
    chat_title: str
    chat_url: str | None
    bot_url: str
    topic: str = ""
    number: int = 1
    until: Mapping[int, float] = field(default_factory=dict)
    missed: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    votes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    paused: bool = False
    slow: bool = False
    ranks: tuple[RankChange, ...] = ()
    seeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat before the game; `waiting` until the person has pressed Start in private."""

    name: str
    user_id: int | None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class LobbyInfo:
    """A lobby as its screen shows it; `choosing` while the rules are being chosen.

    `clock` is how many seconds somebody will have to think, 0 for ever; `level` how well
    computers play, one of `engine.ai.levels.LEVELS`.
    """

    lobby_id: int
    host_id: int
    seats: tuple[LobbySeat, ...]
    rules: Rules
    solo: bool
    choosing: bool
    bot_url: str
    clock: int = 0
    level: str = "amateur"


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, as it is listed and looked back on.

    `result` is as a record's (docs/record.md), None where the game was stopped.
    """

    info: GameInfo
    rules: Rules
    ended_at: float
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Moment:
    """Where somebody looks at a past game: after action `step` of `last`, 0 being the deal.

    `back` and `on` are the steps where the bout before and the next one begin, `page` is that of
    the list it was chosen from. `closed` are the seats whose hands are not shown; `by` is who did
    the last action.
    """

    step: int
    last: int
    back: int
    on: int
    page: int
    closed: frozenset[int] = frozenset()
    by: str = "person"


@dataclass(frozen=True, slots=True)
class CutInfo:
    """A deck that is to be cut, or has been, as it is shown; `commitment` is what was promised.

    `cutter` has until `until` (Unix seconds). `chat_title` is where it is played, for who reads it
    in private; `redeal` in a game that is on. Once it is cut, `depth` says by how many cards, and
    `drawn` that nobody chose them; `called_off`: it never was.
    """

    deal_id: int
    seats: tuple[SeatInfo, ...]
    dealer: int
    cutter: int
    deck: int
    commitment: str
    until: float = 0.0
    chat_title: str = ""
    redeal: bool = False
    depth: int | None = None
    drawn: bool = False
    called_off: bool = False
