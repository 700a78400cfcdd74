"""A player's hand: the private message, the ephemeral one in a group, the alert."""

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
    """Return the private message of a hand: the table, what may be done, the cards.

    `legal` are the legal actions of the view's seat. `ahead` is its queued answer: "pass", "bout",
    or "clock" if an expired clock gave it. `ended` tells that the game was ended from outside; only
    then may the view be None.
    """
    formatter = Formatter(info, reader)
    title = Paragraph(formatter.title(), 5)
    link = Button(formatter.say("button-to-table"), url=info.chat_url) if info.chat_url else None
    links = ((link,),) if link else ()
    if over(view, ended):
        parts = [title, *over_parts(view, formatter, ended), _own_result(view, formatter)]
        rows = (again_row(formatter), *_analysis(view, formatter), *proof_rows(formatter), *links)
        return Screen(fit(parts), rows)
    assert view is not None
    text = fit([title, *table_parts(view, formatter), *_own_parts(view, legal, formatter, ahead)])
    return Screen(text, (*_keyboard(view, legal, formatter, ahead), *links))


def alone_screen(
    view: View,
    legal: Sequence[Action],
    info: GameInfo,
    reader: Reader,
    *,
    ahead: str | None = None,
) -> Screen:
    """Return the hand for an ephemeral message in a group, at most 1023 UTF-16 units."""
    formatter = Formatter(info, reader, width=_ALONE_WIDTH)
    if over(view, None):
        parts = [*over_parts(view, formatter, None), _own_result(view, formatter)]
        return Screen(fit(parts, ALONE_LIMIT), (again_row(formatter), *proof_rows(formatter)))
    parts = [*table_parts(view, formatter), *_own_parts(view, legal, formatter, ahead)]
    return Screen(fit(parts, ALONE_LIMIT), _keyboard(view, legal, formatter, ahead))


def hand_alert(view: View, info: GameInfo, reader: Reader) -> str:
    """Return the hand as plain text for an alert, at most 200 UTF-16 units."""
    formatter = Formatter(info, reader, html=False)
    trump = formatter.say("alert-trump", trump=formatter.suit(view.trump))
    cards = formatter.cards(view.hand) or formatter.say("no-cards")
    if utf16(f"{trump}\n{cards}") > ALERT_LIMIT:
        cards = _by_suit(view.hand, formatter)
    return fit(
        [Paragraph(trump), Paragraph(pairs(view, formatter), 1), Paragraph(cards)], ALERT_LIMIT
    )


def _by_suit(hand: Sequence[Card], formatter: Formatter) -> str:
    """Return a long hand in short: a line for each suit."""
    ordered = sorted(hand, key=lambda card: (card.suit, card))
    suits = groupby(ordered, key=lambda card: card.suit)
    return "\n".join(
        f"{formatter.suit(suit)} {' '.join(rank_label(card, formatter.reader) for card in cards)}"
        for suit, cards in suits
    )


def _keyboard(
    view: View, legal: Sequence[Action], formatter: Formatter, ahead: str | None
) -> tuple[tuple[Button, ...], ...]:
    if view.seat in (*view.out, *view.resigned) and not legal:
        return ()
    back = (here_row(formatter),) if view.seat in formatter.info.away else ()
    return (*hand_keyboard(view, legal, formatter, ahead), *back)


def _analysis(view: View | None, formatter: Formatter) -> tuple[tuple[Button, ...], ...]:
    """Return the row for the analysis of a game that was played to its end."""
    if view is None or view.result is None or view.result.void:
        return ()
    press = AnalysisPress(formatter.info.game_id)
    return ((Button(formatter.say("button-analysis"), data=encode(press)),),)


def _own_result(view: View | None, formatter: Formatter) -> Paragraph:
    """Return the place of the seat, where there are places."""
    result = view.result if view else None
    if view is None or view.seat is None or result is None or result.void or result.draw:
        return Paragraph("")
    if view.rules.teams:
        lost = view.seat in result.losers
        return Paragraph(formatter.say("you-team-lost" if lost else "you-team-won"))
    if view.seat == result.durak:
        return Paragraph(formatter.say("you-durak"))
    return Paragraph(formatter.say("you-place", place=result.places.index(view.seat) + 1))


def _own_parts(
    view: View, legal: Sequence[Action], formatter: Formatter, ahead: str | None
) -> list[Paragraph]:
    cards = formatter.say("your-cards", cards=f"<b>{formatter.cards(view.hand)}</b>")
    parts = [
        Paragraph(_status(view, legal, formatter)),
        Paragraph(own_absence(view.seat, formatter)),
        Paragraph(cards if view.hand else ""),
        Paragraph(_playable(view, legal, formatter), 1),
        Paragraph(formatter.say(f"ahead-{ahead}") if ahead else ""),
    ]
    first, *others = [part for part in parts if part.text] or [Paragraph("")]
    return [replace(first, text=f"\n{first.text}"), *others]


def _playable(view: View, legal: Sequence[Action], formatter: Formatter) -> str:
    playable = {playing_card(action) for action in legal}
    cards = [card for card in view.hand if card in playable]
    if not cards:
        return ""
    if len(cards) == len(view.hand) > 1:
        return formatter.say("can-any")
    return formatter.say("can", cards=formatter.cards(cards))


def _status(view: View, legal: Sequence[Action], formatter: Formatter) -> str:
    """Return what the player has to do now; empty if nothing."""
    seat = view.seat
    if seat in view.resigned:
        return formatter.say("you-gone")
    if seat in view.out:
        return out_line("you-out", view, seat, formatter)
    key = _wanted(view, {action.verb for action in legal})
    return f"<b>{formatter.say(key)}</b>" if key else ""


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
