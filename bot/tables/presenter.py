"""Decides which screens of a table go to which slots, for which reader."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from bot.model.game_info import GameInfo, LobbyInfo, LobbySeatInfo, SeatInfo
from bot.model.people import Language, Place, Reader
from bot.model.protocols import Delivery
from bot.model.scores import RankChange
from bot.model.screen import Screen, Slot, SlotKind, Urgency
from bot.screens.formatter import Formatter
from bot.screens.hand import alone_screen, hand_screen
from bot.screens.lobby import closed_lobby_screen, lobby_screen
from bot.screens.notices import note_screen
from bot.screens.table import Ended, table_screen
from bot.screens.text import Formatted, message
from bot.storage import chat_moves, chats, people, proofs, ranks
from bot.storage.database import Database
from bot.storage.games import DAY, StoredGame
from bot.storage.lobbies import Lobby
from bot.tables.game import LiveGame
from bot.tables.table import Table
from engine import Rules

SUPERGROUPS_BELOW = -1_000_000_000_000
"""Below lie the ids of supergroups and channels, above (to 0) those of basic groups."""


class Presenter:
    """Hands the screens of tables to delivery.

    Screens sent with `repost` are posted as new messages at the bottom. `first_note` is the number
    of the first note.
    """

    def __init__(
        self,
        db: Database,
        delivery: Delivery,
        *,
        bot_username: str,
        default_language: Language,
        first_note: int,
    ) -> None:
        self._db = db
        self.delivery = delivery
        self._bot_url = f"https://t.me/{bot_username}"
        self.default_language: Language = default_language
        self._notes = itertools.count(first_note)
        self._numbers: dict[int, int] = {}

    @property
    def seat_url(self) -> str:
        """A link to the private chat, where Start makes a waiting seat firm."""
        return f"{self._bot_url}?start=seat"

    async def reader(self, table: Table) -> Reader:
        """Return the reader of a table: its chat, or in a private chat the person."""
        if table.solo:
            person = await people.get(self._db, table.chat_id)
            return people.reader_of(person, self.default_language)
        chat = await chats.get(self._db, table.chat_id)
        return chats.reader_of(chat, self.default_language)

    async def live_info(self, table: Table, live: LiveGame) -> GameInfo:
        """Return what screens show of a live game besides its view."""
        awaited = live.deadlines.values()
        return replace(
            await self.info(table, live.stored),
            until={wait.seat: wait.until for wait in awaited if wait.until is not None},
            missed=tuple(seat for seat in live.misses if live.decides(seat)),
            away=live.away,
            votes={seat: live.votes_on(seat) for seat in live.away},
            paused=live.paused,
            slow=live.stored.deal.clock >= DAY,
            ranks=await self.ranks(live) if live.game.over else (),
        )

    async def ranks(self, live: LiveGame) -> tuple[RankChange, ...]:
        """Return the ranks that changed by a game that is over (docs/rules.md §9)."""
        return await ranks.changes(self._db, live.game_id)

    def late(self, live: LiveGame, seat: int) -> float | None:
        """Return when a person's hand was last shown late; see `Delivery.late`."""
        user_id = live.person(seat)
        assert user_id is not None
        return self.delivery.late(hand_slot(live.game_id, user_id))

    async def info(self, table: Table, stored: StoredGame) -> GameInfo:
        """Return what screens show of a stored game besides its view."""
        chat = None if table.solo else await chats.get(self._db, table.chat_id)
        return GameInfo(
            game_id=stored.game_id,
            seats=tuple(SeatInfo(who.name, who.user_id, who.level) for who in stored.deal.seats),
            solo=table.solo,
            chat_title=chat.title if chat else "",
            chat_url=self._table_url(table, stored.game_id),
            bot_url=self._bot_url,
            topic=table.topic,
            number=await self._number(stored.game_id),
        )

    async def where(self, table: Table, reader: Reader, game_id: int | None = None) -> Formatted:
        """Return what a table is called in private: its chat and topic; empty in a solo game."""
        chat = None if table.solo else await chats.get(self._db, table.chat_id)
        title = chat.title if chat else ""
        number = 1 if game_id is None else await self._number(game_id)
        info = GameInfo(0, (), table.solo, title, None, "", topic=table.topic, number=number)
        return Formatted(Formatter(info, reader, html=False).title())

    async def _number(self, game_id: int) -> int:
        """Return the number that tells a game from those in chats of the same name."""
        if game_id not in self._numbers:
            self._numbers[game_id] = await chat_moves.number_among_namesakes(self._db, game_id)
        return self._numbers[game_id]

    def _table_url(self, table: Table, game_id: int) -> str | None:
        """A link to the table's message; only supergroups have such."""
        if table.chat_id > SUPERGROUPS_BELOW:
            return None
        message_id = self.delivery.message(table_slot(table, game_id))
        chat = -table.chat_id + SUPERGROUPS_BELOW
        return None if message_id is None else f"https://t.me/c/{chat}/{message_id}"

    async def game(
        self,
        table: Table,
        live: LiveGame,
        *,
        acted: int | None = None,
        repost: bool = False,
        ringing: Sequence[int] = (),
    ) -> None:
        """Show a game to the table and to every player; `acted` is the seat that acted.

        With `repost` all of it is posted as new messages, else only the hands of the seats
        `ringing`. A seat that has just resigned is shown the game for the last time.
        """
        await self._show_game(table, live, acted=acted, repost=repost, ringing=ringing)
        for seat in live.game.state.resigned:
            user_id = live.person(seat)
            if seat not in live.left and user_id is not None:
                self.delivery.forget(hand_slot(live.game_id, user_id))
                self.take_away(live.game_id, user_id)
            live.left.add(seat)

    async def ended(self, table: Table, live: LiveGame, ended: Ended | None = None) -> None:
        """Show a game for the last time: it is over, or was `ended` from outside."""
        await self._show_game(table, live, ended=ended)
        self._forget(table, live.stored)

    async def broken(self, table: Table, stored: StoredGame) -> None:
        """Show the table and all players that the record of a game can't be replayed."""
        info = await self.info(table, stored)
        info = replace(info, seeds=await proofs.seeds(self._db, stored.game_id))
        if not table.solo:
            screen = table_screen(None, info, await self.reader(table), ended="broken")
            self.delivery.show(table_slot(table, stored.game_id), screen, Urgency.TABLE)
        for user_id, (_, reader) in (await self._people(stored)).items():
            screen = hand_screen(None, (), info, reader, ended="broken")
            self.delivery.show(hand_slot(stored.game_id, user_id), screen, Urgency.ONLOOKER)
        self._forget(table, stored)

    async def hand(self, table: Table, live: LiveGame, seat: int, *, repost: bool = False) -> bool:
        """Show the hand of a seat; return False if the bot can't write to its person."""
        user_id = live.person(seat)
        info = await self.live_info(table, live)
        await self._show_alone(live, info, (seat,), seat)
        reachable = await self._people(live.stored)
        if user_id is None or user_id not in reachable:
            return False
        self._show_hand(live, seat, info, reachable[user_id][1], seat, repost, None)
        return True

    async def table(self, table: Table, live: LiveGame, *, repost: bool = False) -> None:
        """Show the table of a game in a group."""
        info = await self.live_info(table, live)
        screen = table_screen(live.moment.view(None), info, await self.reader(table))
        slot = table_slot(table, live.game_id)
        self.delivery.show(slot, screen, Urgency.TABLE, repost=repost)

    async def lobby(self, table: Table, lobby: Lobby, *, repost: bool = False) -> None:
        """Show an open lobby."""
        screen = lobby_screen(self._lobby_info(table, lobby), await self.reader(table))
        self.delivery.show(lobby_slot(table, lobby), screen, Urgency.TABLE, repost=repost)

    async def closed_lobby(
        self,
        table: Table,
        lobby: Lobby,
        kind: Literal["dealt", "cancelled", "expired"],
        left_out: Sequence[str] = (),
    ) -> None:
        """Show what is left of a lobby; `left_out` are the names of those it was dealt without."""
        info = self._lobby_info(table, lobby)
        screen = closed_lobby_screen(kind, info, await self.reader(table), left_out)
        self.delivery.show(lobby_slot(table, lobby), screen, Urgency.TABLE)
        self.delivery.forget(lobby_slot(table, lobby))

    def note(self, chat_id: int, thread_id: int, screen: Screen) -> None:
        """Post a message that is never edited."""
        self.delivery.forget(self.question(chat_id, thread_id, screen))

    def say(self, chat_id: int, thread_id: int, text: str) -> None:
        """Post a note with this text."""
        self.note(chat_id, thread_id, note_screen(text))

    def answer(self, place: Place, key: str, **args: str | int) -> None:
        """Answer a command where it was given, in the language of that place."""
        self.say(place.chat_id, place.thread_id, message(key, place.reader, **args))

    async def tell(self, table: Table, key: str, **args: str) -> None:
        """Post a note at a table, with the text of a message key in its language."""
        self.say(table.chat_id, table.shown_in, message(key, await self.reader(table), **args))

    def question(self, chat_id: int, thread_id: int, screen: Screen) -> Slot:
        """Post a message that is to be removed once it is answered, and return its slot."""
        slot = Slot(SlotKind.NOTE, next(self._notes), chat_id, thread_id)
        self.delivery.show(slot, screen, Urgency.TABLE, repost=True)
        return slot

    async def _show_game(
        self,
        table: Table,
        live: LiveGame,
        *,
        acted: int | None = None,
        repost: bool = False,
        ringing: Sequence[int] = (),
        ended: Ended | None = None,
    ) -> None:
        info = await self.live_info(table, live)
        if live.game.over or ended is not None:
            info = replace(info, seeds=await proofs.seeds(self._db, live.game_id))
        if not table.solo:
            view = live.moment.view(None)
            screen = table_screen(view, info, await self.reader(table), ended=ended)
            slot = table_slot(table, live.game_id)
            self.delivery.show(slot, screen, Urgency.TABLE, repost=repost)
        for seat, reader in (await self._people(live.stored)).values():
            if seat not in live.left:
                rings = repost or seat in ringing
                self._show_hand(live, seat, info, reader, acted, rings, ended)
        if not live.game.over and ended is None:
            await self._show_alone(live, info, (*live.moment.awaited, acted), acted)

    def _show_hand(
        self,
        live: LiveGame,
        seat: int,
        info: GameInfo,
        reader: Reader,
        acted: int | None,
        repost: bool,
        ended: Ended | None,
    ) -> None:
        user_id = live.person(seat)
        assert user_id is not None
        answer = live.queued.get(seat)
        screen = hand_screen(
            live.moment.view(seat),
            live.moment.legal(seat),
            info,
            reader,
            ahead=answer.kind if answer else None,
            ended=ended,
        )
        slot = hand_slot(live.game_id, user_id)
        self.delivery.show(slot, screen, _urgency(live, seat, acted), repost=repost)

    async def _show_alone(
        self, live: LiveGame, info: GameInfo, seats: Collection[int | None], acted: int | None
    ) -> None:
        """Update the ephemeral hands that these seats have open in the group.

        The others are updated when their people press: a group has a low rate limit.
        """
        for slot in self.delivery.alone(live.game_id):
            seat = live.seat_of(slot.user_id)
            if seat is None or seat not in seats or seat in live.game.state.resigned:
                continue
            person = await people.get(self._db, slot.user_id)
            reader = people.reader_of(person, self.default_language)
            answer = live.queued.get(seat)
            screen = alone_screen(
                live.moment.view(seat),
                live.moment.legal(seat),
                info,
                reader,
                ahead=answer.kind if answer else None,
            )
            self.delivery.show(slot, screen, _urgency(live, seat, acted))

    def take_away(self, game_id: int, user_id: int | None = None) -> None:
        """Delete the ephemeral hands open in the group, one person's or (None) all."""
        for slot in self.delivery.alone(game_id):
            if user_id in (None, slot.user_id):
                self.delivery.remove(slot)

    async def _people(self, stored: StoredGame) -> dict[int, tuple[int, Reader]]:
        """Return seat and reader, by user id, of each person the bot can write to."""
        seats = {who.user_id: i for i, who in enumerate(stored.deal.seats) if who.user_id}
        known = await people.get_many(self._db, seats)
        return {
            user_id: (seat, people.reader_of(known[user_id], self.default_language))
            for user_id, seat in seats.items()
            if user_id in known and known[user_id].can_write
        }

    def _lobby_info(self, table: Table, lobby: Lobby) -> LobbyInfo:
        return LobbyInfo(
            lobby_id=lobby.lobby_id,
            host_id=lobby.host_id,
            seats=tuple(LobbySeatInfo(s.name, s.user_id, s.waiting) for s in lobby.seats),
            rules=Rules.from_dict(lobby.rules),
            solo=table.solo,
            page=table.page,
            bot_url=self.seat_url,
            clock=lobby.clock,
            level=lobby.level,
        )

    def _forget(self, table: Table, stored: StoredGame) -> None:
        self.take_away(stored.game_id)
        self._numbers.pop(stored.game_id, None)
        self.delivery.forget(table_slot(table, stored.game_id))
        for who in stored.deal.seats:
            if who.user_id is not None:
                self.delivery.forget(hand_slot(stored.game_id, who.user_id))


def _urgency(live: LiveGame, seat: int, acted: int | None) -> Urgency:
    if seat in live.moment.awaited:
        return Urgency.AWAITED
    return Urgency.ACTED if seat == acted else Urgency.ONLOOKER


def table_slot(table: Table, game_id: int) -> Slot:
    """Return the slot of a game's table."""
    return Slot(SlotKind.TABLE, game_id, table.chat_id, table.shown_in)


def hand_slot(game_id: int, user_id: int) -> Slot:
    """Return the slot of a person's hand in private."""
    return Slot(SlotKind.HAND, game_id, user_id)


def alone_slot(place: Place, game_id: int, user_id: int) -> Slot:
    """Return the slot of a person's ephemeral hand in a group."""
    return Slot(SlotKind.ALONE, game_id, place.chat_id, place.thread_id, user_id)


def lobby_slot(table: Table, lobby: Lobby) -> Slot:
    """Return the slot of a lobby."""
    return Slot(SlotKind.LOBBY, lobby.lobby_id, table.chat_id, table.shown_in)
