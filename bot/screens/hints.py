"""Hints: what a strong player would do, and why, short enough for a toast."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.game_info import GameInfo
from bot.model.people import Reader
from bot.screens.bout_log import beat_label
from bot.screens.formatter import Formatter
from engine import Action, Verb, View
from engine.ai.why import Why, why


def hint(
    view: View, legal: Sequence[Action], action: Action, info: GameInfo, reader: Reader
) -> str:
    """Return a hint to play a legal action of the view's seat, as plain text."""
    formatter = Formatter(info, reader, html=False)
    reason = because(why(view, legal, action), formatter)
    return formatter.say("hint", move=move_label(view, action, formatter), why=reason)


def because(reason: Why, formatter: Formatter) -> str:
    """Return a reason in words, to follow a colon."""
    if reason.rank is None:
        return formatter.say(f"why-{reason.ground}")
    return formatter.say(f"why-{reason.ground}", ranks=formatter.say(f"ranks-{reason.rank}"))


def move_label(view: View, action: Action, formatter: Formatter) -> str:
    """Return the label of an action, as on the buttons of a hand."""
    if action.verb is Verb.BEAT:
        return beat_label(action.cards[0], action.cards[1], formatter)
    if action.verb in (Verb.LEAD, Verb.THROW):
        return formatter.cards(action.cards)
    if action.verb is Verb.PASS and view.taking:
        return formatter.say("button-let-take")
    return formatter.say(f"button-{action.verb}", card=formatter.cards(action.cards))
