"""Proofs after a game: its seeds, and how to check its deals (docs/fair-deal.md)."""

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


def proof_rows(formatter: Formatter) -> tuple[tuple[Button, ...], ...]:
    """Return the row that asks for the check, if the game can be checked."""
    if not formatter.info.seeds:
        return ()
    press = ProofPress(formatter.info.game_id)
    return ((Button(formatter.say("button-proof"), data=encode(press)),),)


def seed_part(formatter: Formatter) -> Paragraph:
    """Return the seeds of an ended game; empty if there are none."""
    if not formatter.info.seeds:
        return Paragraph("")
    seeds = ", ".join(f"<code>{seed}</code>" for seed in formatter.info.seeds)
    return Paragraph(formatter.say("proof-seed", seed=seeds), 1)


def proof_screen(
    record: Mapping[str, Any], deals: Sequence[Opened], info: GameInfo, reader: Reader
) -> Screen:
    """Return the result of a successful check: each deal, and how to repeat the check."""
    formatter = Formatter(info, reader)
    parts = [Paragraph(formatter.title(), 5), Paragraph(f"<b>{formatter.say('proof-head')}</b>")]
    for number, deal in enumerate(deals):
        parts += _deal(record, number, deal, formatter)
    command = f"<code>python -m engine verify {formatter.say('proof-file')}</code>"
    seal = f"<code>{record['proof']['seal']}</code>"
    parts += [Paragraph(f"\n{formatter.say('proof-record', command=command, seal=seal)}")]
    return Screen(fit(parts))


def _deal(
    record: Mapping[str, Any], number: int, deal: Opened, formatter: Formatter
) -> list[Paragraph]:
    seats, dealer, leader = record["seats"], record["dealer"], record["leader"]
    line = commitment_text(deal.seed, number, record["rules"], seats, dealer, leader, deal.link)
    how = cut_words(formatter, deal.seat, deal.drawn)
    return [
        Paragraph(f"\n{formatter.say('proof-redeal', number=number)}" if number else ""),
        Paragraph(formatter.say("proof-promise", commitment=f"<code>{deal.commitment}</code>")),
        Paragraph(formatter.say("proof-seed", seed=f"<code>{deal.seed}</code>")),
        Paragraph(f"{how}. {formatter.say('cut-moved', depth=deal.depth)}"),
        Paragraph(formatter.say("proof-deck")),
        *_chain(deal, formatter),
        Paragraph(f"{formatter.say('proof-line')}\n<code>{escape(line, quote=False)}</code>", 2),
    ]


def _chain(deal: Opened, formatter: Formatter) -> list[Paragraph]:
    if deal.link is None:
        return []
    anchor = f"<code>{deal.link.anchor}</code>"
    return [Paragraph(formatter.say("proof-chain", link=str(deal.link.number), anchor=anchor))]
