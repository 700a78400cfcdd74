"""Past games: the list of them, and the screen that steps through one with all hands open."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.model.buttons import HistoryPress, encode
from bot.model.game_info import GameInfo, PastGame, ReplayPosition
from bot.model.people import Reader
from bot.model.screen import Attachment, Button, Screen
from bot.screens.bout_log import out_line
from bot.screens.clock import moment
from bot.screens.formatter import Formatter, Paragraph, fit
from bot.screens.result import ended_part
from bot.screens.table import over_parts, scene_parts
from engine import Card
from engine.frames import Frame

PAGE = 6
"""How many games a page of the list has: one row of buttons."""


def history_screen(past: Sequence[PastGame], page: int, more: bool, reader: Reader) -> Screen:
    """A page (from 0) of the games that have ended, newest first; `more`: older ones follow."""
    if not past and not page:
        return Screen(reader.text("history-empty"))
    first = page * PAGE + 1
    numbered = list(enumerate(past, first))
    lines = [Paragraph(_line(number, game, reader), number) for number, game in numbered]
    opens = tuple(
        Button(str(number), data=encode(HistoryPress("see", page, game.info.game_id)))
        for number, game in numbered
    )
    turns = (
        *((_to_page("button-newer", page - 1, reader),) if page else ()),
        *((_to_page("button-older", page + 1, reader),) if more else ()),
    )
    words = fit([Paragraph(f"<b>{reader.text('history-head')}</b>"), *lines])
    return Screen(words, tuple(row for row in (opens, turns) if row))


def _to_page(key: str, page: int, reader: Reader) -> Button:
    return Button(reader.text(key), data=encode(HistoryPress("list", page)))


def _line(number: int, past: PastGame, reader: Reader) -> str:
    voice = Formatter(past.info, reader)
    when = moment(past.ended_at, voice, soon=False)
    names = ", ".join(_player(seat, voice) for seat in range(len(past.info.seats)))
    where = f"{voice.title()} · " if past.info.chat_title else ""
    return voice.say(
        "history-row", number=number, when=when, players=where + names, how=_how(past, voice)
    )


def _player(seat: int, voice: Formatter) -> str:
    return voice.name(seat) + (" 🤖" if voice.info.seats[seat].is_bot else "")


def _how(past: PastGame, voice: Formatter) -> str:
    result = past.result
    if result is None:
        return voice.say("history-stopped")
    if result["void"]:
        return voice.say("history-void")
    if result["draw"]:
        return voice.say("history-draw")
    if result["durak"] is None:
        return voice.say("history-team", names=voice.names(result["losers"]))
    return voice.say("history-durak", name=voice.name(result["durak"]))


def replay_screen(frame: Frame, past: PastGame, at: ReplayPosition, reader: Reader) -> Screen:
    """A moment of a past game: the table, who did what, and the hands."""
    voice = Formatter(past.info, reader)
    over = frame.view.result is not None
    scene = over_parts(frame.view, voice, None) if over else scene_parts(frame.view, voice)
    hands = [Paragraph(_hand(frame, seat, at, voice)) for seat in range(frame.view.seats)]
    stopped = at.step == at.last and past.result is None
    parts = [
        Paragraph(_heading(past, voice), 6),
        *scene,
        Paragraph(voice.say(f"replay-{at.by}") if at.by in ("clock", "autopilot") else "", 5),
        Paragraph("" if at.step else voice.say("replay-dealt"), 4),
        ended_part("stopped", voice) if stopped else Paragraph(""),
        Paragraph("—"),
        *hands,
        Paragraph(f"<i>{_step(frame, at, over, voice)}</i>"),
    ]
    return Screen(fit(parts), _keyboard(past.info, at, voice))


def _heading(past: PastGame, voice: Formatter) -> str:
    where = f"{voice.title()} · " if past.info.chat_title else ""
    return where + moment(past.ended_at, voice, soon=False)


def _step(frame: Frame, at: ReplayPosition, over: bool, voice: Formatter) -> str:
    where = voice.say("replay-step", step=at.step, last=at.last)
    return where if over else f"{where} · {voice.say('replay-bout', bout=frame.view.bout + 1)}"


def _hand(frame: Frame, seat: int, at: ReplayPosition, voice: Formatter) -> str:
    view, name = frame.view, _player(seat, voice)
    if seat in view.resigned:
        return voice.say("count-gone", name=name)
    if seat in view.out:
        return out_line("count-out", view, seat, voice, name)
    if seat in at.closed and frame.hands[seat]:
        return voice.say("replay-closed", name=name, count=view.counts[seat])
    return voice.say("replay-hand", name=name, cards=_cards(frame.hands[seat], voice))


def _cards(hand: Sequence[Card], voice: Formatter) -> str:
    return voice.cards(hand) or voice.say("no-cards")


def _keyboard(
    info: GameInfo, at: ReplayPosition, voice: Formatter
) -> tuple[tuple[Button, ...], ...]:
    steps = (
        ("⏮", 0),
        ("⏪", at.back),
        ("◀️", max(at.step - 1, 0)),
        ("▶️", min(at.step + 1, at.last)),
        ("⏩", at.on),
        ("⏭", at.last),
    )
    game, page = info.game_id, at.page
    arrows = tuple(
        Button(label, data=encode(HistoryPress("see", page, game, step))) for label, step in steps
    )
    record = Button(voice.say("button-record"), data=encode(HistoryPress("file", page, game)))
    back = Button(voice.say("button-to-list"), data=encode(HistoryPress("list", page)))
    return arrows, (record, back)


def record_file(game_id: int, record: Mapping[str, Any], reader: Reader) -> Attachment:
    """The record of a game as a file, to be read by `python -m engine replay`."""
    content = json.dumps(record, ensure_ascii=False).encode()
    caption = reader.text("record-caption")
    return Attachment("document", f"durak-{game_id}.json", content, caption)
