"""After the game: the seed, and how its deal is checked (docs/fair-deal.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from bot.model.buttons import ProofPress, encode
from bot.model.game_info import GameInfo
from bot.model.people import Reader
from bot.model.screen import Button, Screen
from bot.screens.cut import cut_words
from bot.screens.formatter import Formatter, Paragraph, fit
from engine.proof import Opened, commitment_text


def proof_rows(voice: Formatter) -> tuple[tuple[Button, ...], ...]:
    """The row that asks for the check, where a game can be checked."""
    if not voice.info.seeds:
        return ()
    press = ProofPress(voice.info.game_id)
    return ((Button(voice.say("button-proof"), data=encode(press)),),)


def seed_part(voice: Formatter) -> Paragraph:
    """The seeds of a game that has ended."""
    if not voice.info.seeds:
        return Paragraph("")
    seeds = ", ".join(f"<code>{seed}</code>" for seed in voice.info.seeds)
    return Paragraph(voice.say("proof-seed", seed=seeds), 1)


def proof_screen(
    record: Mapping[str, Any], deals: Sequence[Opened], info: GameInfo, reader: Reader
) -> Screen:
    """What a check has found that went well: each deal, and how to check it oneself."""
    voice = Formatter(info, reader)
    parts = [Paragraph(voice.title(), 5), Paragraph(f"<b>{voice.say('proof-head')}</b>")]
    for number, deal in enumerate(deals):
        parts += _deal(record, number, deal, voice)
    command = f"<code>python -m engine verify {voice.say('proof-file')}</code>"
    seal = f"<code>{record['proof']['seal']}</code>"
    parts += [Paragraph(f"\n{voice.say('proof-record', command=command, seal=seal)}")]
    return Screen(fit(parts))


def _deal(
    record: Mapping[str, Any], number: int, deal: Opened, voice: Formatter
) -> list[Paragraph]:
    seats, dealer, leader = record["seats"], record["dealer"], record["leader"]
    line = commitment_text(deal.seed, number, record["rules"], seats, dealer, leader)
    how = cut_words(voice, deal.seat, deal.drawn)
    return [
        Paragraph(f"\n{voice.say('proof-redeal', number=number)}" if number else ""),
        Paragraph(voice.say("proof-promise", commitment=f"<code>{deal.commitment}</code>")),
        Paragraph(voice.say("proof-seed", seed=f"<code>{deal.seed}</code>")),
        Paragraph(f"{how}. {voice.say('cut-moved', depth=deal.depth)}"),
        Paragraph(voice.say("proof-deck")),
        Paragraph(f"{voice.say('proof-line')}\n<code>{escape(line, quote=False)}</code>", 2),
    ]
