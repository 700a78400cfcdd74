"""The tables: every press, command, computer's move and alarm enters here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.lobby import Lobbies
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
from bot.table.checking import Checking
from bot.table.cut_screens import CutScreens
from bot.table.cutting import Cutting
from bot.table.dealing import Dealer
from bot.table.farewell import Farewell
from bot.table.keepsakes import Keepsakes
from bot.table.moves import Moves
from bot.table.places import Places
from bot.table.play import SLEEP_SECONDS, Play
from bot.table.room import Room, Rooms
from bot.table.screens import Screens, alone_slot
from bot.table.talk import Talk
from bot.table.teaching import Teaching
from bot.table.waking import Waking
from bot.workers.painter import Painter

log = logging.getLogger(__name__)

PULSE_SECONDS = 60.0
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
        self._rooms = Rooms(db)
        self._screens = Screens(
            db,
            delivery,
            bot_username=bot_username,
            default_language=default_language,
            first_note=int(clock.now() * 1000),
        )
        self._play = Play(
            db,
            clock,
            self._alarms,
            self._rooms,
            self._screens,
            opponent,
            Keepsakes(db, self._screens, painter),
            ai_pause=ai_pause,
            ring_after=ring_after,
        )
        dealer = Dealer(db, clock, self._rooms, seed)
        self._cuts = cuts = CutScreens(db, self._screens)
        self._cutting = Cutting(db, clock, self._alarms, self._rooms, cuts, dealer, self._play)
        self._checking = Checking(db, self._screens)
        self._moves = Moves(db, self._screens, self._play)
        self._lobbies = Lobbies(db, clock, self._rooms, self._screens, self._cutting)
        self._talk = Talk(db, clock, self._rooms, self._screens, self._play, self._lobbies)
        self._teaching = Teaching(self._screens, self._play, opponent)
        self.places = Places(
            db, clock, self._rooms, self._screens, self._play, self._talk, on_moved
        )
        self._waking = Waking(db, self._rooms, self._screens, self._cuts, self._play, self._talk)
        self.farewell = Farewell(db, self._rooms, self._screens, self._play, self._talk)

    async def start(self) -> None:
        """Go on where the last process stopped: games, lobbies, screens, computers, clocks.

        Whoever is awaited gets the time back that the bot was down.
        """
        down = await heartbeat.wake(self._db, self._clock.now())
        log.info("down for %.0f s", down)
        await self.places.load()
        await self._waking.wake(self._clock.now() - SLEEP_SECONDS)
        self._beat_later()

    def _beat_later(self) -> None:
        self._alarms.set("beat", PULSE_SECONDS, self._beat)

    async def _beat(self) -> None:
        """Write down that the bot runs, and let go what nobody has touched for long."""
        now = self._clock.now()
        try:
            await heartbeat.beat(self._db, now)
            for game_id in await games.untouched(self._db, now):
                if room := self._rooms.of_game(game_id):
                    await self._play.turn(room, partial(self._play.let_go, room, game_id))
            for lobby_id in await lobbies.untouched(self._db, now - LOBBY_SECONDS):
                if room := self._rooms.of_lobby(lobby_id):
                    await self._play.turn(room, partial(self._lobbies.let_go, room, lobby_id))
            for room in self._rooms.all():
                if room.live is not None:
                    await self._play.turn(room, partial(self._play.fall_asleep, room, now))
            await self.places.try_again()
        finally:
            if not self._closing:
                self._beat_later()

    async def close(self) -> None:
        """Take no new work, and let what is being done end."""
        self._closing = True
        await self._play.computers.thoughts.close()
        await self._play.keepsakes.close()
        await self._alarms.close()
        await self.idle()
        with contextlib.suppress(*FAILURES):
            await heartbeat.beat(self._db, self._clock.now())

    async def idle(self) -> None:
        """Wait until nothing is being done (what waits for its time is not)."""
        await self._play.computers.thoughts.idle()
        await self._play.keepsakes.idle()
        await self._alarms.idle()
        for room in self._rooms.all():
            await room.lane.idle()

    @property
    def on(self) -> tuple[int, int]:
        """How many games and how many lobbies are on."""
        return self._rooms.on

    async def press(self, place: Place, person: Person, press: TablePress, query_id: str) -> Answer:
        """A button of ours was pressed; what the person is to be told."""
        try:
            await self.places.heard(place.chat_id)
            room = self._room_of(press) or await self._room_of_ended(press)
            if room is None or self._closing:
                return Answer(message(self._no_room(press), person.language))
            if isinstance(press, GamePress) and press.verb == "mine":
                return await self._mine(room, place, person, press, query_id)
            if isinstance(press, HintPress):
                return await self._teaching.hint(room, person, press)
            return await self._play.turn(room, lambda: self._pressed(room, place, person, press))
        except FAILURES:
            return Answer(message("toast-storage", person.language))

    def _no_room(self, press: TablePress) -> str:
        if self._closing:
            return "toast-storage"
        if isinstance(press, CutPress):
            return "toast-cut-already"
        return "toast-lobby-closed" if isinstance(press, LobbyPress) else "toast-old-button"

    def _room_of(self, press: TablePress) -> Room | None:
        if isinstance(press, LobbyPress):
            return self._rooms.of_lobby(press.lobby)
        if isinstance(press, CutPress):
            return self._rooms.of_deal(press.deal)
        return self._rooms.of_game(press.game)

    async def _room_of_ended(self, press: TablePress) -> Room | None:
        if isinstance(press, LobbyPress | CutPress):
            return None
        return await self._rooms.of_ended(press.game)

    async def _pressed(self, room: Room, place: Place, person: Person, press: TablePress) -> Answer:
        if isinstance(press, LobbyPress):
            return await self._lobbies.press(room, place, person, press)
        if isinstance(press, GamePress):
            return await self._talk.press(room, person, press)
        if isinstance(press, RemovePress):
            return await self._talk.remove(room, place, person, press)
        if isinstance(press, CutPress):
            return await self._cutting.press(room, person, press)
        if isinstance(press, ProofPress):
            return await self._checking.press(room, place, person, press)
        assert not isinstance(press, HintPress)
        return await self._moves.press(room, person, press)

    async def _mine(
        self, room: Room, place: Place, person: Person, press: GamePress, query_id: str
    ) -> Answer:
        """Show a hand to its player alone; the lane does not wait for that."""
        found = await self._play.turn(room, lambda: self._talk.mine(room, person, press))
        if isinstance(found, Answer):
            return found
        screen, alert = found
        shown = not place.private and await self._screens.delivery.show_alone(
            alone_slot(place, press.game, person.user_id), query_id, screen
        )
        return (
            Answer(message("toast-done", person.language)) if shown else Answer(alert, alert=True)
        )

    async def play(self, place: Place, person: Person) -> None:
        """`/play`: open a lobby, or show what is on already."""
        room = self._rooms.serving(place.chat_id, place.thread_id)
        await self._command(room, place, lambda: self._talk.play(room, place, person))

    async def hand(self, place: Place, person: Person) -> None:
        """`/hand`: the person's cards anew, in private; there, of all games they play."""
        rooms = [self._rooms.serving(place.chat_id, place.thread_id)]
        if place.private:
            rooms = await self._rooms_of(person.user_id) or rooms
        for room in rooms:
            await self._command(room, place, partial(self._talk.hand, room, place, person))

    async def table(self, place: Place, person: Person) -> None:
        """`/table`: what is on here, posted anew at the bottom."""
        room = self._rooms.serving(place.chat_id, place.thread_id)
        if place.private and not room.busy:
            await self.hand(place, person)
            return
        await self._command(room, place, lambda: self._talk.table(room, place))

    async def leave(self, place: Place, person: Person) -> None:
        """`/leave`: stand up in a lobby; in a game, ask whether the person is sure.

        In private it means the game there, or else all games and lobbies with this person.
        """
        rooms = [self._rooms.serving(place.chat_id, place.thread_id)]
        if place.private and not rooms[0].busy:
            rooms = await self._rooms_of(person.user_id) + self._lobbies_of(person.user_id) or rooms
        for room in rooms:
            await self._command(room, place, partial(self._talk.leave, room, place, person))

    async def stop(self, place: Place, person: Person) -> None:
        """`/stop`: the host or an admin ends the game, or closes the lobby, for all."""
        room = self._rooms.serving(place.chat_id, place.thread_id)
        await self._command(room, place, lambda: self._talk.stop(room, place, person))

    async def rules(self, place: Place, person: Person) -> None:
        """`/rules`: how it is played here."""
        room = self._rooms.serving(place.chat_id, place.thread_id)
        await self._command(room, place, lambda: self._talk.rules(room, place))

    async def language_chosen(self, place: Place, person: Person) -> None:
        """Show what is on in the language that was chosen: a group's, or a person's own."""
        rooms = [room for room in self._rooms.all() if room.chat_id == place.chat_id]
        if place.private:
            rooms += await self._rooms_of(person.user_id)
        for room in rooms:
            await self._command(room, place, partial(self._talk.show, room))

    async def _command(
        self, room: Room, place: Place, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        try:
            if self._closing:
                return
            await self.places.heard(place.chat_id)
            if room.topic_gone and place.thread_id == room.thread_id:
                await self._play.turn(room, partial(self.places.back_in_topic, room))
            await self._play.turn(room, work)
        except FAILURES:
            words = message("toast-storage", place.language)
            self._screens.say(place.chat_id, place.thread_id, words)

    async def started(self, person: Person) -> bool:
        """The person opened the private chat; True if a seat of theirs became firm by it."""
        user_id = person.user_id
        await people.set_can_write(self._db, user_id, True, self._clock.now())
        firm = False
        for room in self._lobbies_of(user_id):
            firm |= await self._play.turn(
                room, partial(self._lobbies.set_waiting, room, user_id, False)
            )
        for room in await self._rooms_of(person.user_id):
            await self._play.turn(room, partial(self._talk.show_hand, room, user_id))
        return firm

    async def choose_ring(self, person: Person, ring: Ring) -> Answer:
        """The person wants to be rung like that from now on."""
        try:
            await people.set_ring(self._db, person.user_id, ring, self._clock.now())
            for room in await self._rooms_of(person.user_id):
                await self._play.turn(room, partial(self._play.learn_rings, room))
        except FAILURES:
            return Answer(message("toast-storage", person.language))
        return Answer(message(f"toast-ring-{ring}", person.language))

    async def unreachable(self, user_id: int) -> None:
        """A private message could not be delivered: the person has blocked the bot or so.

        Whoever delivers does not wait for the lanes, which may be waiting for deliveries.
        """
        new = await people.set_can_write(self._db, user_id, False, self._clock.now())
        for room in self._lobbies_of(user_id):
            self._later(room, partial(self._lobbies.set_waiting, room, user_id, True))
        for room in await self._rooms_of(user_id) if new else ():
            self._later(room, partial(self.places.unreachable, room, user_id))

    def _later(self, room: Room, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        task = asyncio.ensure_future(self._play.turn(room, work))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _rooms_of(self, user_id: int) -> list[Room]:
        """The rooms in which a person plays now."""
        playing = await games.live_games_of(self._db, user_id)
        rooms = [self._rooms.of_game(game_id) for game_id, _ in playing]
        return [room for room in rooms if room is not None]

    def _lobbies_of(self, user_id: int) -> list[Room]:
        """The rooms in whose lobby a person sits, or where they will be dealt cards."""
        return [room for room in self._rooms.all() if room.seats_before(user_id)]
