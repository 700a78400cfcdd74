"""Begins games: from a lobby, again with the same seats, after a void game (docs/fair-deal.md).

Where a chat wants deals that can be checked, a deal is promised first and made when it is cut.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace

from bot.storage import deals, settings
from bot.storage.deals import Pending
from bot.storage.games import Deal, Seat
from bot.storage.lobbies import Lobby
from bot.storage.proofs import Cut
from bot.tables.cut_presenter import CutPresenter
from bot.tables.game import LiveGame
from bot.tables.services import TableServices
from bot.tables.table import Table
from engine import RULES_VERSION, Rules
from engine.proof import commitment, cut_deck, cutter, drawn_depth
from engine.series import opening_after

log = logging.getLogger(__name__)

CUT_SECONDS = 15.0
"""How long the cutter may think; then nobody cuts, and the depth is drawn."""


class Dealer:
    """Deals from fresh secret seeds, and keeps what was promised and what was dealt."""

    def __init__(self, services: TableServices, cuts: CutPresenter) -> None:
        self._services = services
        self.cuts = cuts

    async def begin(self, table: Table, lobby: Lobby) -> None:
        """Promise, or deal, the first game of a series; its lobby is closed by it."""
        deal = await self._first(table, lobby)
        await self._begin(table, deal, close_lobby=lobby.lobby_id)
        self._services.index.set_lobby(table, None)

    async def begin_again(self, table: Table, last: LiveGame) -> None:
        """Promise, or deal, the next game with the seats that are left of the last one."""
        await self._begin(table, await self._next(table, last))

    async def _begin(self, table: Table, deal: Deal, close_lobby: int | None = None) -> None:
        if (await settings.get(self._services.db, table.chat_id)).proof:
            await self._promise(table, deal, close_lobby=close_lobby)
        else:
            await self._deal(table, deal, close_lobby=close_lobby)

    async def _first(self, table: Table, lobby: Lobby) -> Deal:
        """Return the first deal of a series, with the seats of a lobby; without a deck yet."""
        seats = tuple(_seat(who.user_id, who.name, lobby.level) for who in lobby.seats)
        rules, seed = Rules.from_dict(lobby.rules), self._services.seed()
        rules.check_seats(len(seats))
        return Deal(
            table_id=(await self._services.index.stored(table)).table_id,
            rules=rules.to_dict(),
            rules_version=RULES_VERSION,
            seats=seats,
            dealer=drawn_dealer(seed, len(seats)),
            leader=None,
            deck=(),
            seed=seed,
            host_id=lobby.host_id,
            clock=lobby.clock,
        )

    async def _next(self, table: Table, last: LiveGame) -> Deal:
        """Return the next deal, with the seats of the last game that were not left; no deck yet.

        The series goes on where the rules say so (docs/rules.md §4).
        """
        rules, seats, seed = last.game.rules, tuple(staying(last)), self._services.seed()
        changed = len(seats) < len(last.stored.deal.seats)
        opening = None if changed else opening_after(last.game)
        rules.check_seats(len(seats))
        return Deal(
            table_id=(await self._services.index.stored(table)).table_id,
            rules=rules.to_dict(),
            rules_version=RULES_VERSION,
            seats=seats,
            dealer=opening.dealer if opening else drawn_dealer(seed, len(seats)),
            leader=opening.leader if opening else None,
            deck=(),
            seed=seed,
            series_id=last.stored.series_id if opening else None,
            host_id=last.host,
            clock=last.stored.deal.clock,
        )

    async def _deal(
        self, table: Table, deal: Deal, *, close_lobby: int | None = None, cut: Cut | None = None
    ) -> None:
        """Deal the cards, from the seed's deck, cut or not; the lobby is closed by it."""
        deck = cut_deck(Rules.from_dict(deal.rules).deck, deal.seed, cut.depth if cut else 0)
        start = replace(deal, deck=tuple(map(str, deck)))
        live = await self._services.commit.deal(start, self._services.now(), close_lobby, cut)
        self._services.index.set_game(table, live.game_id, live)
        log.info("dealt game=%s seats=%s", live.game_id, len(deal.seats))

    async def redeal(self, table: Table, live: LiveGame) -> Pending | None:
        """Deal the new deck that a redeal has asked for; return it where it is only promised."""
        if live.stored.proofs:
            number = live.game.state.deal + 1
            return await self._promise(table, live.stored.deal, live.game_id, number)
        deck = cut_deck(live.game.rules.deck, self._services.seed(), 0)
        await self._services.commit.deck(live, deck, self._services.now())
        return None

    async def _promise(
        self,
        table: Table,
        deal: Deal,
        game_id: int | None = None,
        number: int = 0,
        close_lobby: int | None = None,
    ) -> Pending:
        seats, at = len(deal.seats), self._services.now()
        seed = deal.seed if game_id is None else self._services.seed()
        promised = commitment(seed, number, deal.rules, seats, deal.dealer, deal.leader)
        seat = cutter(deal.dealer, seats)
        pending = Pending(0, game_id, number, seed, promised, seat, at + CUT_SECONDS, deal)
        pending = await deals.promise(self._services.db, pending, at, close_lobby)
        self._services.index.set_pending(table, pending)
        log.info("deal_promised deal=%s seats=%s", pending.deal_id, seats)
        return pending

    async def cut(
        self, table: Table, pending: Pending, live: LiveGame | None, depth: int | None = None
    ) -> None:
        """Cut the deck that waits and deal it; without a depth nobody cuts, and one is drawn.

        `live` is the game whose redeal waits, None where a new game is begun.
        """
        size = deck_size(pending)
        chosen = drawn_depth(size, pending.seed) if depth is None else depth
        cut = Cut(pending.deal_id, chosen, depth is None)
        if pending.game_id is None:
            await self._deal(table, pending.deal, cut=cut)
        elif live is not None:
            deck = cut_deck(size, pending.seed, chosen)
            await self._services.commit.deck(live, deck, self._services.now(), cut)
        log.info("deck_cut deal=%s drawn=%s", pending.deal_id, depth is None)
        await self._done(table, pending, cut)

    async def call_off(self, table: Table) -> None:
        """Give up a deal that was promised: nothing is dealt of it."""
        if (pending := table.pending) is not None:
            await deals.call_off(self._services.db, pending.deal_id, self._services.now())
            await self._done(table, pending, None)

    async def drop_redeal(self, table: Table) -> None:
        """Forget the redeal that waited for its cut: the game has ended, and its deal with it."""
        pending = table.pending
        if pending is not None and pending.game_id is not None:
            await self._done(table, pending, None)

    async def _done(self, table: Table, pending: Pending, cut: Cut | None) -> None:
        self._services.index.set_pending(table, None)
        self._services.alarms.cancel(("cut", pending.deal_id))
        await self.cuts.done(table, pending, cut)


def staying(last: LiveGame) -> list[Seat]:
    """Return the seats of a game that nobody has left, computers included."""
    resigned, seats = last.game.state.resigned, enumerate(last.stored.deal.seats)
    return [who for seat, who in seats if seat not in resigned and not who.forgotten]


def deck_size(pending: Pending) -> int:
    """Return how many cards the deck has that waits for its cut."""
    return int(pending.deal.rules["deck"])


def _seat(user_id: int | None, name: str, level: str) -> Seat:
    return Seat(user_id, name, None if user_id is not None else level)


def drawn_dealer(seed: str, seats: int) -> int:
    """Return the dealer of a first game, drawn from the seed as from any other lot."""
    digest = hashlib.sha256(f"{seed}:dealer".encode()).digest()
    return int.from_bytes(digest, "big") % seats
