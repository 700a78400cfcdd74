"""The entry point to everything that is played: presses, commands and events."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.model.buttons import (
    AheadPress,
    CardPress,
    CutPress,
    GamePress,
    HintPress,
    LobbyPress,
    MovePress,
    ProofPress,
    RemovePress,
    TablePress,
)
from bot.model.people import Caller, Language, Person, Place, Ring
from bot.model.protocols import Clock, Delivery, Opponent
from bot.model.screen import Answer
from bot.runtime.clock import Alarms
from bot.runtime.tasks import Nursery
from bot.screens.text import message
from bot.storage import games, heartbeat, lobbies, people
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.tables.chat_events import ChatEventHandler
from bot.tables.commands import TableCommands
from bot.tables.commit import Commit
from bot.tables.cut import Cut
from bot.tables.erasure import Erasure
from bot.tables.hints import Hints
from bot.tables.lobby import Lobbies
from bot.tables.moves import HandPress, Moves
from bot.tables.presenter import Presenter, alone_slot
from bot.tables.progress import SLEEP_SECONDS, Progress
from bot.tables.proof import ProofCheck
from bot.tables.rank_pictures import RankPictures
from bot.tables.recovery import Recovery
from bot.tables.refusal import Refused, Reply
from bot.tables.rights import counts
from bot.tables.services import TableServices
from bot.tables.table import Table, TableIndex
from bot.tables.thinking import Thoughts
from bot.workers.painter import Painter

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 60.0
"""How often the heartbeat is stored; the precision of measured downtimes."""
LOBBY_SECONDS = 1800.0
"""How long a lobby stays open in which nobody does anything."""
LONGEST_LOBBY_SECONDS = 3 * 3600.0
"""How long a lobby stays open, whatever is done in it."""

Outcome = Reply | Answer


class Tables:
    """The entry point to all tables, each of which is an actor.

    See `TableServices` for `ai_pause`, `ring_after` and `seed`. Messages go out through `delivery`;
    only presses are answered by a return value. `chat_events` handles events of chats, calling
    `on_moved` with their old and new ids first; `erasure` removes people who ask for it.
    """

    def __init__(
        self,
        db: Database,
        delivery: Delivery,
        clock: Clock,
        opponent: Opponent,
        painter: Painter,
        *,
        bot_username: str,
        ai_pause: float,
        ring_after: float,
        seed: Callable[[], str],
        default_language: Language,
        on_moved: Callable[[int, int], None] = lambda old_id, new_id: None,
    ) -> None:
        self._closing = False
        self._resuming: asyncio.Task[None] | None = None
        tasks = Nursery()
        presenter = Presenter(
            db,
            delivery,
            bot_username=bot_username,
            default_language=default_language,
            first_note=int(clock.now() * 1000),
        )
        self._services = services = TableServices(
            db=db,
            clock=clock,
            alarms=Alarms(clock),
            tasks=tasks,
            index=TableIndex(db),
            commit=Commit(db, ring_after),
            delivery=delivery,
            presenter=presenter,
            opponent=opponent,
            thoughts=Thoughts(tasks),
            rank_pictures=RankPictures(db, presenter, painter, tasks),
            seed=seed,
            ai_pause=ai_pause,
            ring_after=ring_after,
        )
        self._progress = progress = Progress(services)
        self._moves = Moves(services, progress)
        self._cut = Cut(progress)
        self._proof = ProofCheck(services)
        self._hints = Hints(services, progress)
        self._lobbies = lobbies = Lobbies(services, progress)
        self._commands = commands = TableCommands(services, progress, lobbies)
        self._recovery = Recovery(services, progress, commands)
        self.chat_events = ChatEventHandler(services, progress, lobbies, commands, on_moved)
        self.erasure = Erasure(services, progress, lobbies, commands)

    @property
    def index(self) -> TableIndex:
        """The index of all tables."""
        return self._services.index

    async def start(self) -> None:
        """Load stored games and lobbies; awaited people get the downtime back.

        Each table is resumed by the first work there, the others in the background: see `resumed`.
        """
        down = await heartbeat.wake(self._services.db, self._services.now())
        log.info("resumed down_seconds=%.0f", down)
        await self.chat_events.load()
        await self._recovery.load(self._services.now() - SLEEP_SECONDS)
        self._resuming = self._services.tasks.spawn(self._recovery.resume_all(), name="recovery")
        self._beat_later()

    async def resumed(self) -> None:
        """Wait until every table is resumed, or the tables are closed."""
        if self._resuming is not None:
            await asyncio.wait([self._resuming])

    def _beat_later(self) -> None:
        self._services.alarms.set("beat", HEARTBEAT_SECONDS, self._beat)

    async def _beat(self) -> None:
        """Store the heartbeat, and end or unload games and lobbies that are idle."""
        now, db, run = self._services.now(), self._services.db, self._progress.runner.run
        try:
            await heartbeat.beat(db, now)
            for game_id in await games.untouched(db, now):
                if table := self.index.of_game(game_id):
                    await run(table, partial(self._progress.expire_idle, table, game_id))
            ending = await lobbies.untouched(db, now - LOBBY_SECONDS, now - LONGEST_LOBBY_SECONDS)
            for lobby_id in ending:
                if table := self.index.of_lobby(lobby_id):
                    await run(table, partial(self._lobbies.expire_idle, table, lobby_id))
            for table in self.index.all():
                if table.live is not None:
                    await run(table, partial(self._progress.unload, table, now))
            self.index.drop_idle()
            await self.chat_events.try_again()
        finally:
            if not self._closing:
                self._beat_later()

    async def close(self) -> None:
        """Refuse new work, and wait until running work has ended."""
        self._closing = True
        await self._services.tasks.close()
        await self._services.alarms.close()
        await self.idle()
        with contextlib.suppress(*FAILURES):
            await heartbeat.beat(self._services.db, self._services.now())

    async def idle(self) -> None:
        """Wait until no work is running; alarms that are not due yet are not waited for."""
        await self._services.tasks.idle()
        await self._services.alarms.idle()
        for table in self.index.all():
            await table.mailbox.idle()

    @property
    def on(self) -> tuple[int, int]:
        """How many games and how many lobbies are on."""
        return self.index.on

    async def press(self, place: Place, person: Person, press: TablePress, query_id: str) -> Answer:
        """Handle a press and return the answer to it.

        Refusals, replies and failures of storage are put into words here.
        """
        try:
            outcome = await self._press(Caller(person, place), press, query_id)
        except Refused as refused:
            outcome = refused.reply
        except FAILURES:
            outcome = Reply("toast-storage")
        if isinstance(outcome, Answer):
            return outcome
        return Answer(message(outcome.key, person.reader, **outcome.args), url=outcome.url)

    async def _press(self, caller: Caller, press: TablePress, query_id: str) -> Outcome:
        await self.chat_events.heard(caller.place.chat_id)
        table = await self._table_of(press)
        if table is None or self._closing:
            raise Refused(self._no_table(press))
        if not counts(press, table, caller):
            proof = isinstance(press, ProofPress)
            raise Refused("toast-history-elsewhere" if proof else "toast-old-button")
        if isinstance(press, GamePress) and press.verb == "mine":
            return await self._mine(table, caller, press, query_id)
        if isinstance(press, HintPress):
            return await self._hints.hint(table, caller.person, press)
        work = partial(_HANDLERS[type(press)], self, table, caller, press)
        return await self._progress.runner.run(table, work)

    def _no_table(self, press: TablePress) -> str:
        if self._closing:
            return "toast-storage"
        if isinstance(press, CutPress):
            return "toast-cut-already"
        return "toast-lobby-closed" if isinstance(press, LobbyPress) else "toast-old-button"

    async def _table_of(self, press: TablePress) -> Table | None:
        if isinstance(press, LobbyPress):
            return self.index.of_lobby(press.lobby)
        if isinstance(press, CutPress):
            return self.index.of_deal(press.deal)
        return self.index.of_game(press.game) or await self.index.of_ended(press.game)

    async def _hand(self, table: Table, caller: Caller, press: HandPress) -> Outcome:
        player = await self._progress.seated(table, caller.person, press.game)
        return await self._moves.press(player, press)

    async def _lobby(self, table: Table, caller: Caller, press: LobbyPress) -> Outcome:
        return await self._lobbies.press(table, caller, press)

    async def _game(self, table: Table, caller: Caller, press: GamePress) -> Outcome:
        return await self._commands.press(table, caller, press)

    async def _remove(self, table: Table, caller: Caller, press: RemovePress) -> Outcome:
        return await self._commands.remove(table, caller, press)

    async def _cut_press(self, table: Table, caller: Caller, press: CutPress) -> Outcome:
        return await self._cut.press(table, caller.person, press)

    async def _proof_press(self, table: Table, caller: Caller, press: ProofPress) -> Outcome:
        return await self._proof.press(table, caller, press)

    async def _mine(self, table: Table, caller: Caller, press: GamePress, query_id: str) -> Outcome:
        """Show a hand as an ephemeral message or alert; the mailbox does not wait for it."""
        place, person = caller.place, caller.person
        screen, alert = await self._progress.runner.run(
            table, lambda: self._commands.mine(table, person, press)
        )
        shown = not place.private and await self._services.delivery.show_alone(
            alone_slot(place, press.game, person.user_id), query_id, screen
        )
        return Reply() if shown else Answer(alert, alert=True)

    async def play(self, place: Place, person: Person) -> None:
        """`/play`: open a lobby, or show what is on already."""
        await self._find_moved(place)
        table = self.index.serving(place.chat_id, place.thread_id)
        await self._command(table, place, lambda: self._commands.play(table, Caller(person, place)))

    async def hand(self, place: Place, person: Person) -> None:
        """Handle `/hand`: post the person's hand again in private.

        In a private chat, post the hands of all games they play.
        """
        tables = [self.index.serving(place.chat_id, place.thread_id)]
        if place.private:
            tables = await self.index.played_by(person.user_id) or tables
        for table in tables:
            await self._command(table, place, partial(self._commands.hand, table, person))

    async def table(self, place: Place, person: Person) -> None:
        """`/table`: post what is on here again at the bottom."""
        await self._find_moved(place)
        table = self.index.serving(place.chat_id, place.thread_id)
        if place.private and not table.busy:
            await self.hand(place, person)
            return
        await self._command(table, place, lambda: self._commands.table(table))

    async def leave(self, place: Place, person: Person) -> None:
        """Handle `/leave`: stand up in a lobby; in a game, ask for confirmation.

        In a private chat it means the game there, or else all games and lobbies of the person.
        """
        user_id, tables = person.user_id, [self.index.serving(place.chat_id, place.thread_id)]
        if place.private and not tables[0].busy:
            playing = await self.index.played_by(user_id)
            tables = playing + self.index.seating(user_id) or tables
        for table in tables:
            work = partial(self._commands.leave, table, Caller(person, place))
            await self._command(table, place, work)

    async def stop(self, place: Place, person: Person) -> None:
        """Handle `/stop`: end the game, or close the lobby, for all."""
        table = self.index.serving(place.chat_id, place.thread_id)
        await self._command(table, place, lambda: self._commands.stop(table, Caller(person, place)))

    async def rules(self, place: Place, person: Person) -> None:
        """Handle `/rules`: post the rules of the table."""
        table = self.index.serving(place.chat_id, place.thread_id)
        work = partial(self._commands.rules, table, Caller(person, place))
        await self._command(table, place, work)

    async def language_chosen(self, place: Place, person: Person) -> None:
        """Show tables again after the language of a group or of a person has changed."""
        tables = [table for table in self.index.all() if table.chat_id == place.chat_id]
        if place.private:
            tables += await self.index.played_by(person.user_id)
        for table in tables:
            await self._command(table, place, partial(self._commands.show, table))

    async def _command(
        self, table: Table, place: Place, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Run the work of a command; refusals and failures are put into words here."""
        try:
            if self._closing:
                return
            await self.chat_events.heard(place.chat_id)
            if table.topic_gone and place.thread_id == table.thread_id:
                back = partial(self.chat_events.back_in_topic, table)
                await self._progress.runner.run(table, back)
            await self._progress.runner.run(table, work)
        except Refused as refused:
            self._services.presenter.answer(place, refused.reply.key)
        except FAILURES:
            self._services.presenter.answer(place, "answer-not-saved")

    async def _find_moved(self, place: Place) -> None:
        with contextlib.suppress(*FAILURES):
            await self.chat_events.find_moved(place)

    async def started(self, person: Person) -> bool:
        """Note that the bot can write to a person; return True if a seat became firm."""
        user_id, run = person.user_id, self._progress.runner.run
        await people.set_can_write(self._services.db, user_id, True, self._services.now())
        firm = False
        for table in self.index.seating(user_id):
            firm |= await run(table, partial(self._lobbies.set_waiting, table, user_id, False))
        for table in await self.index.played_by(user_id):
            await run(table, partial(self._commands.show_hand, table, user_id))
        return firm

    async def choose_ring(self, person: Person, ring: Ring) -> Answer:
        """Store when a person wants to be rung, and return the answer to say so."""
        try:
            await people.put(self._services.db, person.user_id, self._services.now(), ring=ring)
            for table in await self.index.played_by(person.user_id):
                await self._progress.runner.run(table, partial(self._progress.learn_rings, table))
        except FAILURES:
            return Answer(message("toast-storage", person.reader))
        return Answer(message(f"toast-ring-{ring}", person.reader))


_HANDLERS: dict[type[TablePress], Callable[..., Coroutine[Any, Any, Outcome]]] = {
    MovePress: Tables._hand,
    CardPress: Tables._hand,
    AheadPress: Tables._hand,
    LobbyPress: Tables._lobby,
    GamePress: Tables._game,
    RemovePress: Tables._remove,
    CutPress: Tables._cut_press,
    ProofPress: Tables._proof_press,
}
