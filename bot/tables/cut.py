"""Between the shuffle and the deal: the deck is promised, and somebody cuts it (docs/fair-deal.md).

Its methods run in the room's lane.
"""

from __future__ import annotations

import contextlib
import logging
from functools import partial

from bot.model.buttons import CutPress
from bot.model.people import Person
from bot.model.protocols import Clock
from bot.model.screen import Answer
from bot.runtime.clock import Alarms
from bot.screens.text import message
from bot.storage import deals, settings
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.errors import FAILURES
from bot.storage.games import Deal
from bot.storage.lobbies import Lobby
from bot.storage.proofs import Cut
from bot.tables.cut_presenter import CutPresenter
from bot.tables.deal import Dealer
from bot.tables.game import LiveGame, deal_again
from bot.tables.progress import Progress
from bot.tables.table import Table, TableIndex
from engine.proof import DEPTHS, commitment, cut_deck, cutter, drawn_depth

log = logging.getLogger(__name__)

CUT_SECONDS = 15.0
"""How long the cutter may think; then nobody cuts, and the depth is drawn."""


class Cutting:
    """Begins games, and cuts the decks of those that a chat wants to be able to check."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        alarms: Alarms,
        tables: TableIndex,
        screens: CutPresenter,
        dealer: Dealer,
        play: Progress,
    ) -> None:
        self._db = db
        self._clock = clock
        self._alarms = alarms
        self._index = tables
        self._presenter = screens
        self._dealer = dealer
        self._progress = play
        play.cutting = self

    async def begin(self, table: Table, lobby: Lobby) -> None:
        """The first game of a series is promised, or dealt; its lobby is closed by it."""
        deal = await self._dealer.first(table, lobby)
        await self._begin(table, deal, close_lobby=lobby.lobby_id)
        self._index.set_lobby(table, None)

    async def begin_again(self, table: Table, last: LiveGame) -> None:
        """The next game is promised, or dealt, with the seats that are left of the last one."""
        await self._begin(table, await self._dealer.next(table, last))

    async def _begin(self, table: Table, deal: Deal, close_lobby: int | None = None) -> None:
        if (await settings.get(self._db, table.chat_id)).proof:
            await self._promise(table, deal, close_lobby=close_lobby)
        else:
            await self._dealer.deal(table, deal, close_lobby=close_lobby)

    async def go_on(self, table: Table) -> None:
        """Show what has been begun: the deck to be cut, or the cards."""
        if table.pending is not None:
            await self.resume(table)
        elif table.live is not None:
            await self._progress.advance(table, table.live, anew=True)

    async def redeal(self, table: Table, live: LiveGame) -> bool:
        """Deal the new deck that a redeal has asked for; False while it waits for its cut."""
        if table.pending is not None:
            return False
        if not live.stored.proofs:
            deck = cut_deck(live.game.rules.deck, self._dealer.seed(), 0)
            await deal_again(self._db, live, deck, self._clock.now())
            return True
        number = live.game.state.deal + 1
        await self._promise(table, live.stored.deal, live.game_id, number)
        if self._person_cuts(table):
            await self._await_cut(table)
            return False
        await self._cut(table)
        return True

    async def _promise(
        self,
        table: Table,
        deal: Deal,
        game_id: int | None = None,
        number: int = 0,
        close_lobby: int | None = None,
    ) -> None:
        seats, at = len(deal.seats), self._clock.now()
        seed = deal.seed if game_id is None else self._dealer.seed()
        promised = commitment(seed, number, deal.rules, seats, deal.dealer, deal.leader)
        seat = cutter(deal.dealer, seats)
        pending = Pending(0, game_id, number, seed, promised, seat, at + CUT_SECONDS, deal)
        pending = await deals.promise(self._db, pending, at, close_lobby)
        self._index.set_pending(table, pending)
        log.info("promised: deal %s seats %s", pending.deal_id, seats)

    def _person_cuts(self, table: Table) -> bool:
        """Whether there is somebody to be waited for, and time left for it."""
        pending, live = table.pending, table.live
        assert pending is not None
        if pending.cutter.user_id is None or pending.until <= self._clock.now():
            return False
        if pending.game_id is None or live is None:
            return True
        return live.decides(pending.seat) and pending.seat not in live.game.state.resigned

    async def resume(self, table: Table) -> None:
        """Go on with a deal that waits in a room, if one does."""
        if table.pending is None:
            return
        if self._person_cuts(table):
            await self._await_cut(table)
        else:
            await self._deal(table)

    async def _await_cut(self, table: Table) -> None:
        pending = table.pending
        assert pending is not None
        expire = partial(self._expire, table, pending.deal_id)

        async def turn() -> None:
            with contextlib.suppress(*FAILURES):
                await self._progress.turn(table, expire)

        self._alarms.set(("cut", pending.deal_id), pending.until - self._clock.now(), turn)
        await self._presenter.show(table, pending)

    async def _expire(self, table: Table, deal_id: int) -> None:
        if table.pending is not None and table.pending.deal_id == deal_id:
            await self._deal(table)

    async def show(self, table: Table) -> None:
        """Post the deck that waits for its cut anew at the bottom."""
        if table.pending is not None:
            await self._presenter.show(table, table.pending, anew=True)

    async def press(self, table: Table, person: Person, press: CutPress) -> Answer:
        """Cut the deck, if it is this person's to cut."""
        pending = table.pending
        if pending is None or pending.deal_id != press.deal:
            return Answer(message("toast-cut-already", person.language))
        if pending.cutter.user_id != person.user_id:
            words = message("toast-not-cutter", person.language, name=pending.cutter.name)
            return Answer(words)
        if press.depth not in DEPTHS[_size(pending)]:
            return Answer(message("toast-unknown", person.language))
        await self._deal(table, press.depth)
        return Answer(message("toast-done", person.language))

    async def _deal(self, table: Table, depth: int | None = None) -> None:
        """Cut, by nobody where no depth was chosen, deal, and show it all."""
        await self._cut(table, depth)
        if table.live is not None:
            await self._progress.advance(table, table.live, anew=True)

    async def _cut(self, table: Table, depth: int | None = None) -> None:
        pending = table.pending
        assert pending is not None
        size = _size(pending)
        chosen = drawn_depth(size, pending.seed) if depth is None else depth
        cut = Cut(pending.deal_id, chosen, depth is None)
        if pending.game_id is None:
            await self._dealer.deal(table, pending.deal, cut=cut)
        elif (live := await self._progress.current(table)) is not None:
            if depth is not None:
                live.pressed[pending.seat] = self._clock.now()
            deck = cut_deck(size, pending.seed, chosen)
            await deal_again(self._db, live, deck, self._clock.now(), cut)
        log.info("cut: deal %s by %s", pending.deal_id, "nobody" if depth is None else "a person")
        self._forget(table, pending)
        await self._presenter.done(table, pending, cut)

    async def hurry(self, table: Table) -> None:
        """Whoever is in a game can't wait for the cut of a redeal: nobody cuts."""
        if table.pending is not None and table.pending.game_id is not None:
            await self._cut(table)

    async def call_off(self, table: Table) -> None:
        """Nothing is dealt of what was promised."""
        if (pending := table.pending) is not None:
            await deals.call_off(self._db, pending.deal_id, self._clock.now())
            self._forget(table, pending)
            await self._presenter.done(table, pending, None)

    async def dropped(self, table: Table) -> None:
        """The game has ended in which a redeal waited for its cut."""
        pending = table.pending
        if pending is not None and pending.game_id is not None:
            self._forget(table, pending)
            await self._presenter.done(table, pending, None)

    def _forget(self, table: Table, pending: Pending) -> None:
        self._index.set_pending(table, None)
        self._alarms.cancel(("cut", pending.deal_id))


def _size(pending: Pending) -> int:
    return int(pending.deal.rules["deck"])
