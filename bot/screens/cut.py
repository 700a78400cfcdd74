"""Screens of a deck before the deal: who cuts it, and how it was cut."""

from __future__ import annotations

from bot.model.buttons import CutPress, encode
from bot.model.game_info import CutInfo, GameInfo
from bot.model.people import Reader
from bot.model.screen import Button, Screen
from bot.screens.clock import moment
from bot.screens.formatter import Formatter, Paragraph, fit
from engine.proof import DEPTHS

_ROWS = ((0, 1, 2), (3,), (4, 5, 6))


def cut_screen(info: CutInfo, reader: Reader) -> Screen:
    """Return the deck as the table sees it: to be cut, cut, or called off."""
    formatter = _formatter(info, reader)
    if info.called_off:
        off = Paragraph(f"<b>{formatter.say('cut-off')}</b>")
        return Screen(fit([off, _promise(info, formatter), *_chain(info, formatter)]))
    names = ", ".join(_seat(info, formatter, seat) for seat in range(len(info.seats)))
    seats = Paragraph(formatter.say("cut-seats", names=names))
    if info.depth is None:
        head = formatter.say("cut-head-redeal" if info.redeal else "cut-head")
        at = moment(info.until, formatter)
        who = formatter.say("cut-who", cutter=formatter.name(info.cutter), moment=at)
        parts = [Paragraph(f"<b>{head}</b>"), Paragraph(who), seats, _promise(info, formatter)]
        return Screen(fit([*parts, *_chain(info, formatter)]), _buttons(info, formatter))
    moved = Paragraph(f"<b>{formatter.say('cut-moved', depth=info.depth)}</b>")
    how = Paragraph(cut_words(formatter, info.cutter, info.drawn))
    return Screen(fit([moved, how, seats, _promise(info, formatter), *_chain(info, formatter)]))


def cutter_screen(info: CutInfo, reader: Reader) -> Screen:
    """Return the deck as its cutter sees it in private."""
    formatter = _formatter(info, reader)
    parts = [
        Paragraph(formatter.title(), 5),
        Paragraph(f"<b>{formatter.say('cutter-head')}</b>"),
        Paragraph(formatter.say("cutter-until", moment=moment(info.until, formatter))),
        _promise(info, formatter),
    ]
    return Screen(fit(parts), _buttons(info, formatter))


def cut_words(formatter: Formatter, seat: int, drawn: bool) -> str:
    """Return who cut the deck, or that the depth was drawn."""
    if not drawn:
        key = "cut-by"
    else:
        key = "cut-by-bot" if formatter.info.seats[seat].is_bot else "cut-by-nobody"
    return formatter.say(key, cutter=formatter.name(seat))


def _seat(info: CutInfo, formatter: Formatter, seat: int) -> str:
    key = "cut-seat-dealer" if seat == info.dealer else "cut-seat"
    return formatter.say(key, name=formatter.name(seat))


def _promise(info: CutInfo, formatter: Formatter) -> Paragraph:
    shown = f"<code>{info.commitment}</code>"
    if info.link is None:
        return Paragraph(formatter.say("cut-promise", commitment=shown))
    return Paragraph(
        formatter.say("cut-promise-link", link=str(info.link.number), commitment=shown)
    )


def _chain(info: CutInfo, formatter: Formatter) -> list[Paragraph]:
    """The anchor of a chain, with its first link, and before it with the last one of another."""
    link = info.link
    anchors = [link.anchor if link.number == 1 else None, link.next] if link else []
    return [
        Paragraph(formatter.say("cut-chain", anchor=f"<code>{anchor}</code>"))
        for anchor in anchors
        if anchor
    ]


def _buttons(info: CutInfo, formatter: Formatter) -> tuple[tuple[Button, ...], ...]:
    depths = DEPTHS[info.deck]
    return tuple(
        tuple(
            Button(
                formatter.say(f"cut-depth-{at}", depth=depths[at]),
                data=encode(CutPress(info.deal_id, depths[at])),
                style="primary",
            )
            for at in row
        )
        for row in _ROWS
    )


def _formatter(info: CutInfo, reader: Reader) -> Formatter:
    game = GameInfo(0, info.seats, False, info.chat_title, None, "")
    return Formatter(game, reader)
