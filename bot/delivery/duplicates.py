"""Messages that may have been posted without our hearing of it, and how they are found again.

A message whose sending broke off is sent again: nobody is to wait for cards that may never have
come. If the first one was posted after all, it is an orphan whose id nobody told. Ids in a chat
rise, so it lies between the newest id known before and the one of the message sent again. To
delete on suspicion is not safe: in a private chat, and as an admin of a group, a bot may delete
what people wrote. To edit is: Telegram lets a bot edit nothing but its own messages. So each
candidate is first stripped of its buttons, and only what could be stripped is deleted.
"""

from dataclasses import dataclass, field

MOST_CANDIDATES = 20
"""How many ids are tried, nearest to the message sent again first; each try is an edit."""


@dataclass(slots=True)
class Duplicates:
    """What may be lost in one chat.

    `newest` is the newest id known to be taken, 0 where none is known: then nothing is sought,
    since any message of ours may be a good one from before. `lost` is how many may be lost,
    `candidates` are the ids to try, the last one first.
    """

    newest: int = 0
    lost: int = 0
    candidates: list[int] = field(default_factory=list)
    _since: int = 0

    def saw(self, message_id: int) -> None:
        """Somebody has posted a message."""
        self.newest = max(self.newest, message_id)

    def unconfirmed(self, newest: int) -> None:
        """A message was sent when `newest` was that, and whether it was posted is not known."""
        if newest:
            self._since = self._since or newest
            self.lost += 1

    def sent(self, message_id: int) -> None:
        """A message of ours has been posted."""
        if self._since:
            first = max(self._since + 1, message_id - MOST_CANDIDATES)
            self.candidates += range(first, message_id)
            self._since = 0
        self._conclude()
        self.saw(message_id)

    def tried(self, candidate: int, *, own: bool) -> None:
        """A candidate is out of the way; meanwhile it may have become one no more."""
        if candidate in self.candidates:
            self.candidates.remove(candidate)
        self.lost -= own
        self._conclude()

    def _conclude(self) -> None:
        if self.lost <= 0 or not self.candidates:
            self.lost = 0
            self.candidates.clear()
