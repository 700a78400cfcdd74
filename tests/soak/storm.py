"""People who play on while their groups, their bot and their membership change."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot.model.buttons import GamePress
from tests.e2e.players import Answer, Button, Message, Missing, Phone, Refused, World
from tests.e2e.playing import deck_to_cut, moves, sensible
from tests.soak.site import Site
from tests.soak.weather import Weather

STUCK_SECONDS = 300.0
GAMES_A_GROUP = 4


@dataclass(frozen=True)
class Pressed:
    """A press, and whether the bot could hear of it."""

    begun: float
    ended: float
    answer: Answer
    heard: bool
    what: str


class Crowd:
    """People who play game after game; after some they found another group."""

    def __init__(self, site: Site, weather: Weather, people: list[Phone], seed: float) -> None:
        self.site, self.weather = site, weather
        self.people = people
        self.rng = random.Random(seed)
        self.chat = self.thread = self.bot = self.founded = 0
        self.olds: list[int] = []
        self.here = asyncio.Event()
        self.here.set()
        self.presses: list[Pressed] = []
        self.befell: Counter[str] = Counter()

    @property
    def world(self) -> World:
        return self.site.world

    async def found(self) -> None:
        """A new group of the same people."""
        self.founded += 1
        title = f"Компания {self.people[0].id}/{self.founded}"
        self.chat = await self.world.group(title, [phone.id for phone in self.people])
        self.olds, self.thread = [], 0
        self.bot = (await self.world.get(""))["bot"]["id"]

    async def evening(self, games: list[int]) -> None:
        """Play as long as there are games left in that list."""
        for number in range(len(games)):
            if not games:
                return
            games.pop()
            if number % GAMES_A_GROUP == 0:
                await self.found()
            await self.play_game()

    async def play_game(self) -> None:
        """One game, from a lobby to its end, and what befalls it."""
        await self.choose_topic()
        troubles = [asyncio.create_task(one) for one in self.troubles()]
        try:
            game = await self.open_game()
            await self.play(game)
            await asyncio.gather(*troubles)
        finally:
            for task in troubles:
                task.cancel()

    # What is on, by the database: phones may show what is long over.

    def going_on(self) -> tuple[int | None, bool]:
        """The game that is on here, and whether a lobby is open."""
        ids = ",".join(map(str, [self.chat, *self.olds]))
        at = f"JOIN tables USING (table_id) WHERE chat_id IN ({ids})"
        games = self.site.rows(f"SELECT game_id FROM games {at} AND status = 'live'")
        lobbies = self.site.rows(f"SELECT 1 FROM lobbies {at} AND closed_at IS NULL")
        return (games[0][0] if games else None), bool(lobbies)

    def progress(self, game: int) -> tuple[str, int]:
        """How a game stands, and how many actions it has."""
        status = self.site.rows(f"SELECT status FROM games WHERE game_id = {game}")[0][0]
        count = self.site.rows(f"SELECT COUNT(*) FROM actions WHERE game_id = {game}")[0][0]
        return status, count

    # A game begins.

    async def open_game(self) -> int:
        """Until cards are dealt: ask for a lobby, sit down, deal."""
        begun = time.monotonic()
        players = self.rng.sample(self.people, self.rng.choice((2, 2, 3, 3, 4, len(self.people))))
        for number in itertools.count():
            game, lobby = self.going_on()
            if game:
                return game
            if time.monotonic() - begun > STUCK_SECONDS:
                break
            if self.deck():
                await self.cut()
                await self.comes(lambda: self.going_on()[0] is not None, 1)
            # A lobby may be open where nobody sees it: the bot was not told that the group moved.
            if not (lobby and players[0].last(self.chat, "Сажусь")) or number % 5 == 4:
                await self.say(players[0], "/play")
                await self.comes(lambda: bool(players[0].last(self.chat, "Сажусь")), 4)
                continue
            for phone in players:
                answer = await self.press_label(phone, "Сажусь")
                if answer and answer.url:
                    await self.guarded(phone.follow(answer.url))
            # A lobby of an earlier evening has a host of its own, who may be anybody.
            for phone in [*players, *self.people]:
                answer = await self.press_label(phone, "Раздаём")
                if answer is None or "👑" not in answer.text:
                    break
            await self.comes(lambda: self.going_on()[0] is not None or self.deck(), 2)
            await self.cut()
            await self.comes(lambda: self.going_on()[0] is not None, 2)
            table = players[0].last(self.chat, "Сажусь")
            if table and "⏳" in table.text:
                for phone in players:
                    await self.guarded(phone.start("seat"))
        raise Missing(f"no game begins in {self.chat}: {self.going_on()}\n" + self.all_phones())

    def deck(self) -> bool:
        """Whether anybody sees a deck to be cut."""
        return any(deck_to_cut(phone) for phone in self.people)

    async def cut(self) -> None:
        """Everybody who sees a deck tries to cut it."""
        for phone in self.people:
            if found := deck_to_cut(phone):
                message, buttons = found
                await self.press(phone, message, self.rng.choice(buttons))

    # A game is played.

    async def play(self, game: int) -> None:
        """Until the game is over; who is idle for long tries this and that."""
        playing = [asyncio.create_task(self.play_hand(phone, game)) for phone in self.people]
        before, since = ("", 0), time.monotonic()
        try:
            while (now := self.progress(game))[0] == "live":
                if now != before:
                    before, since = now, time.monotonic()
                if time.monotonic() - since > STUCK_SECONDS:
                    raise Missing(f"game {game} stands at {now}\n" + self.all_phones())
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.5)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def play_hand(self, phone: Phone, game: int) -> None:
        rng, idle = random.Random(self.rng.random()), 0
        seats = f"SELECT user_id FROM game_seats WHERE game_id = {game}"
        plays = phone.id in {row[0] for row in self.site.rows(seats)}
        while plays:
            shown = self.freshest(phone, game)
            button = None
            if shown:
                button = sensible(shown, rng) if rng.random() < 0.8 else _any(moves(shown), rng)
                button = self.here_button(shown) or button
            if shown and button:
                answer = await self.press(phone, shown, button)
                idle = idle + 1 if answer is None or answer.text else 0
            if not await self.news(phone, rng.uniform(1, 4)):
                idle += 1
            if idle > 2:
                idle = 0
                await self.nudge(phone, game, rng)

    def freshest(self, phone: Phone, game: int) -> Message | None:
        """The hand as it was changed last, in private or alone in the group."""
        found = [m for m in phone.messages() if m.game == game]
        found += [m for m in phone.messages(self.chat) if m.game == game and m.key[1]]
        return max(found, key=lambda message: message.version, default=None)

    def here_button(self, shown: Message) -> Button | None:
        here = (b for b in shown.buttons if isinstance(b.press, GamePress))
        return next((b for b in here if b.press.verb == "here"), None)

    async def nudge(self, phone: Phone, game: int, rng: random.Random) -> None:
        """What people do when nothing happens."""
        dice = rng.random()
        if dice < 0.3:
            await self.say(phone, "/hand")
        elif dice < 0.5:
            await self.say(phone, "/table")
        elif dice < 0.8:
            await self.press_label(phone, "Мои карты")
        else:
            async with self.weather.gate:
                await self.guarded(phone.send("/hand"))

    # Fingers.

    async def news(self, phone: Phone, seconds: float) -> bool:
        """Whether something new is seen within that time."""
        version = phone.seen
        with suppress(Missing):
            return bool(await phone.until(lambda: phone.seen != version, "", seconds))
        return False

    async def comes(self, look: Callable[[], bool], seconds: float) -> None:
        """Wait for something that phones do not show, but not longer than that."""
        for _ in range(int(seconds / 0.2)):
            if look():
                return
            await asyncio.sleep(0.2)

    async def say(self, phone: Phone, text: str) -> None:
        async with self.weather.gate:
            thread = {"thread": self.thread} if self.thread else {}
            send = self.world.post("send", person=phone.id, chat=self.chat, text=text, **thread)
            if not await self.guarded(send) and thread:
                self.thread = 0

    async def press_label(self, phone: Phone, label: str) -> Answer | None:
        message = phone.last(self.chat, label)
        button = message and message.button(label)
        return await self.press(phone, message, button) if message and button else None

    async def press(self, phone: Phone, message: Message, button: Button) -> Answer | None:
        """Press, and keep what came of it; None where the world does not let one."""
        async with self.weather.gate:
            begun, heard = time.time(), message.chat > 0 or self.here.is_set()
            try:
                answer = await phone.press_button(message, button)
            except (Refused, AssertionError):
                return None
            heard = heard and (message.chat > 0 or self.here.is_set())
            what = f"{phone.id} {message.chat} {button.text} {button.data}"
            self.presses.append(Pressed(begun, time.time(), answer, heard, what))
            return answer

    async def guarded(self, deed: Coroutine[Any, Any, Any]) -> bool:
        """Do what the world may not allow."""
        try:
            await deed
        except Refused:
            return False
        return True

    # Troubles.

    async def choose_topic(self) -> None:
        """Where there may be topics, play in one, or not."""
        if self.olds and self.rng.random() < 0.5:
            made = await self.world.post("topics", chat=self.chat, name="Карты")
            self.thread = made["id"]
            self.befell["topic"] += 1

    def troubles(self) -> list[Coroutine[Any, Any, None]]:
        """Some that are to befall this game, at random moments."""
        possible = [self.migrate] if not self.olds else [self.lose_topic, self.close_topic]
        possible += [self.block, self.block, self.kick, self.mute, self.leave]
        chosen = self.rng.sample(possible, self.rng.choice((0, 1, 1, 2, 3)))
        return [self.later(deed, self.rng.uniform(0, 12)) for deed in chosen]

    async def later(self, deed: Any, seconds: float) -> None:
        await asyncio.sleep(seconds)
        async with self.weather.gate:
            self.befell[deed.__name__] += 1
            await deed()

    async def migrate(self) -> None:
        signals = self.rng.choice((["to", "from"], ["from", "to"], ["to"], ["from"], []))
        old = self.chat
        new = await self.world.post("migrate", chat=old, signals=signals, is_forum=True)
        self.olds, self.chat, self.thread = [old, *self.olds], new["id"], 0

    async def lose_topic(self) -> None:
        thread, self.thread = self.thread, 0
        if thread:
            await self.world.post(f"topics/{thread}", chat=self.chat, deleted=True)

    async def close_topic(self) -> None:
        if thread := self.thread:
            await self.world.post(f"topics/{thread}", chat=self.chat, closed=True)
            await asyncio.sleep(self.rng.uniform(0.2, 3))
            await self.world.post(f"topics/{thread}", chat=self.chat, closed=False)

    async def block(self) -> None:
        phone = self.rng.choice(self.people)
        await phone.block()
        await asyncio.sleep(self.rng.uniform(0.2, 4))
        if self.rng.random() < 0.5:
            await phone.start()
        else:
            await phone.unblock()

    async def kick(self) -> None:
        self.here.clear()
        status = self.rng.choice(("left", "kicked"))
        await self.world.post("member", chat=self.chat, person=self.bot, status=status)
        await asyncio.sleep(self.rng.uniform(0.2, 4))
        await self.world.post("member", chat=self.chat, person=self.bot, status="member")
        self.here.set()

    async def mute(self) -> None:
        if await self.may_write(False):
            await asyncio.sleep(self.rng.uniform(0.2, 4))
            # It may be a supergroup by now, or the bot may have been put out of it.
            await self.may_write(True)

    async def may_write(self, may: bool) -> bool:
        right = {"person": self.bot, "can_send_messages": may}
        return await self.guarded(self.world.post("rights", chat=self.chat, **right))

    async def leave(self) -> None:
        phone, chat = self.rng.choice(self.people[1:]), self.chat
        await self.world.post("member", chat=chat, person=phone.id, status="left")
        await asyncio.sleep(self.rng.uniform(0.2, 2))
        await self.world.post("member", chat=self.chat, person=phone.id, status="member")

    def all_phones(self) -> str:
        return "\n".join(phone.transcript() for phone in self.people)


def _any(found: list[Button], rng: random.Random) -> Button | None:
    return rng.choice(found) if found else None
