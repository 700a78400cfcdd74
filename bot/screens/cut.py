"""The deck before the deal: who cuts it, and how it was cut."""

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
    """The deck for everybody: with buttons while it is to be cut, then how that went."""
    voice = _voice(info, reader)
    if info.called_off:
        return Screen(fit([Paragraph(f"<b>{voice.say('cut-off')}</b>"), _promise(info, voice)]))
    names = ", ".join(_seat(info, voice, seat) for seat in range(len(info.seats)))
    seats = Paragraph(voice.say("cut-seats", names=names))
    if info.depth is None:
        head = voice.say("cut-head-redeal" if info.redeal else "cut-head")
        at = moment(info.until, voice)
        who = voice.say("cut-who", cutter=voice.name(info.cutter), moment=at)
        parts = [Paragraph(f"<b>{head}</b>"), Paragraph(who), seats, _promise(info, voice)]
        return Screen(fit(parts), _buttons(info, voice))
    moved = Paragraph(f"<b>{voice.say('cut-moved', depth=info.depth)}</b>")
    how = Paragraph(cut_words(voice, info.cutter, info.drawn))
    return Screen(fit([moved, how, seats, _promise(info, voice)]))


def cutter_screen(info: CutInfo, reader: Reader) -> Screen:
    """The deck for the one who cuts it, in private."""
    voice = _voice(info, reader)
    parts = [
        Paragraph(voice.title(), 5),
        Paragraph(f"<b>{voice.say('cutter-head')}</b>"),
        Paragraph(voice.say("cutter-until", moment=moment(info.until, voice))),
        _promise(info, voice),
    ]
    return Screen(fit(parts), _buttons(info, voice))


def cut_words(voice: Formatter, seat: int, drawn: bool) -> str:
    """Who has cut the deck, or that nobody has."""
    if not drawn:
        key = "cut-by"
    else:
        key = "cut-by-bot" if voice.info.seats[seat].is_bot else "cut-by-nobody"
    return voice.say(key, cutter=voice.name(seat))


def _seat(info: CutInfo, voice: Formatter, seat: int) -> str:
    key = "cut-seat-dealer" if seat == info.dealer else "cut-seat"
    return voice.say(key, name=voice.name(seat))


def _promise(info: CutInfo, voice: Formatter) -> Paragraph:
    return Paragraph(voice.say("cut-promise", commitment=f"<code>{info.commitment}</code>"))


def _buttons(info: CutInfo, voice: Formatter) -> tuple[tuple[Button, ...], ...]:
    depths = DEPTHS[info.deck]
    return tuple(
        tuple(
            Button(
                voice.say(f"cut-depth-{at}", depth=depths[at]),
                data=encode(CutPress(info.deal_id, depths[at])),
                style="primary",
            )
            for at in row
        )
        for row in _ROWS
    )


def _voice(info: CutInfo, reader: Reader) -> Formatter:
    game = GameInfo(0, info.seats, False, info.chat_title, None, "")
    return Formatter(game, reader)
