"""Commands of chats and the buttons of a table."""

from __future__ import annotations

import logging

from bot.model.buttons import GamePress, RemovePress
from bot.model.people import Caller, Person
from bot.model.permissions import Permission
from bot.model.screen import Screen
from bot.screens.hand import alone_screen, hand_alert
from bot.screens.notices import leave_question_screen, rules_screen
from bot.storage import games, people
from bot.storage.errors import Unreadable
from bot.storage.lobbies import LobbySeat
from bot.tables.deadlines import dead
from bot.tables.deal import staying
from bot.tables.game import LiveGame
from bot.tables.lobby import Lobbies
from bot.tables.progress import Progress
from bot.tables.refusal import Refused, Reply
from bot.tables.services import TableServices
from bot.tables.table import Player, Table
from engine import Action, RecordError, Rules, Verb

log = logging.getLogger(__name__)


class TableCommands:
    """What people do at a table besides playing cards.

    Every method runs in the table's mailbox and may raise `Refused`.
    """

    def __init__(self, services: TableServices, progress: Progress, lobbies: Lobbies) -> None:
        self._services = services
        self._presenter = services.presenter
        self._progress = progress
        self._lobbies = lobbies

    async def show(self, table: Table) -> None:
        """Bring all screens of a table up to date and go on with its game."""
        await self._progress.resume(table)
        if table.lobby is not None:
            await self._presenter.lobby(table, table.lobby)

    async def play(self, table: Table, caller: Caller) -> None:
        """Open a lobby; where the table is busy, say so and post its message again."""
        live = await self._progress.current(table)
        if live is not None or table.busy:
            cutting = "toast-cutting" if table.pending else "toast-lobby-open"
            self._presenter.answer(caller.place, "toast-already-playing" if live else cutting)
            await self.repost(table)
            return
        if table.solo:
            user_id, now = caller.person.user_id, self._services.now()
            await people.set_can_write(self._services.db, user_id, True, now)
        await self._lobbies.open(table, caller)

    async def table(self, table: Table) -> None:
        """Post the table's message again at the bottom of the chat.

        Raises:
            Refused: nothing is on.
        """
        if not await self.repost(table):
            raise Refused("toast-nothing-on")

    async def repost(self, table: Table) -> bool:
        """Post the table's message again; tell if there was one. A lobby shows its seats."""
        live = await self._progress.current(table)
        if live is not None and table.solo:
            await self.show_hand(table, table.chat_id)
        elif live is not None:
            await self._presenter.table(table, live, repost=True)
        elif table.lobby is not None:
            table.page = "open"
            await self._presenter.lobby(table, table.lobby, repost=True)
        elif table.pending is None:
            return False
        await self._progress.show_cut(table)
        return True

    async def hand(self, table: Table, person: Person) -> None:
        """Post a person's hand again in private."""
        if await self._progress.current(table) is None:
            raise Refused("toast-cutting" if table.pending else "toast-nothing-on")
        player = await self._progress.seated(table, person)
        if not await self._presenter.hand(table, player.live, player.seat, repost=True):
            raise Refused("toast-cannot-write")

    async def show_hand(self, table: Table, user_id: int) -> None:
        """Post a person's hand again in private, if they play here."""
        live = await self._progress.current(table)
        seat = None if live is None or not live.plays(user_id) else live.seat_of(user_id)
        if live is not None and seat is not None:
            await self._presenter.hand(table, live, seat, repost=True)

    async def leave(self, table: Table, caller: Caller) -> None:
        """Let a person stand up in a lobby; in a game, ask for confirmation first."""
        live = await self._progress.current(table)
        if live is not None:
            await self._ask_to_leave(table, live, caller)
        elif table.lobby is not None or table.pending is not None:
            if not await self._lobbies.stand_up(table, caller.person):
                raise Refused("toast-not-in-lobby")
            reply = await self._told("toast-left", table, caller)
            self._presenter.answer(caller.place, reply.key, **reply.args)
        else:
            raise Refused("toast-nothing-on")

    async def _ask_to_leave(self, table: Table, live: LiveGame, caller: Caller) -> None:
        place, user_id = caller.place, caller.person.user_id
        seat = live.seat_of(user_id)
        if seat is None:
            raise Refused("toast-not-in-game")
        if seat in (*live.game.state.outs, *live.game.state.resigned):
            raise Refused("toast-already-gone")
        self._remove_question(live, user_id)
        info = await self._presenter.info(table, live.stored)
        screen = leave_question_screen(info, seat, place.reader, private=place.private)
        live.asked[user_id] = self._presenter.question(place.chat_id, place.thread_id, screen)

    async def stop(self, table: Table, caller: Caller) -> None:
        """End the game, or close the lobby, for all; its host or an admin may.

        Anybody may end a game whose deadline passed `DEAD_SECONDS` ago.
        """
        live = await self._progress.current(table)
        if live is not None:
            stops = table.allows(Permission.STOP, caller)
            stops = stops or (
                dead(live, self._services.now()) and table.allows(Permission.STOP_DEAD, caller)
            )
            if not stops:
                raise Refused("toast-host-only")
            await self._progress.stop(table, live)
            self._presenter.answer(caller.place, "toast-stopped")
        elif not (table.pending or table.lobby):
            raise Refused("toast-nothing-on")
        elif not table.allows(Permission.CANCEL, caller):
            raise Refused("toast-host-only")
        elif table.lobby is not None:
            await self._lobbies.cancel(table)
        else:
            await self._progress.call_off(table)
            self._presenter.answer(caller.place, "toast-stopped")

    async def rules(self, table: Table, caller: Caller) -> None:
        """Post how to play, with the rules of this table or those of its last lobby."""
        live, place = await self._progress.current(table), caller.place
        rules = live.game.rules if live else None
        if rules is None and table.lobby is not None:
            rules = Rules.from_dict(table.lobby.rules)
        if rules is None and table.pending is not None:
            rules = Rules.from_dict(table.pending.deal.rules)
        if rules is None:
            rules = await self._lobbies.last_rules(table)
        screen = rules_screen(rules, place.reader)
        self._presenter.note(place.chat_id, place.thread_id, screen)

    async def press(self, table: Table, caller: Caller, press: GamePress) -> Reply:
        """Do what a button of a table, or of a question about it, says."""
        person = caller.person
        if press.verb == "again":
            return await self._again(table, person, press)
        player = await self._progress.seated(table, person, press.game)
        if press.verb == "here":
            return Reply("toast-here")
        live, user_id = player.live, person.user_id
        if user_id not in live.asked:
            raise Refused("toast-not-asked" if live.asked else "toast-old-button")
        if press.verb == "leave":
            await self._resign(player)
        self._remove_question(live, user_id)
        key = "toast-left-game" if press.verb == "leave" else "toast-stays"
        return await self._told(key, table, caller, press.game)

    async def _told(
        self, key: str, table: Table, caller: Caller, game_id: int | None = None
    ) -> Reply:
        """Return a reply that names the chat in question where it is read in private."""
        if not caller.place.private or table.solo:
            return Reply(key)
        chat = await self._presenter.where(table, caller.person.reader, game_id)
        return Reply(f"{key}-in", {"chat": chat})

    async def _resign(self, player: Player) -> None:
        action, user_id = Action(player.seat, Verb.RESIGN), player.person.user_id
        await self._progress.submit(player.live, action, kind="person", actor=user_id)
        self._remove_question(player.live, user_id)
        await self._progress.advance(player.table, player.live, acted=player.seat)

    async def remove(self, table: Table, caller: Caller, press: RemovePress) -> Reply:
        """Take an absent person out of the game; the host or an admin may, others vote."""
        live, person = await self._progress.current(table), caller.person
        if live is None or live.game_id != press.game:
            raise Refused("toast-game-over")
        if live.plays(person.user_id):
            await self._progress.seated(table, person, press.game)
        if press.seat not in live.away:
            raise Refused("toast-not-away")
        if not table.allows(Permission.REMOVE, caller):
            if not table.allows(Permission.VOTE, caller):
                raise Refused("toast-not-in-game")
            await self._services.commit.vote(live, press.seat, person.user_id)
            votes, needed = live.votes_on(press.seat)
            if votes < needed:
                await self._presenter.game(table, live)
                return Reply("toast-vote", {"votes": votes, "needed": needed})
        log.info("removed game=%s seat=%s", live.game_id, press.seat)
        action = Action(press.seat, Verb.RESIGN)
        await self._progress.submit(live, action, kind="person", actor=person.user_id)
        await self._progress.advance(table, live, acted=press.seat)
        return Reply("toast-removed")

    def _remove_question(self, live: LiveGame, user_id: int) -> None:
        slot = live.asked.pop(user_id, None)
        if slot is not None:
            self._services.delivery.remove(slot)

    async def mine(self, table: Table, person: Person, press: GamePress) -> tuple[Screen, str]:
        """Return a player's hand as an ephemeral message and as the text of an alert."""
        player = await self._progress.seated(table, person, press.game)
        info = await self._presenter.live_info(table, player.live)
        answer = player.live.queued.get(player.seat)
        screen = alone_screen(
            player.view,
            player.legal,
            info,
            person.reader,
            ahead=answer.kind if answer else None,
        )
        return screen, hand_alert(player.view, info, person.reader)

    async def _again(self, table: Table, person: Person, press: GamePress) -> Reply:
        """Deal the next game with the same seats; open a lobby where a person is missing."""
        if await self._progress.current(table) is not None:
            raise Refused("toast-already-playing")
        if table.lobby is not None:
            raise Refused("toast-lobby-open")
        if table.pending is not None:
            raise Refused("toast-cutting")
        stored = await self._services.index.stored(table)
        if await games.last_game_at(self._services.db, stored.table_id) != press.game:
            raise Refused("toast-old-button")
        try:
            last = await self._services.commit.load(press.game)
        except (RecordError, Unreadable) as error:
            raise Refused("toast-old-button") from error
        if not last.plays(person.user_id):
            raise Refused("toast-not-in-game")
        seats = await self._seats_after(last)
        if len(seats) < 2 or any(who.waiting for who in seats):
            host, clock = last.host or person.user_id, last.stored.deal.clock
            await self._lobbies.open_with(table, host, last.game.rules, seats, clock, last.level)
            return Reply("toast-lobby-open")
        await self._progress.begin_again(table, last)
        return Reply("toast-next-dealt" if table.pending is None else "toast-cutting")

    async def _seats_after(self, last: LiveGame) -> list[LobbySeat]:
        seats = staying(last)
        asked = [who.user_id for who in seats if who.user_id]
        known = await people.get_many(self._services.db, asked)
        return [
            LobbySeat(
                who.user_id,
                who.name,
                waiting=who.user_id is not None
                and not (who.user_id in known and known[who.user_id].can_write),
            )
            for who in seats
        ]
