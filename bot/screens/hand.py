"""A player's hand: the private message, the message for one in a group, the alert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from bot.model.buttons import AnalysisPress, encode
from bot.model.game_info import GameInfo
from bot.model.people import Reader
from bot.model.screen import Button, Screen
from bot.screens.bout_log import out_line
from bot.screens.clock import here_row, own_absence
from bot.screens.formatter import Formatter, Paragraph, fit, rank_label
from bot.screens.keyboard import hand_keyboard, playing_card
from bot.screens.names import utf16
from bot.screens.proof import proof_rows
from bot.screens.table import Ended, again_row, over, over_parts, pairs, table_parts
from engine import Action, Card, Verb, View

ALONE_LIMIT = 1023
ALERT_LIMIT = 200
_ALONE_WIDTH = 12


def hand_screen(
    view: View | None,
    legal: Sequence[Action],
    info: GameInfo,
    reader: Reader,
    *,
    ahead: str | None = None,
    ended: Ended | None = None,
) -> Screen:
    """The hand message of the view's seat: the table, what may be done, a button a card.

    `legal` are the seat's own legal actions; `ahead` its answer given ahead: "pass", "bout", or
    "clock" where an expired clock gave it;
    `ended` says that the game was ended from outside, the view may be None only then.
    """
    voice = Formatter(info, reader)
    title = Paragraph(voice.title(), 5)
    link = Button(voice.say("button-to-table"), url=info.chat_url) if info.chat_url else None
    links = ((link,),) if link else ()
    if over(view, ended):
        parts = [title, *over_parts(view, voice, ended), _own_result(view, voice)]
        rows = (again_row(voice), *_analysis(view, voice), *proof_rows(voice), *links)
        return Screen(fit(parts), rows)
    assert view is not None
    text = fit([title, *table_parts(view, voice), *_own_parts(view, legal, voice, ahead)])
    return Screen(text, (*_keyboard(view, legal, voice, ahead), *links))


def alone_screen(
    view: View,
    legal: Sequence[Action],
    info: GameInfo,
    reader: Reader,
    *,
    ahead: str | None = None,
) -> Screen:
    """The hand for a message in a group that its player alone sees: a text under 1024."""
    voice = Formatter(info, reader, width=_ALONE_WIDTH)
    if over(view, None):
        parts = [*over_parts(view, voice, None), _own_result(view, voice)]
        return Screen(fit(parts, ALONE_LIMIT), (again_row(voice), *proof_rows(voice)))
    parts = [*table_parts(view, voice), *_own_parts(view, legal, voice, ahead)]
    return Screen(fit(parts, ALONE_LIMIT), _keyboard(view, legal, voice, ahead))


def hand_alert(view: View, info: GameInfo, reader: Reader) -> str:
    """The hand as plain text for an alert, at most 200 UTF-16 units."""
    voice = Formatter(info, reader, html=False)
    trump = voice.say("alert-trump", trump=voice.suit(view.trump))
    cards = voice.cards(view.hand) or voice.say("no-cards")
    if utf16(f"{trump}\n{cards}") > ALERT_LIMIT:
        cards = _by_suit(view.hand, voice)
    return fit([Paragraph(trump), Paragraph(pairs(view, voice), 1), Paragraph(cards)], ALERT_LIMIT)


def _by_suit(hand: Sequence[Card], voice: Formatter) -> str:
    """A long hand, each suit named once."""
    ordered = sorted(hand, key=lambda card: (card.suit, card))
    suits = groupby(ordered, key=lambda card: card.suit)
    return "\n".join(
        f"{voice.suit(suit)} {' '.join(rank_label(card, voice.reader) for card in cards)}"
        for suit, cards in suits
    )


def _keyboard(
    view: View, legal: Sequence[Action], voice: Formatter, ahead: str | None
) -> tuple[tuple[Button, ...], ...]:
    if view.seat in (*view.out, *view.resigned) and not legal:
        return ()
    back = (here_row(voice),) if view.seat in voice.info.away else ()
    return (*hand_keyboard(view, legal, voice, ahead), *back)


def _analysis(view: View | None, voice: Formatter) -> tuple[tuple[Button, ...], ...]:
    """The row of a game that was played to its end."""
    if view is None or view.result is None or view.result.void:
        return ()
    press = AnalysisPress(voice.info.game_id)
    return ((Button(voice.say("button-analysis"), data=encode(press)),),)


def _own_result(view: View | None, voice: Formatter) -> Paragraph:
    """The seat's own place, where there are places."""
    result = view.result if view else None
    if view is None or view.seat is None or result is None or result.void or result.draw:
        return Paragraph("")
    if view.rules.teams:
        lost = view.seat in result.losers
        return Paragraph(voice.say("you-team-lost" if lost else "you-team-won"))
    if view.seat == result.durak:
        return Paragraph(voice.say("you-durak"))
    return Paragraph(voice.say("you-place", place=result.places.index(view.seat) + 1))


def _own_parts(
    view: View, legal: Sequence[Action], voice: Formatter, ahead: str | None
) -> list[Paragraph]:
    cards = voice.say("your-cards", cards=f"<b>{voice.cards(view.hand)}</b>")
    parts = [
        Paragraph(_status(view, legal, voice)),
        Paragraph(own_absence(view.seat, voice)),
        Paragraph(cards if view.hand else ""),
        Paragraph(_playable(view, legal, voice), 1),
        Paragraph(voice.say(f"ahead-{ahead}") if ahead else ""),
    ]
    first, *others = [part for part in parts if part.text] or [Paragraph("")]
    return [replace(first, text=f"\n{first.text}"), *others]


def _playable(view: View, legal: Sequence[Action], voice: Formatter) -> str:
    playable = {playing_card(action) for action in legal}
    cards = [card for card in view.hand if card in playable]
    if not cards:
        return ""
    if len(cards) == len(view.hand) > 1:
        return voice.say("can-any")
    return voice.say("can", cards=voice.cards(cards))


def _status(view: View, legal: Sequence[Action], voice: Formatter) -> str:
    """What is wanted of the player now; empty where nothing is."""
    seat = view.seat
    if seat in view.resigned:
        return voice.say("you-gone")
    if seat in view.out:
        return out_line("you-out", view, seat, voice)
    key = _wanted(view, {action.verb for action in legal})
    return f"<b>{voice.say(key)}</b>" if key else ""


def _wanted(view: View, verbs: set[Verb]) -> str:
    if Verb.REDEAL in verbs:
        return "you-redeal"
    if Verb.LEAD in verbs:
        return "you-lead"
    if view.seat == view.defender and view.table:
        if view.taking:
            return "you-taking"
        return "you-defend" if view.unbeaten else "you-beaten-all"
    if Verb.PASS in verbs:
        return "you-throw-taking" if view.taking else "you-throw"
    return ""
