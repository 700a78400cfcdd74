"""A player's hand: the private message, the message for one in a group, the alert."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ports import GameInfo, Language, Screen
from bot.render.table import Ended
from engine import Action, View


def hand_screen(
    view: View | None,
    legal: Sequence[Action],
    info: GameInfo,
    lang: Language,
    *,
    ahead: str | None = None,
    ended: Ended | None = None,
) -> Screen:
    """The hand message of the view's seat: the table, what may be done, a button a card.

    `legal` are the seat's own legal actions; `ahead` its answer given ahead, "pass" or "bout";
    `ended` says that the game was ended from outside, the view may be None only then.
    """
    raise NotImplementedError


def alone_screen(
    view: View,
    legal: Sequence[Action],
    info: GameInfo,
    lang: Language,
    *,
    ahead: str | None = None,
) -> Screen:
    """The hand for a message in a group that its player alone sees: a text under 1024."""
    raise NotImplementedError


def hand_alert(view: View, info: GameInfo, lang: Language) -> str:
    """The hand as plain text for an alert, at most 200 UTF-16 units."""
    raise NotImplementedError
