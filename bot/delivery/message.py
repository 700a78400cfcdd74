"""One slot as delivery sees it: what its message shows, and what it should show."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.model.screen import Attachment, Screen, Slot, SlotKind, Urgency
from bot.storage.messages import ShownMessage

LATE_SECONDS = 3.0
"""What waited longer than that to be shown came late."""


@dataclass(eq=False, slots=True)
class OutgoingMessage:
    """A message that is shown, wanted, or both.

    `stored`: the database has a row of it; `kept`: it should. `stale` are messages of this slot
    that are to be deleted. `order` says since when something is wanted, lower is longer;
    `called_at` is when its message was last sent or edited; `replaced`: the slot has a new life;
    `since` is when the oldest news that is not on a screen yet was wanted there.
    `waiting_since`: a screen waits to be shown since then; `late`: one that came late did so then.
    """

    slot: Slot
    shown: ShownMessage | None = None
    stored: bool = False
    kept: bool = True
    wanted: Screen | Attachment | None = None
    digest: str = ""
    anew: bool = False
    removing: bool = False
    urgency: Urgency = Urgency.ONLOOKER
    order: int = 0
    called_at: float = float("-inf")
    replaced: bool = False
    since: float | None = None
    stale: list[int] = field(default_factory=list)
    waiting_since: float | None = None
    late: float = 0.0

    def want(self, screen: Screen | Attachment, urgency: Urgency, anew: bool) -> None:
        """Show this; a screen that was wanted before and is not shown yet is dropped.

        Who did something waits to see what came of it, whatever happens meanwhile.
        """
        if self.needs_showing and self.urgency is Urgency.ACTED:
            urgency = min(urgency, Urgency.ACTED)
        self.wanted, self.digest = screen, screen.digest
        self.urgency = urgency
        self.anew = self.anew or anew

    def start_waiting(self, now: float) -> None:
        """Something is wanted; since when, if it was not before."""
        if self.waiting_since is None and self.needs_showing:
            self.waiting_since = now

    def stop_waiting(self, now: float) -> None:
        """What was wanted is shown, or was given up; it may have come late."""
        if self.waiting_since is not None and now - self.waiting_since > LATE_SECONDS:
            self.late = now
        self.waiting_since = None

    def remove(self) -> None:
        """Show nothing any more."""
        self.wanted, self.anew, self.removing, self.kept = None, False, True, False

    def take(self) -> tuple[Screen | Attachment, bool] | None:
        """What to show now, and whether anew; None if what is shown is right."""
        screen, anew = self.wanted, self.anew
        needed = self.needs_showing
        self.wanted, self.anew = None, False
        return (screen, anew) if screen is not None and needed else None

    def put_back(self, screen: Screen | Attachment, anew: bool) -> None:
        """It could not be shown yet; something newer that came meanwhile wins."""
        if not self.removing:
            if self.wanted is None:
                self.wanted, self.digest = screen, screen.digest
            self.anew = self.anew or anew

    def set_shown(self, message_id: int, screen: Screen) -> None:
        """From now on this message shows this screen; another one before it is stale."""
        if self.shown and self.shown.message_id != message_id:
            self.stale.append(self.shown.message_id)
        self.shown = ShownMessage(self.slot.name, self.slot.chat_id, message_id, screen.digest)

    def mark_stale(self) -> None:
        """Make the shown message a stale one."""
        if self.shown:
            self.stale.append(self.shown.message_id)
        self.shown, self.removing = None, False

    def mark_gone(self) -> None:
        """The message is not there any more, or is no longer ours to edit or delete.

        One that only a press may deliver back stays away.
        """
        self.shown = None
        if self.alone:
            self.wanted, self.kept = None, False

    @property
    def brief(self) -> bool:
        """Whether it is of the moment: there is no use in it later."""
        return self.slot.kind in (SlotKind.NOTE, SlotKind.FILE)

    @property
    def alone(self) -> bool:
        """Whether it is a message in a group that one person sees, which can only be edited."""
        return self.slot.kind is SlotKind.ALONE

    @property
    def needs_showing(self) -> bool:
        """Whether a message must be sent or edited."""
        if self.wanted is None:
            return False
        if self.shown is None:
            return not self.alone
        return self.anew or self.shown.digest != self.digest

    @property
    def patient(self) -> bool:
        """Whether nobody waits for it, so that its edits may keep a distance."""
        watched = self.urgency >= Urgency.TABLE and self.kept
        return watched and self.shown is not None and not self.anew

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do, not even in the database."""
        leaving = self.removing or bool(self.stale) or (self.stored and not self.kept)
        return not leaving and not self.needs_showing


def belongs_to_slot(chat_id: int, message_id: int, kept: Iterable[ShownMessage | None]) -> bool:
    """Whether a message shows a table, a hand or the like; a forged button may say it does not.

    Hands shown to one alone have numbers of their own.
    """
    return any(
        (one.chat_id, one.message_id) == (chat_id, message_id)
        and not one.slot.startswith((SlotKind.NOTE, SlotKind.ALONE))
        for one in kept
        if one is not None
    )
