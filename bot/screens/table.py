"""The table: the message in the group, and the block of text that hands show too."""

from __future__ import annotations

from typing import Literal

from bot.model.game_info import GameInfo
from bot.model.people import Reader
from bot.model.screen import Button, Screen
from bot.screens.bout_log import bout_log, out_line
from bot.screens.clock import absence_parts, absence_rows, awaited_line
from bot.screens.formatter import Formatter, Paragraph, fit
from bot.screens.proof import proof_rows, seed_part
from bot.screens.result import ended_part, result_parts
from bot.screens.rules import game_name
from engine import View

Ended = Literal["stopped", "expired", "broken"]


def table_screen(
    view: View | None, info: GameInfo, reader: Reader, *, ended: Ended | None = None
) -> Screen:
    """The table for everybody, made from `Game.view(None)`; after the end the result.

    `ended` says that the game was ended from outside: "stopped" by host or admin, "expired" where
    nobody has touched it for long, "broken" where its record can't be played on (the view may be
    None then).
    """
    voice = Formatter(info, reader)
    if over(view, ended):
        rows = (again_row(voice), *proof_rows(voice))
        return Screen(fit(over_parts(view, voice, ended)), rows)
    assert view is not None
    mine = voice.press("button-mine", "mine")
    row = (mine, Button(voice.say("button-to-hand"), url=info.bot_url))
    return Screen(fit(table_parts(view, voice)), (row, *absence_rows(voice)))


def over(view: View | None, ended: Ended | None) -> bool:
    """Whether there is nothing left to play."""
    return ended is not None or view is None or view.result is not None


def over_parts(view: View | None, voice: Formatter, ended: Ended | None) -> list[Paragraph]:
    """What is said of a game that has ended."""
    if ended is not None or view is None or view.result is None:
        return [ended_part(ended or "broken", voice), seed_part(voice)]
    result = result_parts(view, view.result, voice)
    return [_head(view, voice), *result, *bout_log(view, voice), seed_part(voice)]


def again_row(voice: Formatter) -> tuple[Button, ...]:
    """The row of a finished game."""
    again = voice.press("button-again", "again")
    return (Button(again.text, data=again.data, style="primary"),)


def table_parts(view: View, voice: Formatter) -> list[Paragraph]:
    """The table as everybody may see it, as long as the game is on."""
    return [
        *scene_parts(view, voice),
        Paragraph(_counts(view, voice), 1),
        Paragraph(awaited_line(view, voice), 2),
        *absence_parts(voice),
    ]


def scene_parts(view: View, voice: Formatter) -> list[Paragraph]:
    """What lies on the table, and how it came there."""
    return [
        _head(view, voice),
        Paragraph(_roles(view, voice)),
        Paragraph(pairs(view, voice)),
        *bout_log(view, voice),
    ]


def _head(view: View, voice: Formatter) -> Paragraph:
    trump = voice.suit(view.trump)
    shown = view.trump_card is not None and (view.talon or not view.bout)
    if shown and view.trump_card is not None:
        trump += f" ({voice.card(view.trump_card)})"
    name = game_name(view.rules, voice.reader)
    return Paragraph(f"<b>{voice.say('head', game=name, trump=trump, talon=view.talon)}</b>")


def _roles(view: View, voice: Formatter) -> str:
    if view.lead is None or view.defender is None:
        return voice.say("roles-redeal")
    defender = voice.name(view.defender)
    if view.lead == view.defender:
        return voice.say("roles-taking-alone" if view.taking else "roles-alone", defender=defender)
    key = "roles-taking" if view.taking else "roles"
    return voice.say(key, lead=voice.name(view.lead), defender=defender)


def pairs(view: View, voice: Formatter) -> str:
    """The cards on the table, each attack card with what beats it."""
    waiting = "" if view.taking else "–?"
    return "   ".join(
        voice.card(attack) + (f"–{voice.card(defence)}" if defence is not None else waiting)
        for attack, defence in view.table
    )


def _counts(view: View, voice: Formatter) -> str:
    return " · ".join(_count(view, voice, seat) for seat in range(view.seats))


def _count(view: View, voice: Formatter, seat: int) -> str:
    name = voice.name(seat)
    if seat in view.resigned:
        return voice.say("count-gone", name=name)
    if seat in view.out:
        return out_line("count-out", view, seat, voice)
    who = voice.info.seats[seat]
    if who.level is not None:
        level = voice.say(f"level-{who.level}")
        return voice.say("count-level", name=name, count=view.counts[seat], level=level)
    key = "count-bot" if who.is_bot else "count"
    return voice.say(key, name=name, count=view.counts[seat])
