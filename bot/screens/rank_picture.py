"""The picture of new ranks, and its caption (docs/rules.md §9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from bot.drawing.subjects import Portrait
from bot.model.people import Reader
from bot.model.scores import RankChange
from bot.screens.formatter import rank_label
from bot.screens.names import clean, isolated
from bot.screens.ranks import rank_name
from engine import Card

_SUITS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_WIDTH = 40


def portraits(
    changes: Sequence[RankChange],
    names: Sequence[str],
    cards: Mapping[int, Sequence[Card]],
    avatars: Mapping[int, bytes | None],
    reader: Reader,
) -> tuple[Portrait, ...]:
    """Return a portrait for each change; names and cards by seat, avatars by person."""
    return tuple(
        Portrait(
            name=_name(names, change.seat, reader),
            title=rank_name(change.after, reader),
            rank=change.after,
            cards=tuple(
                (rank_label(card, reader), _SUITS[card.suit]) for card in cards.get(change.seat, ())
            ),
            hue=change.user_id,
            avatar=avatars.get(change.user_id),
        )
        for change in changes
    )


def rank_picture_caption(
    changes: Sequence[RankChange], names: Sequence[str], reader: Reader
) -> str:
    """Return congratulations to each person, in HTML."""
    return "\n".join(
        reader.text(
            "keepsake-caption",
            name=isolated(escape(_name(names, change.seat, reader), quote=False)),
            rank=rank_name(change.after, reader),
        )
        for change in changes
    )


def _name(names: Sequence[str], seat: int, reader: Reader) -> str:
    return clean(names[seat], _WIDTH) or reader.text("player", number=seat + 1)
