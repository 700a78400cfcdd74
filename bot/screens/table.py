"""The table: the message in a group, and the paragraphs that hands share with it."""

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
    """Return the table for everybody from `Game.view(None)`, or the result.

    `ended` tells that the game was ended from outside: "stopped" by a person, "expired" after long
    idleness, or "broken" with a record that can't be replayed (only then may the view be None).
    """
    formatter = Formatter(info, reader)
    if over(view, ended):
        rows = (again_row(formatter), *proof_rows(formatter))
        return Screen(fit(over_parts(view, formatter, ended)), rows)
    assert view is not None
    mine = formatter.press("button-mine", "mine")
    row = (mine, Button(formatter.say("button-to-hand"), url=info.bot_url))
    return Screen(fit(table_parts(view, formatter)), (row, *absence_rows(formatter)))


def over(view: View | None, ended: Ended | None) -> bool:
    """Tell whether a game is over or was ended."""
    return ended is not None or view is None or view.result is not None


def over_parts(view: View | None, formatter: Formatter, ended: Ended | None) -> list[Paragraph]:
    """Return the result of a game, or how it was ended."""
    if ended is not None or view is None or view.result is None:
        return [ended_part(ended or "broken", formatter), seed_part(formatter)]
    result = result_parts(view, view.result, formatter)
    return [_head(view, formatter), *result, *bout_log(view, formatter), seed_part(formatter)]


def again_row(formatter: Formatter) -> tuple[Button, ...]:
    """Return the row of a finished game, which deals the next one."""
    again = formatter.press("button-again", "again")
    return (Button(again.text, data=again.data, style="primary"),)


def table_parts(view: View, formatter: Formatter) -> list[Paragraph]:
    """Return the table of a game that is on, as everybody may see it."""
    return [
        *scene_parts(view, formatter),
        Paragraph(_counts(view, formatter), 1),
        Paragraph(awaited_line(view, formatter), 2),
        *absence_parts(formatter),
    ]


def scene_parts(view: View, formatter: Formatter) -> list[Paragraph]:
    """Return the roles, the cards on the table, and the bout log."""
    return [
        _head(view, formatter),
        Paragraph(_roles(view, formatter)),
        Paragraph(pairs(view, formatter)),
        *bout_log(view, formatter),
    ]


def _head(view: View, formatter: Formatter) -> Paragraph:
    trump = formatter.suit(view.trump)
    shown = view.trump_card is not None and (view.talon or not view.bout)
    if shown and view.trump_card is not None:
        trump += f" ({formatter.card(view.trump_card)})"
    name = game_name(view.rules, formatter.reader)
    return Paragraph(f"<b>{formatter.say('head', game=name, trump=trump, talon=view.talon)}</b>")


def _roles(view: View, formatter: Formatter) -> str:
    if view.lead is None or view.defender is None:
        return formatter.say("roles-redeal")
    defender = formatter.name(view.defender)
    if view.lead == view.defender:
        return formatter.say(
            "roles-taking-alone" if view.taking else "roles-alone", defender=defender
        )
    key = "roles-taking" if view.taking else "roles"
    return formatter.say(key, lead=formatter.name(view.lead), defender=defender)


def pairs(view: View, formatter: Formatter) -> str:
    """Return the cards on the table, each attack card with its defence card."""
    waiting = "" if view.taking else "–?"
    return "   ".join(
        formatter.card(attack) + (f"–{formatter.card(defence)}" if defence is not None else waiting)
        for attack, defence in view.table
    )


def _counts(view: View, formatter: Formatter) -> str:
    return " · ".join(_count(view, formatter, seat) for seat in range(view.seats))


def _count(view: View, formatter: Formatter, seat: int) -> str:
    name = formatter.name(seat)
    if seat in view.resigned:
        return formatter.say("count-gone", name=name)
    if seat in view.out:
        return out_line("count-out", view, seat, formatter)
    who = formatter.info.seats[seat]
    if who.level is not None:
        level = formatter.say(f"level-{who.level}")
        return formatter.say("count-level", name=name, count=view.counts[seat], level=level)
    key = "count-bot" if who.is_bot else "count"
    return formatter.say(key, name=name, count=view.counts[seat])
