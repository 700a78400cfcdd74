"""Outcomes of presses and commands as message keys; `Tables` puts them into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.screens.text import reason_key
from engine import Reason


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a press by its key in `locales/`; `url` opens the private chat."""

    key: str = "toast-done"
    args: Mapping[str, str | int] = field(default_factory=dict)
    url: str | None = None


class Refused(Exception):
    """Raised where nothing was done and nothing has changed; `reply` says why."""

    def __init__(self, key: str, **args: str | int) -> None:
        super().__init__(key)
        self.reply = Reply(key, args)

    @classmethod
    def by_rules(cls, reason: Reason) -> Refused:
        """Return the refusal of an action that the rules of the game do not allow now."""
        return cls(reason_key(reason))
