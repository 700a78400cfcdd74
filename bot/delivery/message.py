"""The state of one slot: what its message shows, and what it should show."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.model.screen import Attachment, Screen, Slot, SlotKind, Urgency
from bot.storage.messages import ShownMessage

LATE_SECONDS = 3.0
"""A screen that waited longer than this many seconds to be shown was late."""


@dataclass(eq=False, slots=True)
class OutgoingMessage:
    """A message that is shown, wanted, or both; the latest wanted screen wins.

    `stored`: the database has a row for it; `kept`: it should have one. `stale`: ids of messages
    of this slot that are to be deleted. `order`: position in the queue, lower is older.
    `called_at`: when it was last sent or edited. `replaced`: another object has taken the slot.
    `since`: when the oldest change that is not on the screen yet was wanted.
    `waiting_since`: Unix time since which a screen waits to be shown. `late`: Unix time when a
    screen that was late was last shown, 0 if none was.
    """

    slot: Slot
    shown: ShownMessage | None = None
    stored: bool = False
    kept: bool = True
    wanted: Screen | Attachment | None = None
    digest: str = ""
    resend: bool = False
    removing: bool = False
    urgency: Urgency = Urgency.ONLOOKER
    order: int = 0
    called_at: float = float("-inf")
    replaced: bool = False
    since: float | None = None
    stale: list[int] = field(default_factory=list)
    waiting_since: float | None = None
    late: float = 0.0

    def want(self, screen: Screen | Attachment, urgency: Urgency, resend: bool) -> None:
        """Want this screen; one that was wanted before and is not shown yet is dropped.

        The urgency of a person's own action stays until its result is shown.
        """
        if self.needs_showing and self.urgency is Urgency.ACTED:
            urgency = min(urgency, Urgency.ACTED)
        self.wanted, self.digest = screen, screen.digest
        self.urgency = urgency
        self.resend = self.resend or resend

    def start_waiting(self, now: float) -> None:
        """Note since when (Unix seconds) a screen waits, unless one did before."""
        if self.waiting_since is None and self.needs_showing:
            self.waiting_since = now

    def stop_waiting(self, now: float) -> None:
        """Note that the wanted screen is shown or was given up, and whether it was late."""
        if self.waiting_since is not None and now - self.waiting_since > LATE_SECONDS:
            self.late = now
        self.waiting_since = None

    def remove(self) -> None:
        """Want the message deleted."""
        self.wanted, self.resend, self.removing, self.kept = None, False, True, False

    def take(self) -> tuple[Screen | Attachment, bool] | None:
        """Return the wanted screen and whether to send a new message; None if up to date."""
        screen, resend = self.wanted, self.resend
        needed = self.needs_showing
        self.wanted, self.resend = None, False
        return (screen, resend) if screen is not None and needed else None

    def put_back(self, screen: Screen | Attachment, resend: bool) -> None:
        """Want a screen again that could not be shown, unless a newer one came meanwhile."""
        if not self.removing:
            if self.wanted is None:
                self.wanted, self.digest = screen, screen.digest
            self.resend = self.resend or resend

    def set_shown(self, message_id: int, screen: Screen) -> None:
        """Record that a message shows a screen; a different one before it becomes stale."""
        if self.shown and self.shown.message_id != message_id:
            self.stale.append(self.shown.message_id)
        self.shown = ShownMessage(self.slot.name, self.slot.chat_id, message_id, screen.digest)

    def mark_stale(self) -> None:
        """Schedule the shown message for deletion."""
        if self.shown:
            self.stale.append(self.shown.message_id)
        self.shown, self.removing = None, False

    def mark_gone(self) -> None:
        """Record that the message does not exist or can't be edited or deleted any more.

        An ALONE message is not sent again: only a button press can do that.
        """
        self.shown = None
        if self.alone:
            self.wanted, self.kept = None, False

    @property
    def brief(self) -> bool:
        """Whether it is of no use later: a note or a file."""
        return self.slot.kind in (SlotKind.NOTE, SlotKind.FILE)

    @property
    def alone(self) -> bool:
        """Whether it is an ephemeral message in a group, which can only be edited."""
        return self.slot.kind is SlotKind.ALONE

    @property
    def needs_showing(self) -> bool:
        """Whether a message must be sent or edited."""
        if self.wanted is None:
            return False
        if self.shown is None:
            return not self.alone
        return self.resend or self.shown.digest != self.digest

    @property
    def patient(self) -> bool:
        """Whether nobody waits for it, so that its edits may be spaced out."""
        watched = self.urgency >= Urgency.TABLE and self.kept
        return watched and self.shown is not None and not self.resend

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do, in Telegram or in the database."""
        leaving = self.removing or bool(self.stale) or (self.stored and not self.kept)
        return not leaving and not self.needs_showing


def belongs_to_slot(chat_id: int, message_id: int, kept: Iterable[ShownMessage | None]) -> bool:
    """Return whether a message shows a slot to be kept, whatever its button claims.

    Ephemeral messages are skipped: they have ids of their own.
    """
    return any(
        (one.chat_id, one.message_id) == (chat_id, message_id)
        and not one.slot.startswith((SlotKind.NOTE, SlotKind.ALONE))
        for one in kept
        if one is not None
    )
