"""Protocols between the layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from bot.model.screen import Attachment, Screen, Slot, Urgency
from engine import Action, View

Shut = Literal["muted", "removed"]
"""Why the bot cannot write to a group: it has no right to, or was removed."""


class Delivery(Protocol):
    """Brings slots to their wanted screens, without waiting for Telegram."""

    def show(self, slot: Slot, screen: Screen, urgency: Urgency, *, repost: bool = False) -> None:
        """Set the wanted screen of a slot; a newer one replaces one not shown yet.

        With `repost` a new message is posted at the bottom, which rings, and the old one deleted.
        """

    def send(self, chat_id: int, thread_id: int, attachment: Attachment, urgency: Urgency) -> None:
        """Post an attachment at most once.

        It is dropped where the chat does not accept it, or where it is unknown whether it arrived.
        """

    def forget(self, slot: Slot) -> None:
        """Forget a slot once its wanted screen is shown; the message stays."""

    def remove(self, slot: Slot) -> None:
        """Delete the message of a slot, and forget the slot."""

    def redraw(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Edit a message that belongs to no slot, after a press on it."""

    def move(self, old_id: int, new_id: int) -> None:
        """Move a chat's slots to its new id, where they are posted as new messages."""

    def hold(self, chat_id: int) -> None:
        """Make no calls to a chat until `release`.

        Wanted screens are kept meanwhile; notes and attachments are dropped.
        """

    def release(self, chat_id: int) -> None:
        """Make calls to a chat again."""

    def late(self, slot: Slot) -> float | None:
        """Return when a delayed screen was last shown in a slot, in Unix seconds.

        None while a screen is waiting to be shown, 0 where none was delayed.
        """

    def message(self, slot: Slot) -> int | None:
        """Return the id of the message that shows a slot, None where there is none yet."""

    async def can_write(self, user_id: int) -> bool | None:
        """Ask Telegram whether the bot may write to a person, without writing.

        Return None where Telegram has not told.
        """

    async def moved_to(self, chat_id: int) -> int | None:
        """Ask Telegram which id a group has now; None where it is the same, or unknown."""

    def waits(self, chat_id: int) -> bool:
        """Tell whether a screen that will be of use later waits to be shown in a chat."""

    def typing(self, user_id: int) -> None:
        """Show a person for some seconds that an answer is being made; return at once."""

    async def avatar(self, user_id: int) -> bytes | None:
        """Return a person's avatar as a small image file, None where there is none."""

    async def show_alone(self, slot: Slot, query_id: str, screen: Screen) -> bool:
        """Show a screen in a group to the person who pressed only; tell if it worked.

        From then on `show` updates it for as long as the message exists.
        """

    def alone(self, game_id: int) -> list[Slot]:
        """Return the ALONE slots of a game whose messages still exist, as far as known."""


class ChatEvents(Protocol):
    """The listener to what delivery finds out about chats."""

    async def unreachable(self, user_id: int) -> None:
        """Handle a private chat that refuses the bot."""

    async def moved(self, old_id: int, new_id: int) -> None:
        """Handle a group that has become a supergroup with another id."""

    async def topic_gone(self, chat_id: int, thread_id: int) -> None:
        """Handle a topic that cannot be written to any more."""

    async def shut(self, chat_id: int, why: Shut) -> None:
        """Handle a group that cannot be written to any more."""


class Clock(Protocol):
    """A source of time; tests have their own."""

    def now(self) -> float:
        """Return the current time in Unix seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait for `seconds`."""


class Opponent(Protocol):
    """What plays a computer's seat where that takes time. Thinking always comes to an end."""

    async def choose(self, level: str, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the view's seat, which is awaited."""

    async def think(self, level: str, view: View, legal: Sequence[Action]) -> Action | None:
        """The same, but None where it could not be thought out at that level."""
