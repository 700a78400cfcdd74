"""Deadlines and absent people in words; nothing counts down, so texts stay true."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.model.buttons import RemovePress, encode
from bot.model.screen import Button
from bot.screens.formatter import Formatter, Paragraph
from engine import View


def moment(unix: float, formatter: Formatter, *, soon: bool = True) -> str:
    """Return a Unix time as a date-time entity, which clients show in local time.

    https://core.telegram.org/bots/api#date-time-entity-formatting
    `soon` leaves out the date. The text inside is in UTC, for clients without such entities; it is
    all that is returned without markup.
    """
    at = datetime.fromtimestamp(int(unix), UTC)
    plain = f"{at:%H:%M:%S} UTC" if soon else f"{at:%d.%m %H:%M} UTC"
    if not formatter.html:
        return plain
    return f'<tg-time unix="{int(unix)}" format="{"T" if soon else "dt"}">{plain}</tg-time>'


def awaited_line(view: View, formatter: Formatter) -> str:
    """Return who is awaited, and until when if there is a clock."""
    if not view.awaited or formatter.info.paused:
        return ""
    return "⏳ " + " · ".join(_by_deadline(view.awaited, formatter))


def _by_deadline(seats: Iterable[int], formatter: Formatter) -> list[str]:
    until = formatter.info.until
    groups: dict[int | None, list[int]] = {}
    for seat in seats:
        groups.setdefault(int(until[seat]) if seat in until else None, []).append(seat)
    return [
        formatter.names(group)
        if at is None
        else formatter.say("until", names=formatter.names(group), moment=_moment(at, formatter))
        for at, group in groups.items()
    ]


def _moment(at: int, formatter: Formatter) -> str:
    return moment(at, formatter, soon=not formatter.info.slow)


def absence_parts(formatter: Formatter) -> list[Paragraph]:
    """Return paragraphs about people who are away."""
    if formatter.info.paused:
        return [Paragraph(formatter.say("paused"))]
    return [
        Paragraph(formatter.say("away", name=formatter.name(seat)), 3)
        for seat in formatter.info.away
    ]


def own_absence(seat: int | None, formatter: Formatter) -> str:
    """Return what a player is told about their own absence; empty if nothing."""
    if seat in formatter.info.away:
        return formatter.say("you-away")
    return formatter.say("you-missed") if seat in formatter.info.missed else ""


def here_row(formatter: Formatter) -> tuple[Button, ...]:
    """Return the row with the button of a person who is back."""
    button = formatter.press("button-here", "here")
    return (Button(button.text, data=button.data, style="success"),)


def absence_rows(formatter: Formatter) -> list[tuple[Button, ...]]:
    """Return the table's rows about people who are away."""
    if not formatter.info.away:
        return []
    return [here_row(formatter), *((_remove(seat, formatter),) for seat in formatter.info.away)]


def _remove(seat: int, formatter: Formatter) -> Button:
    votes, needed = formatter.info.votes.get(seat, (0, 1))
    key = "button-remove-votes" if votes else "button-remove"
    label = formatter.say(key, name=formatter.plain_name(seat), votes=votes, needed=needed)
    return Button(label, data=encode(RemovePress(formatter.info.game_id, seat)))
