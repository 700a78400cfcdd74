"""What a strong player would do, and why, in words short enough for a toast."""

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
    """Plain words on one of the view's seat's own legal actions."""
    voice = Formatter(info, reader, html=False)
    reason = because(why(view, legal, action), voice)
    return voice.say("hint", move=move_label(view, action, voice), why=reason)


def because(reason: Why, voice: Formatter) -> str:
    """A ground in words, to stand after a colon."""
    if reason.rank is None:
        return voice.say(f"why-{reason.ground}")
    return voice.say(f"why-{reason.ground}", ranks=voice.say(f"ranks-{reason.rank}"))


def move_label(view: View, action: Action, voice: Formatter) -> str:
    """An action as the button of the hand has it."""
    if action.verb is Verb.BEAT:
        return beat_label(action.cards[0], action.cards[1], voice)
    if action.verb in (Verb.LEAD, Verb.THROW):
        return voice.cards(action.cards)
    if action.verb is Verb.PASS and view.taking:
        return voice.say("button-let-take")
    return voice.say(f"button-{action.verb}", card=voice.cards(action.cards))
