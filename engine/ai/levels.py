"""The levels of computer opponents, by name: what a seat does at each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.actions import Action
from engine.ai import amateur, novice
from engine.ai.thinking import GRANDMASTER_SECONDS, MASTER, MASTER_SECONDS, think
from engine.errors import UnknownPlayer
from engine.view import View

Choice = Callable[[View, Sequence[Action], float | None], Action | None]

LEVELS = ("novice", "amateur", "master", "grandmaster")
"""From the weakest to the strongest."""


def _novice(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
    return novice.choose(view, legal)


def _amateur(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
    return amateur.choose(view, legal)


def _master(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
    given = MASTER_SECONDS if seconds is None else seconds
    return think(view, legal, given, made_of=MASTER)


def _grandmaster(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
    return think(view, legal, GRANDMASTER_SECONDS if seconds is None else seconds)


_CHOICES: dict[str, Choice] = {
    "novice": _novice,
    "amateur": _amateur,
    "master": _master,
    "grandmaster": _grandmaster,
}


def choose(
    level: str, view: View, legal: Sequence[Action], seconds: float | None = None
) -> Action | None:
    """What a seat does at a level, from its view and the legal actions alone.

    The action is one of `legal` and of the view's seat; None only where that seat is not awaited.
    What is left to chance is drawn from the view, so the same view gives the same action; with
    levels that search, as long as they get equally far in `seconds`, which is how long they may
    think on one core, their own measure where None.

    Raises:
        UnknownPlayer: there is no such level.
    """
    choice = _CHOICES.get(level)
    if choice is None:
        raise UnknownPlayer(level, LEVELS)
    return choice(view, legal, seconds)
