"""After the game: the seed, and how its deal is checked (docs/fair-deal.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from bot.model.buttons import ProofPress
from bot.model.callback_data import encode
from bot.model.game_info import GameInfo
from bot.model.people import Language
from bot.model.screen import Button, Screen
from bot.render.cut import cut_words
from bot.render.voice import Part, Voice, fit
from engine.proof import Opened, commitment_text


def proof_rows(voice: Voice) -> tuple[tuple[Button, ...], ...]:
    """The row that asks for the check, where a game can be checked."""
    if not voice.info.seeds:
        return ()
    press = ProofPress(voice.info.game_id)
    return ((Button(voice.say("button-proof"), data=encode(press)),),)


def seed_part(voice: Voice) -> Part:
    """The seeds of a game that has ended."""
    if not voice.info.seeds:
        return Part("")
    seeds = ", ".join(f"<code>{seed}</code>" for seed in voice.info.seeds)
    return Part(voice.say("proof-seed", seed=seeds), 1)


def proof_screen(
    record: Mapping[str, Any], deals: Sequence[Opened], info: GameInfo, lang: Language
) -> Screen:
    """What a check has found that went well: each deal, and how to check it oneself."""
    voice = Voice(info, lang)
    parts = [Part(voice.title(), 5), Part(f"<b>{voice.say('proof-head')}</b>")]
    for number, deal in enumerate(deals):
        parts += _deal(record, number, deal, voice)
    command = f"<code>python -m engine verify {voice.say('proof-file')}</code>"
    seal = f"<code>{record['proof']['seal']}</code>"
    parts += [Part(f"\n{voice.say('proof-record', command=command, seal=seal)}")]
    return Screen(fit(parts))


def _deal(record: Mapping[str, Any], number: int, deal: Opened, voice: Voice) -> list[Part]:
    seats, dealer, leader = record["seats"], record["dealer"], record["leader"]
    line = commitment_text(deal.seed, number, record["rules"], seats, dealer, leader)
    how = cut_words(voice, deal.seat, deal.drawn)
    return [
        Part(f"\n{voice.say('proof-redeal', number=number)}" if number else ""),
        Part(voice.say("proof-promise", commitment=f"<code>{deal.commitment}</code>")),
        Part(voice.say("proof-seed", seed=f"<code>{deal.seed}</code>")),
        Part(f"{how}. {voice.say('cut-moved', depth=deal.depth)}"),
        Part(voice.say("proof-deck")),
        Part(f"{voice.say('proof-line')}\n<code>{escape(line, quote=False)}</code>", 2),
    ]
