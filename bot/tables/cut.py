"""The buttons of a deck that waits for its cut."""

from __future__ import annotations

from bot.model.buttons import CutPress
from bot.model.people import Person
from bot.tables.deal import deck_size
from bot.tables.progress import Progress
from bot.tables.refusal import Refused, Reply
from bot.tables.table import Table
from engine.proof import DEPTHS


class Cut:
    """Lets the cutter cut the deck. Its methods run in the table's mailbox."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    async def press(self, table: Table, person: Person, press: CutPress) -> Reply:
        """Cut the deck at the chosen depth, and deal.

        Raises:
            Refused: it is cut already, or by another person, or the depth is not offered.
        """
        pending = table.pending
        if pending is None or pending.deal_id != press.deal:
            raise Refused("toast-cut-already")
        if pending.cutter.user_id != person.user_id:
            raise Refused("toast-not-cutter", name=pending.cutter.name)
        if press.depth not in DEPTHS[deck_size(pending)]:
            raise Refused("toast-unknown")
        await self._progress.cut(table, press.depth)
        return Reply()
