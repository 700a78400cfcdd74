"""A world for the session: virtual time, a delivery that only remembers, people who press."""

import asyncio
import heapq
import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.model.buttons import CutPress, GamePress, LobbyPress, MovePress, decode
from bot.model.people import Person, Place
from bot.model.screen import SlotKind, Urgency
from bot.storage import chats, games, people
from bot.storage.database import Database
from bot.tables.tables import Tables
from engine.ai.plain import PlainPolicy
from engine.proof import DEPTHS
from tests.readers import EN, RU

GROUP = -100
ANNA, BORIS, VOVA, GENA = (
    Person(1, "Аня", RU),
    Person(2, "Борис", RU),
    Person(3, "Вова", RU),
    Person(4, "Gena", EN),
)
HALF = {size: depths[3] for size, depths in DEPTHS.items()}
"""How many cards people here cut, by the size of the deck."""
EVERYBODY = (ANNA, BORIS, VOVA, GENA)


class Clock:
    """Time that passes when told to."""

    def __init__(self):
        self.time = 1_700_000_000.0
        self.sleepers = []
        self.number = itertools.count()

    def now(self):
        return self.time

    async def sleep(self, seconds):
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self.sleepers, (self.time + seconds, next(self.number), woken))
        await woken

    def next_due(self):
        while self.sleepers and self.sleepers[0][2].done():
            heapq.heappop(self.sleepers)
        return self.sleepers[0][0] if self.sleepers else None

    def wake_next(self):
        due, _, woken = heapq.heappop(self.sleepers)
        self.time = max(self.time, due)
        woken.set_result(None)


@dataclass
class Shown:
    slot: Any
    screen: Any
    urgency: Urgency
    repost: bool


@dataclass
class Delivery:
    """Remembers what was wanted; `writable` are those the bot may write to.

    So many times as `mute` says Telegram does not tell who they are; `asked` are those asked about.
    """

    writable: set[Any] = field(default_factory=set)
    mute: int = 0
    asked: list[int] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)
    wanted: dict[Any, Any] = field(default_factory=dict)
    forgotten: list[Any] = field(default_factory=list)
    removed: list[Any] = field(default_factory=list)
    redrawn: list[Any] = field(default_factory=list)
    shown_alone: list[Any] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)
    held: set[int] = field(default_factory=set)
    alone_works: bool = True
    lates: dict[Any, Any] = field(default_factory=dict)
    sent: list[Any] = field(default_factory=list)
    avatars: dict[int, bytes] = field(default_factory=dict)
    messages: dict[Any, int] = field(default_factory=dict)
    new_ids: dict[int, int] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    typed: list[int] = field(default_factory=list)

    def show(self, slot, screen, urgency, *, repost=False):
        self.log.append(Shown(slot, screen, urgency, repost))
        self.wanted[slot] = screen

    def send(self, chat_id, thread_id, attachment, urgency):
        self.sent.append((chat_id, thread_id, attachment, urgency))

    def files(self):
        """What was sent as a file, not as a picture: the chat, its topic and the file."""
        return [sent[:3] for sent in self.sent if sent[2].kind == "document"]

    async def avatar(self, user_id):
        return self.avatars.get(user_id)

    def forget(self, slot):
        self.forgotten.append(slot)

    def redraw(self, chat_id, message_id, screen):
        self.redrawn.append((chat_id, message_id, screen))

    def remove(self, slot):
        self.removed.append(slot)

    def move(self, old_id, new_id):
        self.moves.append((old_id, new_id))

    def hold(self, chat_id):
        self.held.add(chat_id)

    def release(self, chat_id):
        self.held.discard(chat_id)

    def late(self, slot):
        return self.lates.get(slot, 0.0)

    def message(self, slot):
        return self.messages.get(slot)

    async def can_write(self, user_id):
        self.asked.append(user_id)
        if self.mute:
            self.mute -= 1
            return None
        return user_id in self.writable

    async def moved_to(self, chat_id):
        return self.new_ids.get(chat_id)

    def waits(self, chat_id):
        return chat_id in self.waiting

    def typing(self, user_id):
        self.typed.append(user_id)

    async def show_alone(self, slot, query_id, screen):
        self.shown_alone.append((slot, screen))
        return self.alone_works

    def alone(self, game_id):
        living = dict.fromkeys(slot for slot, _ in self.shown_alone)
        return [slot for slot in living if slot.key == game_id and self.alone_works]

    def last(self, kind, chat_id=None):
        """The newest screen of a kind (in a chat)."""
        for shown in reversed(self.log):
            if shown.slot.kind is kind and chat_id in (None, shown.slot.chat_id):
                return shown.screen
        return None

    def notes(self, chat_id=GROUP):
        return [
            shown.screen.text
            for shown in self.log
            if shown.slot.kind is SlotKind.NOTE and shown.slot.chat_id == chat_id
        ]


