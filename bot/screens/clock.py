"""Deadlines and the absent, in words. Nothing here is counted down: it is true as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.model.buttons import RemovePress, encode
from bot.model.screen import Button
from bot.screens.formatter import Formatter, Paragraph
from engine import View


def moment(unix: float, voice: Formatter, *, soon: bool = True) -> str:
    """A moment as Telegram's date-time entity, which everybody reads in their own local time.

    https://core.telegram.org/bots/api#date-time-entity-formatting; `soon` leaves the date out.
    Plain text where there is no markup, for clients that know no such entity too.
    """
    at = datetime.fromtimestamp(int(unix), UTC)
    plain = f"{at:%H:%M:%S} UTC" if soon else f"{at:%d.%m %H:%M} UTC"
    if not voice.html:
        return plain
    return f'<tg-time unix="{int(unix)}" format="{"T" if soon else "dt"}">{plain}</tg-time>'


def awaited_line(view: View, voice: Formatter) -> str:
    """Who is awaited, and until when where there is a clock."""
    if not view.awaited or voice.info.paused:
        return ""
    return "⏳ " + " · ".join(_by_deadline(view.awaited, voice))


def _by_deadline(seats: Iterable[int], voice: Formatter) -> list[str]:
    until = voice.info.until
    groups: dict[int | None, list[int]] = {}
    for seat in seats:
        groups.setdefault(int(until[seat]) if seat in until else None, []).append(seat)
    return [
        voice.names(group)
        if at is None
        else voice.say("until", names=voice.names(group), moment=_moment(at, voice))
        for at, group in groups.items()
    ]


def _moment(at: int, voice: Formatter) -> str:
    return moment(at, voice, soon=not voice.info.slow)


def absence_parts(voice: Formatter) -> list[Paragraph]:
    """Who is away, and what that means for the game."""
    if voice.info.paused:
        return [Paragraph(voice.say("paused"))]
    return [Paragraph(voice.say("away", name=voice.name(seat)), 3) for seat in voice.info.away]


def own_absence(seat: int | None, voice: Formatter) -> str:
    """What the player of a seat must know about their own absence."""
    if seat in voice.info.away:
        return voice.say("you-away")
    return voice.say("you-missed") if seat in voice.info.missed else ""


def here_row(voice: Formatter) -> tuple[Button, ...]:
    """The button of somebody who is back."""
    button = voice.press("button-here", "here")
    return (Button(button.text, data=button.data, style="success"),)


def absence_rows(voice: Formatter) -> list[tuple[Button, ...]]:
    """The table's buttons about the absent; none while nobody is away."""
    if not voice.info.away:
        return []
    return [here_row(voice), *((_remove(seat, voice),) for seat in voice.info.away)]


def _remove(seat: int, voice: Formatter) -> Button:
    votes, needed = voice.info.votes.get(seat, (0, 1))
    key = "button-remove-votes" if votes else "button-remove"
    label = voice.say(key, name=voice.plain_name(seat), votes=votes, needed=needed)
    return Button(label, data=encode(RemovePress(voice.info.game_id, seat)))
