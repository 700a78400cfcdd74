"""Protocols between the layers: what each may ask of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from bot.model.screen import Attachment, Screen, Slot, Urgency
from engine import Action, View

Shut = Literal["muted", "removed"]
"""Why nothing can be written to a group: the bot has no right to, or is not there any more."""


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

    async def moved_to(self, chat_id: int) -> int | None:
        """The id that a group has now, asked of Telegram; None where it is no other, or unknown."""

    def waits(self, chat_id: int) -> bool:
        """Whether a screen that will be of use later waits to be shown in a chat."""

    def typing(self, user_id: int) -> None:
        """Show a person for some seconds that an answer is being made; return at once."""

    async def avatar(self, user_id: int) -> bytes | None:
        """A person's picture as a file of some format, small; None where there is none to have."""

    async def show_alone(self, slot: Slot, query_id: str, screen: Screen) -> bool:
        """Show a screen in a group to the one who has just pressed; False where that fails.

        From then on `show` brings it up to date, for as long as the message lives.
        """

    def alone(self, game_id: int) -> list[Slot]:
        """The ALONE slots of a game whose message lives, as far as is known."""


class ChatEvents(Protocol):
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
    """What plays a computer's seat where that takes time. Thinking always comes to an end."""

    async def choose(self, level: str, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the view's seat, which is awaited."""

    async def think(self, level: str, view: View, legal: Sequence[Action]) -> Action | None:
        """The same, but None where it could not be thought out at that level."""
