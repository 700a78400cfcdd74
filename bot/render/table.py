"""The table: the message in the group, and the block of text that hands show too."""

from __future__ import annotations

from typing import Literal

from bot.ports import GameInfo, Language, Screen
from engine import View

Ended = Literal["stopped", "broken"]


def table_screen(
    view: View | None, info: GameInfo, lang: Language, *, ended: Ended | None = None
) -> Screen:
    """The table for everybody, made from `Game.view(None)`; after the end the result.

    `ended` says that the game was ended from outside: "stopped" by host or admin, "broken" where
    its record can't be played on (the view may be None then).
    """
    raise NotImplementedError