class Opponent:
    """Thinks no longer than it is made to: `thinking` is an event that it waits for, if any.

    It is asked only where a level has to think; `asked` are these levels. Where it is `lost`, it
    can't think anything out."""

    def __init__(self):
        self.thinking = None
        self.lost = False
        self.asked = []

    async def choose(self, level, view, legal):
        return await self.think(level, view, legal) or PlainPolicy().choose(view, legal)

    async def think(self, level, view, legal):
        self.asked.append(level)
        if self.thinking is not None:
            await self.thinking.wait()
        return None if self.lost else PlainPolicy().choose(view, legal)


@dataclass
class Painter:
    """Remembers whom it was to draw; `picture` is what comes of it, None where drawing fails."""

    picture: bytes | None = b"picture"
    asked: list[Any] = field(default_factory=list)

    async def pogony(self, portraits):
        self.asked.append(portraits)
        return self.picture

    async def chance(self, points, title, below, marks):
        assert all(0 <= point <= 1 for point in points) and marks
        return self.picture


class World:
    def __init__(self, path):
        self.path = path
        self.clock = Clock()
        self.delivery = Delivery()
        self.opponent = Opponent()
        self.ai_pause = 1.0
        self.painter: Any = Painter()
        self.seeds = (f"{number:064x}" for number in itertools.count(1))
        self.cuts_at_once = True
        self.db: Any = None
        self.tables: Any = None

    async def open(self, *, resumed=True):
        self.db = await Database.open(self.path)
        self.tables = Tables(
            self.db,
            self.delivery,
            self.clock,
            self.opponent,
            self.painter,
            bot_username="durak_bot",
            ai_pause=self.ai_pause,
            ring_after=60.0,
            seed=lambda: next(self.seeds),
            default_language=RU.language,
        )
        await self.tables.start()
        if resumed:
            await self.tables.resumed()

    async def close(self):
        await self.tables.close()
        await self.db.close()

    async def restart(self):
        """As after a kill: what was in memory is gone, sleepers too."""
        await self.close()
        self.clock.sleepers.clear()
        self.delivery.log.clear()
        self.delivery.wanted.clear()
        await self.open()
        await self.cut_all()

    async def meet(self, *who, can_write=True):
        await chats.seen(self.db, GROUP, "supergroup", "Дача", 0)
        for person in who:
            await people.seen(self.db, person.user_id, person.name, None, person.reader.language, 0)
            await people.set_can_write(self.db, person.user_id, can_write, 0)

    async def advance(self, seconds):
        """Let time pass, and everything that happens in it."""
        end = self.clock.time + seconds
        await self.settle()
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.wake_next()
            await self.settle()
            await self.cut_all()
        self.clock.time = end

    async def settle(self):
        for _ in range(3):
            await asyncio.sleep(0)
        await self.tables.idle()
        for _ in range(3):
            await asyncio.sleep(0)

    def place(self, chat_id=GROUP, *, thread_id=0, is_admin=False):
        private = chat_id > 0
        return Place(chat_id, thread_id, private, "" if private else "Дача", RU, is_admin)

    async def press(self, person, press, chat_id=None, **place):
        if isinstance(press, str):
            press = decode(press)
        where = self.place(person.user_id if chat_id is None else chat_id, **place)
        answer = await self.tables.press(where, person, press, "q")
        await self.cut_all()
        return answer

    async def cut_all(self):
        """Whoever is asked to cut does so at once, where `cuts_at_once`."""
        for table in self.tables.index.all() if self.cuts_at_once else ():
            if (pending := table.pending) is not None:
                person = Person(pending.cutter.user_id, pending.cutter.name, RU)
                press = CutPress(pending.deal_id, HALF[pending.deal.rules["deck"]])
                await self.tables.press(self.place(person.user_id), person, press, "q")

    async def lobby(self, person, verb, key="", value=0, *, chat_id=GROUP, **place):
        """Press a button of the open lobby of a chat."""
        lobby = self.lobby_id(chat_id)
        return await self.press(person, LobbyPress(lobby, verb, key, value), chat_id, **place)

    def lobby_id(self, chat_id=GROUP):
        slots = [s.slot for s in self.delivery.log if s.slot.kind is SlotKind.LOBBY]
        return next(slot.key for slot in reversed(slots) if slot.chat_id == chat_id)

    async def deal(self, *who, computers=0, options=(), chat_id=GROUP, **place):
        """A game of these people and computers in a chat; its id."""
        host, *others = who
        await self.tables.play(self.place(chat_id), host)
        for person in others:
            await self.lobby(person, "join", chat_id=chat_id)
        for key, value in options:
            await self.lobby(host, "set", key, value, chat_id=chat_id)
        for _ in range(computers):
            await self.lobby(host, "bot", chat_id=chat_id)
        await self.lobby(host, "deal", chat_id=chat_id)
        return self.game_id(chat_id)

    def table(self, chat_id=GROUP):
        return self.tables.index.at(chat_id, 0)

    def live(self, chat_id=GROUP):
        return self.table(chat_id).live

    def game_id(self, chat_id=GROUP):
        return self.table(chat_id).game_id

    def hand(self, person, game_id=None):
        """The newest hand message of a person (in a game)."""
        for shown in reversed(self.delivery.log):
            slot = shown.slot
            its = slot.kind is SlotKind.HAND and slot.chat_id == person.user_id
            if its and game_id in (None, slot.key):
                return shown.screen
        return None

    def table_screen(self, chat_id=GROUP):
        return self.delivery.last(SlotKind.TABLE, chat_id)

    def moves(self, person, game_id=None):
        """The moves on the buttons of a person's hand."""
        screen = self.hand(person, game_id)
        return [press for press in presses(screen) if isinstance(press, MovePress)]

    async def play_out(self, *who, chance, chat_id=GROUP, rounds=5000):
        """Play the game of a chat to its end, by chance, from the buttons that are shown."""
        game_id = self.game_id(chat_id)
        for _ in range(rounds):
            await self.advance(1)
            if self.game_id(chat_id) != game_id:
                return
            offered = [(person, move) for person in who for move in self.moves(person, game_id)]
            if offered:
                person, move = chance.choice(offered)
                await self.press(person, move)
        raise AssertionError("the game does not end")


