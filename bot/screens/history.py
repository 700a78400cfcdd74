"""Past games: the list, and the replay of one with all hands open."""

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
"""The number of games on a page of the list: one row of buttons."""


def history_screen(past: Sequence[PastGame], page: int, more: bool, reader: Reader) -> Screen:
    """Return a page (from 0) of ended games, newest first; `more` if others follow."""
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
    formatter = Formatter(past.info, reader)
    when = moment(past.ended_at, formatter, soon=False)
    names = ", ".join(_player(seat, formatter) for seat in range(len(past.info.seats)))
    where = f"{formatter.title()} · " if past.info.chat_title else ""
    return formatter.say(
        "history-row", number=number, when=when, players=where + names, how=_how(past, formatter)
    )


def _player(seat: int, formatter: Formatter) -> str:
    return formatter.name(seat) + (" 🤖" if formatter.info.seats[seat].is_bot else "")


def _how(past: PastGame, formatter: Formatter) -> str:
    result = past.result
    if result is None:
        return formatter.say("history-stopped")
    if result["void"]:
        return formatter.say("history-void")
    if result["draw"]:
        return formatter.say("history-draw")
    if result["durak"] is None:
        return formatter.say("history-team", names=formatter.names(result["losers"]))
    return formatter.say("history-durak", name=formatter.name(result["durak"]))


def replay_screen(frame: Frame, past: PastGame, at: ReplayPosition, reader: Reader) -> Screen:
    """Return a position of a replay: the table, the last action, and the hands."""
    formatter = Formatter(past.info, reader)
    over = frame.view.result is not None
    scene = over_parts(frame.view, formatter, None) if over else scene_parts(frame.view, formatter)
    hands = [Paragraph(_hand(frame, seat, at, formatter)) for seat in range(frame.view.seats)]
    stopped = at.step == at.last and past.result is None
    parts = [
        Paragraph(_heading(past, formatter), 6),
        *scene,
        Paragraph(formatter.say(f"replay-{at.by}") if at.by in ("clock", "autopilot") else "", 5),
        Paragraph("" if at.step else formatter.say("replay-dealt"), 4),
        ended_part("stopped", formatter) if stopped else Paragraph(""),
        Paragraph("—"),
        *hands,
        Paragraph(f"<i>{_step(frame, at, over, formatter)}</i>"),
    ]
    return Screen(fit(parts), _keyboard(past.info, at, formatter))


def _heading(past: PastGame, formatter: Formatter) -> str:
    where = f"{formatter.title()} · " if past.info.chat_title else ""
    return where + moment(past.ended_at, formatter, soon=False)


def _step(frame: Frame, at: ReplayPosition, over: bool, formatter: Formatter) -> str:
    where = formatter.say("replay-step", step=at.step, last=at.last)
    return where if over else f"{where} · {formatter.say('replay-bout', bout=frame.view.bout + 1)}"


def _hand(frame: Frame, seat: int, at: ReplayPosition, formatter: Formatter) -> str:
    view, name = frame.view, _player(seat, formatter)
    if seat in view.resigned:
        return formatter.say("count-gone", name=name)
    if seat in view.out:
        return out_line("count-out", view, seat, formatter, name)
    if seat in at.closed and frame.hands[seat]:
        return formatter.say("replay-closed", name=name, count=view.counts[seat])
    return formatter.say("replay-hand", name=name, cards=_cards(frame.hands[seat], formatter))


def _cards(hand: Sequence[Card], formatter: Formatter) -> str:
    return formatter.cards(hand) or formatter.say("no-cards")


def _keyboard(
    info: GameInfo, at: ReplayPosition, formatter: Formatter
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
    record = Button(formatter.say("button-record"), data=encode(HistoryPress("file", page, game)))
    back = Button(formatter.say("button-to-list"), data=encode(HistoryPress("list", page)))
    return arrows, (record, back)


def record_file(game_id: int, record: Mapping[str, Any], reader: Reader) -> Attachment:
    """Return the record of a game as a file, readable by `python -m engine replay`."""
    content = json.dumps(record, ensure_ascii=False).encode()
    caption = reader.text("record-caption")
    return Attachment("document", f"durak-{game_id}.json", content, caption)
