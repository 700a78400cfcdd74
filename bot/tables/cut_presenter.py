"""Shows a deck that is to be cut, to the table and to its cutter."""

from __future__ import annotations

from dataclasses import replace

from bot.model.game_info import CutInfo, SeatInfo
from bot.model.screen import Slot, SlotKind, Urgency
from bot.screens.cut import cut_screen, cutter_screen
from bot.storage import chats, games, people
from bot.storage.database import Database
from bot.storage.deals import PastDeal, Pending
from bot.storage.errors import Unreadable
from bot.storage.games import Deal
from bot.storage.proofs import Cut
from bot.tables.presenter import Presenter
from bot.tables.table import Table


class CutPresenter:
    """Hands the screens of decks to be cut to delivery."""

    def __init__(self, db: Database, presenter: Presenter) -> None:
        self._db = db
        self._presenter = presenter
        self._delivery = presenter.delivery

    async def show(self, table: Table, pending: Pending, *, repost: bool = False) -> None:
        """Show a deck that waits, and ring its cutter in private."""
        info = _info(pending.deal_id, pending.deal, pending)
        info = replace(info, until=pending.until, redeal=pending.game_id is not None)
        screen = cut_screen(info, await self._presenter.reader(table))
        urgency = Urgency.AWAITED if table.solo else Urgency.TABLE
        self._delivery.show(_slot(table, pending.deal_id), screen, urgency, repost=repost)
        user_id = pending.cutter.user_id
        person = None if user_id is None else await people.get(self._db, user_id)
        if table.solo or person is None or not person.can_write:
            return
        chat = await chats.get(self._db, table.chat_id)
        reader = people.reader_of(person, self._presenter.default_language)
        screen = cutter_screen(replace(info, chat_title=chat.title if chat else ""), reader)
        slot = Slot(SlotKind.CUT, pending.deal_id, person.user_id)
        self._delivery.show(slot, screen, Urgency.AWAITED, repost=repost)

    async def done(self, table: Table, pending: Pending, cut: Cut | None) -> None:
        """Show how a deck was cut, or with None that it was not, for the last time."""
        info = _info(pending.deal_id, pending.deal, pending)
        info = replace(info, redeal=pending.game_id is not None, called_off=cut is None)
        if cut is not None:
            info = replace(info, depth=cut.depth, drawn=cut.drawn)
        await self._last(table, info)
        if not table.solo and pending.cutter.user_id is not None:
            self._delivery.remove(Slot(SlotKind.CUT, pending.deal_id, pending.cutter.user_id))

    async def _last(self, table: Table, info: CutInfo) -> None:
        slot = _slot(table, info.deal_id)
        screen = cut_screen(info, await self._presenter.reader(table))
        self._delivery.show(slot, screen, Urgency.TABLE)
        self._delivery.forget(slot)

    async def tidy(self, table: Table, slot: Slot, past: PastDeal) -> None:
        """Update a message about a deal that ended before a restart, for the last time."""
        if slot.chat_id != table.chat_id or past.game_id is None:
            self._delivery.remove(slot)
            return
        try:
            game = await games.load_game(self._db, past.game_id)
        except Unreadable:
            game = None
        if game is None or past.seat not in range(len(game.deal.seats)):
            self._delivery.remove(slot)
            return
        info = _info(slot.key, game.deal, past)
        info = replace(info, redeal=past.number > 0, called_off=past.depth is None)
        await self._last(table, replace(info, depth=past.depth, drawn=past.drawn))


def _info(deal_id: int, deal: Deal, promised: Pending | PastDeal) -> CutInfo:
    return CutInfo(
        deal_id=deal_id,
        seats=tuple(SeatInfo(who.name, who.user_id) for who in deal.seats),
        dealer=deal.dealer,
        cutter=promised.seat,
        deck=int(deal.rules["deck"]),
        commitment=promised.commitment,
        link=promised.link,
    )


def _slot(table: Table, deal_id: int) -> Slot:
    return Slot(SlotKind.CUT, deal_id, table.chat_id, table.shown_in)