def presses(screen):
    return [decode(button.data) for row in screen.keyboard for button in row if button.data]


def again(game_id):
    return GamePress(game_id, "again")


def person_on(seat):
    """Who sits there where Аня, Борис and Вова play."""
    return EVERYBODY[seat]


def move(live, action):
    """The button of an action."""
    view = live.game.view(action.seat)
    return MovePress(live.game_id, view.deal, view.bout, view.seen, action.verb, action.cards)


async def do(world, action):
    return await world.press(person_on(action.seat), move(world.live(), action))


def first_legal(world, *verbs):
    return next(action for action in world.live().game.legal() if action.verb in verbs)


async def stored_game(world, game_id) -> Any:
    return await games.load_game(world.db, game_id)


async def kept(world):
    """The actions of the first game as they are stored."""
    return [action.text for action in (await stored_game(world, 1)).actions]


async def some_moves(world, people, number, seed=1):
    """Press buttons by chance until so many actions have been played."""
    chance = random.Random(seed)
    while world.live().step < number:
        person = chance.choice(people)
        await world.press(person, chance.choice(world.moves(person)))


@pytest.fixture
async def world(tmp_path):
    world = World(tmp_path / "durak.sqlite3")
    await world.open()
    await world.meet(*EVERYBODY)
    yield world
    await world.close()
