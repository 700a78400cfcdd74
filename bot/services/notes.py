"""Messages that are posted once and never edited."""

from __future__ import annotations

from bot.model.people import Place
from bot.model.protocols import Delivery
from bot.model.screen import Screen, Slot, SlotKind, Urgency


def say(delivery: Delivery, place: Place, screen: Screen) -> None:
    """Post a message in a place that is never edited."""
    note = Slot(SlotKind.NOTE, 0, place.chat_id, place.thread_id)
    delivery.show(note, screen, Urgency.TABLE, repost=True)
    delivery.forget(note)
