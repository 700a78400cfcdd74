"""Deduplicate messages whose sending was cut off before Telegram answered.

Such a message is sent again, because people wait for their cards. If the first one was posted
after all, it is a duplicate with an unknown id. Ids in a chat increase, so it lies between the
newest id known before and the id of the second message. Deleting the candidates blindly is not
safe: in a private chat, and as an admin of a group, a bot may delete what people wrote. Editing is
safe: a bot can edit only its own messages. So the buttons of each candidate are removed first, and
it is deleted only if that succeeded.
"""

from dataclasses import dataclass, field

MOST_CANDIDATES = 20
"""How many ids are tried, the latest first; each try is one edit."""


@dataclass(slots=True)
class Duplicates:
    """The possible duplicates of one chat.

    `newest` is the highest message id seen, 0 if none: then nothing is searched for, since any
    message of ours may be a valid one from before a restart. `lost` is the highest number of
    duplicates there can be; `candidates` are the ids to try, the last one first.
    """

    newest: int = 0
    lost: int = 0
    candidates: list[int] = field(default_factory=list)
    _since: int = 0

    def saw(self, message_id: int) -> None:
        """Record the id of any message of the chat."""
        self.newest = max(self.newest, message_id)

    def unconfirmed(self, newest: int) -> None:
        """Record a send without an answer; `newest` is the highest id when it began."""
        if newest:
            self._since = self._since or newest
            self.lost += 1

    def sent(self, message_id: int) -> None:
        """Record a message of ours that was posted, and derive the candidates."""
        if self._since:
            first = max(self._since + 1, message_id - MOST_CANDIDATES)
            self.candidates += range(first, message_id)
            self._since = 0
        self._conclude()
        self.saw(message_id)

    def tried(self, candidate: int, *, own: bool) -> None:
        """Record that a candidate was tried; `own`: it was ours. Unknown ids are ignored."""
        if candidate in self.candidates:
            self.candidates.remove(candidate)
        self.lost -= own
        self._conclude()

    def _conclude(self) -> None:
        if self.lost <= 0 or not self.candidates:
            self.lost = 0
            self.candidates.clear()
