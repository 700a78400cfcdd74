"""What a press or a command comes to, before the door puts it into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.screens.text import reason_key
from engine import Reason


@dataclass(frozen=True, slots=True)
class Reply:
    """Words for the one who pressed, by their key in `locales/`; `url` opens the private chat."""

    key: str = "toast-done"
    args: Mapping[str, str | int] = field(default_factory=dict)
    url: str | None = None


class Refused(Exception):
    """What was asked for is not done, and nothing has changed; `reply` has the words for why."""

    def __init__(self, key: str, **args: str | int) -> None:
        super().__init__(key)
        self.reply = Reply(key, args)

    @classmethod
    def by_rules(cls, reason: Reason) -> Refused:
        """Return the refusal of an action that the rules of the game do not allow now."""
        return cls(reason_key(reason))
