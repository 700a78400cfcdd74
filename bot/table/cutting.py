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
from bot.table.cut_screens import CutScreens
from bot.table.dealing import Dealer
from bot.table.live import Live, deal_again
from bot.table.play import Play
from bot.table.room import Room, Rooms
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
        rooms: Rooms,
        screens: CutScreens,
        dealer: Dealer,
        play: Play,
    ) -> None:
        self._db = db
        self._clock = clock
        self._alarms = alarms
        self._rooms = rooms
        self._screens = screens
        self._dealer = dealer
        self._play = play
        play.cutting = self

    async def begin(self, room: Room, lobby: Lobby) -> None:
        """The first game of a series is promised, or dealt; its lobby is closed by it."""
        deal = await self._dealer.first(room, lobby)
        await self._begin(room, deal, close_lobby=lobby.lobby_id)
        self._rooms.set_lobby(room, None)

    async def begin_again(self, room: Room, last: Live) -> None:
        """The next game is promised, or dealt, with the seats that are left of the last one."""
        await self._begin(room, await self._dealer.next(room, last))

    async def _begin(self, room: Room, deal: Deal, close_lobby: int | None = None) -> None:
        if (await settings.get(self._db, room.chat_id)).proof:
            await self._promise(room, deal, close_lobby=close_lobby)
        else:
            await self._dealer.deal(room, deal, close_lobby=close_lobby)

    async def go_on(self, room: Room) -> None:
        """Show what has been begun: the deck to be cut, or the cards."""
        if room.pending is not None:
            await self.resume(room)
        elif room.live is not None:
            await self._play.settle(room, room.live, anew=True)

    async def redeal(self, room: Room, live: Live) -> bool:
        """Deal the new deck that a redeal has asked for; False while it waits for its cut."""
        if room.pending is not None:
            return False
        if not live.stored.proofs:
            deck = cut_deck(live.game.rules.deck, self._dealer.seed(), 0)
            await deal_again(self._db, live, deck, self._clock.now())
            return True
        number = live.game.state.deal + 1
        await self._promise(room, live.stored.deal, live.game_id, number)
        if self._person_cuts(room):
            await self._await_cut(room)
            return False
        await self._cut(room)
        return True

    async def _promise(
        self,
        room: Room,
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
        self._rooms.set_pending(room, pending)
        log.info("promised: deal %s seats %s", pending.deal_id, seats)

    def _person_cuts(self, room: Room) -> bool:
        """Whether there is somebody to be waited for, and time left for it."""
        pending, live = room.pending, room.live
        assert pending is not None
        if pending.cutter.user_id is None or pending.until <= self._clock.now():
            return False
        if pending.game_id is None or live is None:
            return True
        return live.decides(pending.seat) and pending.seat not in live.game.state.resigned

    async def resume(self, room: Room) -> None:
        """Go on with a deal that waits in a room, if one does."""
        if room.pending is None:
            return
        if self._person_cuts(room):
            await self._await_cut(room)
        else:
            await self._deal(room)

    async def _await_cut(self, room: Room) -> None:
        pending = room.pending
        assert pending is not None
        expire = partial(self._expire, room, pending.deal_id)

        async def turn() -> None:
            with contextlib.suppress(*FAILURES):
                await self._play.turn(room, expire)

        self._alarms.set(("cut", pending.deal_id), pending.until - self._clock.now(), turn)
        await self._screens.show(room, pending)

    async def _expire(self, room: Room, deal_id: int) -> None:
        if room.pending is not None and room.pending.deal_id == deal_id:
            await self._deal(room)

    async def show(self, room: Room) -> None:
        """Post the deck that waits for its cut anew at the bottom."""
        if room.pending is not None:
            await self._screens.show(room, room.pending, anew=True)

    async def press(self, room: Room, person: Person, press: CutPress) -> Answer:
        """Cut the deck, if it is this person's to cut."""
        pending = room.pending
        if pending is None or pending.deal_id != press.deal:
            return Answer(message("toast-cut-already", person.language))
        if pending.cutter.user_id != person.user_id:
            words = message("toast-not-cutter", person.language, name=pending.cutter.name)
            return Answer(words)
        if press.depth not in DEPTHS[_size(pending)]:
            return Answer(message("toast-unknown", person.language))
        await self._deal(room, press.depth)
        return Answer(message("toast-done", person.language))

    async def _deal(self, room: Room, depth: int | None = None) -> None:
        """Cut, by nobody where no depth was chosen, deal, and show it all."""
        await self._cut(room, depth)
        if room.live is not None:
            await self._play.settle(room, room.live, anew=True)

    async def _cut(self, room: Room, depth: int | None = None) -> None:
        pending = room.pending
        assert pending is not None
        size = _size(pending)
        chosen = drawn_depth(size, pending.seed) if depth is None else depth
        cut = Cut(pending.deal_id, chosen, depth is None)
        if pending.game_id is None:
            await self._dealer.deal(room, pending.deal, cut=cut)
        elif (live := await self._play.current(room)) is not None:
            if depth is not None:
                live.pressed[pending.seat] = self._clock.now()
            deck = cut_deck(size, pending.seed, chosen)
            await deal_again(self._db, live, deck, self._clock.now(), cut)
        log.info("cut: deal %s by %s", pending.deal_id, "nobody" if depth is None else "a person")
        self._forget(room, pending)
        await self._screens.done(room, pending, cut)

    async def hurry(self, room: Room) -> None:
        """Whoever is in a game can't wait for the cut of a redeal: nobody cuts."""
        if room.pending is not None and room.pending.game_id is not None:
            await self._cut(room)

    async def call_off(self, room: Room) -> None:
        """Nothing is dealt of what was promised."""
        if (pending := room.pending) is not None:
            await deals.call_off(self._db, pending.deal_id, self._clock.now())
            self._forget(room, pending)
            await self._screens.done(room, pending, None)

    async def dropped(self, room: Room) -> None:
        """The game has ended in which a redeal waited for its cut."""
        pending = room.pending
        if pending is not None and pending.game_id is not None:
            self._forget(room, pending)
            await self._screens.done(room, pending, None)

    def _forget(self, room: Room, pending: Pending) -> None:
        self._rooms.set_pending(room, None)
        self._alarms.cancel(("cut", pending.deal_id))


def _size(pending: Pending) -> int:
    return int(pending.deal.rules["deck"])
