"""Messages that may have been posted without our hearing of it, and how they are found again.

A message whose sending broke off is sent again: nobody is to wait for cards that may never have
come. If the first one was posted after all, it is an orphan whose id nobody told. Ids in a chat
rise, so it lies between the newest id known before and the one of the message sent again. To
delete on suspicion is not safe: in a private chat, and as an admin of a group, a bot may delete
what people wrote. To edit is: Telegram lets a bot edit nothing but its own messages. So each
suspect is first stripped of its buttons, and only what could be stripped is deleted.
"""

from dataclasses import dataclass, field

MOST_SUSPECTS = 20
"""How many ids are tried, nearest to the message sent again first; each try is an edit."""


@dataclass(slots=True)
class Orphans:
    """What may be lost in one chat: `newest` is the newest own id known, `lost` how many may be."""

    newest: int = 0
    lost: int = 0
    suspects: list[int] = field(default_factory=list)

    def doubt(self) -> None:
        """A message was sent, and whether it was posted is not known."""
        self.lost += 1

    def sent(self, message_id: int) -> None:
        """A message has been posted, and its id is known."""
        if self.lost:
            first = max(self.newest + 1, message_id - MOST_SUSPECTS)
            self.suspects += [n for n in range(first, message_id) if n not in self.suspects]
            self.lost = self.lost if self.suspects else 0
        self.newest = max(self.newest, message_id)

    def tried(self, *, own: bool) -> None:
        """The nearest suspect, the last in the list, is out of the way."""
        self.suspects.pop()
        if own:
            self.lost -= 1
        if self.lost <= 0 or not self.suspects:
            self.lost = 0
            self.suspects.clear()
