"""Deals games: from a lobby, again with the same seats, or after a void game.

Where a chat has chosen provable deals, a deal is promised first and dealt once its deck is cut
(docs/fair-deal.md).
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace

from bot.storage import chains, deals, settings
from bot.storage.chains import Seed
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
"""How long the cutter may think before the depth is drawn from the seed."""


class Dealer:
    """Deals from secret seeds, and stores what is promised and dealt."""

    def __init__(self, services: TableServices, cuts: CutPresenter) -> None:
        self._services = services
        self.cuts = cuts

    async def begin(self, table: Table, lobby: Lobby) -> None:
        """Promise or deal the first game of a series, and close its lobby."""
        seed = await self._draw(table)
        deal = await self._first(table, lobby, seed.text)
        await self._begin(table, deal, seed, close_lobby=lobby.lobby_id)
        self._services.index.set_lobby(table, None)

    async def begin_again(self, table: Table, last: LiveGame) -> None:
        """Promise or deal the next game with the remaining seats of the last one."""
        seed = await self._draw(table)
        await self._begin(table, await self._next(table, last, seed.text), seed)

    async def _draw(self, table: Table) -> Seed:
        """Return the seed of the next game: a link of the table's chain if it is to be promised."""
        if (await settings.get(self._services.db, table.chat_id)).proof:
            return await self._draw_link((await self._services.index.stored(table)).table_id)
        return Seed(self._services.seed())

    async def _draw_link(self, table_id: int) -> Seed:
        chain = await chains.of_table(self._services.db, table_id)
        return chains.draw(chain, self._services.seed)

    async def _begin(
        self, table: Table, deal: Deal, seed: Seed, close_lobby: int | None = None
    ) -> None:
        if seed.link:
            await self._promise(table, deal, seed, close_lobby=close_lobby)
        else:
            await self._deal(table, deal, close_lobby=close_lobby)

    async def _first(self, table: Table, lobby: Lobby, seed: str) -> Deal:
        """Return the first deal of a series, from a lobby; its deck is still empty."""
        seats = tuple(_seat(who.user_id, who.name, lobby.level) for who in lobby.seats)
        rules = Rules.from_dict(lobby.rules)
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

    async def _next(self, table: Table, last: LiveGame, seed: str) -> Deal:
        """Return the next deal, with the remaining seats; its deck is still empty.

        With unchanged seats the series continues where the rules say so (docs/rules.md §4).
        """
        rules, seats = last.game.rules, tuple(staying(last))
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
        """Deal and store a game from its seed and cut, and close its lobby."""
        deck = cut_deck(Rules.from_dict(deal.rules).deck, deal.seed, cut.depth if cut else 0)
        start = replace(deal, deck=tuple(map(str, deck)))
        live = await self._services.commit.deal(start, self._services.now(), close_lobby, cut)
        self._services.index.set_game(table, live.game_id, live)
        log.info("dealt game=%s seats=%s", live.game_id, len(deal.seats))

    async def redeal(self, table: Table, live: LiveGame) -> Pending | None:
        """Deal the deck of a redeal; return the pending deal where it is only promised."""
        if live.stored.proofs:
            deal, chained = live.stored.deal, live.stored.proofs[0].link is not None
            fresh = self._services.seed
            seed = await self._draw_link(deal.table_id) if chained else Seed(fresh())
            number = live.game.state.deal + 1
            return await self._promise(table, deal, seed, live.game_id, number)
        deck = cut_deck(live.game.rules.deck, self._services.seed(), 0)
        await self._services.commit.deck(live, deck, self._services.now())
        return None

    async def _promise(
        self,
        table: Table,
        deal: Deal,
        seed: Seed,
        game_id: int | None = None,
        number: int = 0,
        close_lobby: int | None = None,
    ) -> Pending:
        seats, at = len(deal.seats), self._services.now()
        text, link, seat = seed.text, seed.link, cutter(deal.dealer, seats)
        promised = commitment(text, number, deal.rules, seats, deal.dealer, deal.leader, link)
        pending = Pending(0, game_id, number, text, promised, seat, at + CUT_SECONDS, deal, link)
        pending = await deals.promise(self._services.db, pending, at, close_lobby, seed.chain)
        self._services.index.set_pending(table, pending)
        log.info("deal_promised deal=%s seats=%s", pending.deal_id, seats)
        return pending

    async def cut(
        self, table: Table, pending: Pending, live: LiveGame | None, depth: int | None = None
    ) -> None:
        """Cut the pending deck at `depth`, or at a drawn depth for None, and deal it.

        `live` is the game whose redeal waits, None for a new game.
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
        """Call off the pending deal: nothing of it is dealt."""
        if (pending := table.pending) is not None:
            await deals.call_off(self._services.db, pending.deal_id, self._services.now())
            await self._done(table, pending, None)

    async def drop_redeal(self, table: Table) -> None:
        """Drop a redeal that waits for its cut, as its game has ended."""
        pending = table.pending
        if pending is not None and pending.game_id is not None:
            await self._done(table, pending, None)

    async def _done(self, table: Table, pending: Pending, cut: Cut | None) -> None:
        self._services.index.set_pending(table, None)
        self._services.alarms.cancel(("cut", pending.deal_id))
        await self.cuts.done(table, pending, cut)


def staying(last: LiveGame) -> list[Seat]:
    """Return the seats of a game that were not resigned or erased, computers included."""
    resigned, seats = last.game.state.resigned, enumerate(last.stored.deal.seats)
    return [who for seat, who in seats if seat not in resigned and not who.forgotten]


def deck_size(pending: Pending) -> int:
    """Return the number of cards in the deck of a pending deal."""
    return int(pending.deal.rules["deck"])


def _seat(user_id: int | None, name: str, level: str) -> Seat:
    return Seat(user_id, name, None if user_id is not None else level)


def drawn_dealer(seed: str, seats: int) -> int:
    """Return the dealer of a first game, drawn from the seed."""
    digest = hashlib.sha256(f"{seed}:dealer".encode()).digest()
    return int.from_bytes(digest, "big") % seats
