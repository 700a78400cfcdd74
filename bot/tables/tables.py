"""The tables: every press, command, computer's move and alarm enters here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.model.buttons import (
    CutPress,
    GamePress,
    HintPress,
    LobbyPress,
    ProofPress,
    RemovePress,
    TablePress,
)
from bot.model.people import Language, Person, Place, Ring
from bot.model.protocols import Clock, Delivery, Opponent
from bot.model.screen import Answer
from bot.runtime.clock import Alarms
from bot.screens.text import message
from bot.storage import games, heartbeat, lobbies, people
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.tables.chat_events import ChatEventHandler
from bot.tables.commands import TableCommands
from bot.tables.cut import Cutting
from bot.tables.cut_presenter import CutPresenter
from bot.tables.deal import Dealer
from bot.tables.erasure import Erasure
from bot.tables.hints import Hints
from bot.tables.lobby import Lobbies
from bot.tables.moves import Moves
from bot.tables.presenter import Presenter, alone_slot
from bot.tables.progress import SLEEP_SECONDS, Progress
from bot.tables.proof import ProofCheck
from bot.tables.rank_pictures import RankPictures
from bot.tables.recovery import Recovery
from bot.tables.rights import counts
from bot.tables.table import Table, TableIndex
from bot.workers.painter import Painter

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 60.0
"""How often it is written down that the bot runs; so exact is what is known of a time down."""
LOBBY_SECONDS = 1800.0
"""How long a lobby stays open in which nobody does anything."""


class Tables:
    """Everything that is played, one lane a place.

    `ai_pause` and `ring_after` are seconds; `seed` gives a fresh secret for every deal. All words
    go out through `delivery`, only presses are answered by what is returned. What happens to the
    chats themselves is told to `places`; `on_moved` hears of their new ids first. `farewell` is for
    people who want to be forgotten.
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
        default_language: Language = "ru",
        on_moved: Callable[[int, int], None] = lambda old_id, new_id: None,
    ) -> None:
        self._db = db
        self._clock = clock
        self._closing = False
        self._background: set[asyncio.Future[Any]] = set()
        self._alarms = Alarms(clock)
        self._index = TableIndex(db)
        self._presenter = Presenter(
            db,
            delivery,
            bot_username=bot_username,
            default_language=default_language,
            first_note=int(clock.now() * 1000),
        )
        self._progress = Progress(
            db,
            clock,
            self._alarms,
            self._index,
            self._presenter,
            opponent,
            RankPictures(db, self._presenter, painter),
            ai_pause=ai_pause,
            ring_after=ring_after,
        )
        dealer = Dealer(db, clock, self._index, seed)
        self._cuts = cuts = CutPresenter(db, self._presenter)
        self._cut = Cutting(db, clock, self._alarms, self._index, cuts, dealer, self._progress)
        self._proof_check = ProofCheck(db, self._presenter)
        self._moves = Moves(db, self._presenter, self._progress)
        self._lobbies = Lobbies(db, clock, self._index, self._presenter, self._cut)
        self._commands = TableCommands(
            db, clock, self._index, self._presenter, self._progress, self._lobbies
        )
        self._hints = Hints(self._presenter, self._progress, opponent)
        self.chat_events = ChatEventHandler(
            db, clock, self._index, self._presenter, self._progress, self._commands, on_moved
        )
        self._recovery = Recovery(
            db, self._index, self._presenter, self._cuts, self._progress, self._commands
        )
        self.erasure = Erasure(db, self._index, self._presenter, self._progress, self._commands)

    async def start(self) -> None:
        """Go on where the last process stopped: games, lobbies, screens, computers, clocks.

        Whoever is awaited gets the time back that the bot was down.
        """
        down = await heartbeat.wake(self._db, self._clock.now())
        log.info("down for %.0f s", down)
        await self.chat_events.load()
        await self._recovery.wake(self._clock.now() - SLEEP_SECONDS)
        self._beat_later()

    def _beat_later(self) -> None:
        self._alarms.set("beat", HEARTBEAT_SECONDS, self._beat)

    async def _beat(self) -> None:
        """Write down that the bot runs, and let go what nobody has touched for long."""
        now = self._clock.now()
        try:
            await heartbeat.beat(self._db, now)
            for game_id in await games.untouched(self._db, now):
                if table := self._index.of_game(game_id):
                    await self._progress.turn(
                        table, partial(self._progress.expire_idle, table, game_id)
                    )
            for lobby_id in await lobbies.untouched(self._db, now - LOBBY_SECONDS):
                if table := self._index.of_lobby(lobby_id):
                    await self._progress.turn(
                        table, partial(self._lobbies.expire_idle, table, lobby_id)
                    )
            for table in self._index.all():
                if table.live is not None:
                    await self._progress.turn(table, partial(self._progress.unload, table, now))
            await self.chat_events.try_again()
        finally:
            if not self._closing:
                self._beat_later()

    async def close(self) -> None:
        """Take no new work, and let what is being done end."""
        self._closing = True
        await self._progress.opponents.thoughts.close()
        await self._progress.rank_pictures.close()
        await self._alarms.close()
        await self.idle()
        with contextlib.suppress(*FAILURES):
            await heartbeat.beat(self._db, self._clock.now())

    async def idle(self) -> None:
        """Wait until nothing is being done (what waits for its time is not)."""
        await self._progress.opponents.thoughts.idle()
        await self._progress.rank_pictures.idle()
        await self._alarms.idle()
        for table in self._index.all():
            await table.mailbox.idle()

    @property
    def on(self) -> tuple[int, int]:
        """How many games and how many lobbies are on."""
        return self._index.on

    async def press(self, place: Place, person: Person, press: TablePress, query_id: str) -> Answer:
        """A button of ours was pressed; what the person is to be told."""
        try:
            await self.chat_events.heard(place.chat_id)
            table = self._table_of(press) or await self._table_of_ended(press)
            if table is None or self._closing:
                return Answer(message(self._no_table(press), person.language))
            if not counts(press, table, place, person):
                proof = isinstance(press, ProofPress)
                key = "toast-history-elsewhere" if proof else "toast-old-button"
                return Answer(message(key, person.language))
            if isinstance(press, GamePress) and press.verb == "mine":
                return await self._mine(table, place, person, press, query_id)
            if isinstance(press, HintPress):
                return await self._hints.hint(table, person, press)
            return await self._progress.turn(
                table, lambda: self._pressed(table, place, person, press)
            )
        except FAILURES:
            return Answer(message("toast-storage", person.language))

    def _no_table(self, press: TablePress) -> str:
        if self._closing:
            return "toast-storage"
        if isinstance(press, CutPress):
            return "toast-cut-already"
        return "toast-lobby-closed" if isinstance(press, LobbyPress) else "toast-old-button"

    def _table_of(self, press: TablePress) -> Table | None:
        if isinstance(press, LobbyPress):
            return self._index.of_lobby(press.lobby)
        if isinstance(press, CutPress):
            return self._index.of_deal(press.deal)
        return self._index.of_game(press.game)

    async def _table_of_ended(self, press: TablePress) -> Table | None:
        if isinstance(press, LobbyPress | CutPress):
            return None
        return await self._index.of_ended(press.game)

    async def _pressed(
        self, table: Table, place: Place, person: Person, press: TablePress
    ) -> Answer:
        if isinstance(press, LobbyPress):
            return await self._lobbies.press(table, place, person, press)
        if isinstance(press, GamePress):
            return await self._commands.press(table, person, press)
        if isinstance(press, RemovePress):
            return await self._commands.remove(table, place, person, press)
        if isinstance(press, CutPress):
            return await self._cut.press(table, person, press)
        if isinstance(press, ProofPress):
            return await self._proof_check.press(table, place, person, press)
        assert not isinstance(press, HintPress)
        return await self._moves.press(table, person, press)

    async def _mine(
        self, table: Table, place: Place, person: Person, press: GamePress, query_id: str
    ) -> Answer:
        """Show a hand to its player alone; the lane does not wait for that."""
        found = await self._progress.turn(table, lambda: self._commands.mine(table, person, press))
        if isinstance(found, Answer):
            return found
        screen, alert = found
        shown = not place.private and await self._presenter.delivery.show_alone(
            alone_slot(place, press.game, person.user_id), query_id, screen
        )
        return (
            Answer(message("toast-done", person.language)) if shown else Answer(alert, alert=True)
        )

    async def play(self, place: Place, person: Person) -> None:
        """`/play`: open a lobby, or show what is on already."""
        table = self._index.serving(place.chat_id, place.thread_id)
        await self._command(table, place, lambda: self._commands.play(table, place, person))

    async def hand(self, place: Place, person: Person) -> None:
        """`/hand`: the person's cards anew, in private; there, of all games they play."""
        tables = [self._index.serving(place.chat_id, place.thread_id)]
        if place.private:
            tables = await self._tables_of(person.user_id) or tables
        for table in tables:
            await self._command(table, place, partial(self._commands.hand, table, place, person))

    async def table(self, place: Place, person: Person) -> None:
        """`/table`: what is on here, posted anew at the bottom."""
        table = self._index.serving(place.chat_id, place.thread_id)
        if place.private and not table.busy:
            await self.hand(place, person)
            return
        await self._command(table, place, lambda: self._commands.table(table, place))

    async def leave(self, place: Place, person: Person) -> None:
        """`/leave`: stand up in a lobby; in a game, ask whether the person is sure.

        In private it means the game there, or else all games and lobbies with this person.
        """
        tables = [self._index.serving(place.chat_id, place.thread_id)]
        if place.private and not tables[0].busy:
            tables = (
                await self._tables_of(person.user_id) + self._lobbies_of(person.user_id) or tables
            )
        for table in tables:
            await self._command(table, place, partial(self._commands.leave, table, place, person))

    async def stop(self, place: Place, person: Person) -> None:
        """`/stop`: the host or an admin ends the game, or closes the lobby, for all."""
        table = self._index.serving(place.chat_id, place.thread_id)
        await self._command(table, place, lambda: self._commands.stop(table, place, person))

    async def rules(self, place: Place, person: Person) -> None:
        """`/rules`: how it is played here."""
        table = self._index.serving(place.chat_id, place.thread_id)
        await self._command(table, place, lambda: self._commands.rules(table, place))

    async def language_chosen(self, place: Place, person: Person) -> None:
        """Show what is on in the language that was chosen: a group's, or a person's own."""
        tables = [table for table in self._index.all() if table.chat_id == place.chat_id]
        if place.private:
            tables += await self._tables_of(person.user_id)
        for table in tables:
            await self._command(table, place, partial(self._commands.show, table))

    async def _command(
        self, table: Table, place: Place, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        try:
            if self._closing:
                return
            await self.chat_events.heard(place.chat_id)
            if table.topic_gone and place.thread_id == table.thread_id:
                await self._progress.turn(table, partial(self.chat_events.back_in_topic, table))
            await self._progress.turn(table, work)
        except FAILURES:
            words = message("toast-storage", place.language)
            self._presenter.say(place.chat_id, place.thread_id, words)

    async def started(self, person: Person) -> bool:
        """The person opened the private chat; True if a seat of theirs became firm by it."""
        user_id = person.user_id
        await people.set_can_write(self._db, user_id, True, self._clock.now())
        firm = False
        for table in self._lobbies_of(user_id):
            firm |= await self._progress.turn(
                table, partial(self._lobbies.set_waiting, table, user_id, False)
            )
        for table in await self._tables_of(person.user_id):
            await self._progress.turn(table, partial(self._commands.show_hand, table, user_id))
        return firm

    async def choose_ring(self, person: Person, ring: Ring) -> Answer:
        """The person wants to be rung like that from now on."""
        try:
            await people.set_ring(self._db, person.user_id, ring, self._clock.now())
            for table in await self._tables_of(person.user_id):
                await self._progress.turn(table, partial(self._progress.learn_rings, table))
        except FAILURES:
            return Answer(message("toast-storage", person.language))
        return Answer(message(f"toast-ring-{ring}", person.language))

    async def unreachable(self, user_id: int) -> None:
        """A private message could not be delivered: the person has blocked the bot or so.

        Whoever delivers does not wait for the lanes, which may be waiting for deliveries.
        """
        new = await people.set_can_write(self._db, user_id, False, self._clock.now())
        for table in self._lobbies_of(user_id):
            self._later(table, partial(self._lobbies.set_waiting, table, user_id, True))
        for table in await self._tables_of(user_id) if new else ():
            self._later(table, partial(self.chat_events.unreachable, table, user_id))

    def _later(self, table: Table, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        task = asyncio.ensure_future(self._progress.turn(table, work))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _tables_of(self, user_id: int) -> list[Table]:
        """The rooms in which a person plays now."""
        playing = await games.live_games_of(self._db, user_id)
        tables = [self._index.of_game(game_id) for game_id, _ in playing]
        return [table for table in tables if table is not None]

    def _lobbies_of(self, user_id: int) -> list[Table]:
        """The rooms in whose lobby a person sits, or where they will be dealt cards."""
        return [table for table in self._index.all() if table.seats_before(user_id)]
