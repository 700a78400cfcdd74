"""People with phones: clients of the sandbox's world API and websocket.

A phone keeps what it is shown. Nobody sleeps here: one waits for something to be seen, and where
it does not come the test fails with what the phone shows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, TypeVar

import aiohttp

from bot.model.button_codec import BadPress
from bot.model.buttons import decode

ANYA, BORIS, VOVA, GENA = 1001, 1002, 1003, 1004
DACHA = -2001
PATIENCE = 20.0
LATE_SECONDS = 30.0
"""So long after a game has ended its end may be shown."""

Json = dict[str, Any]
Key = tuple[int, int]
"""A message's id and its ephemeral id, one of them 0."""
Found = TypeVar("Found")


class Refused(Exception):
    """The world does not let a person do that."""


class Missing(AssertionError):
    """Something did not come in time; the text says what, and what the phone shows instead."""


@dataclass(frozen=True)
class Button:
    text: str
    data: str | None
    url: str | None
    style: str | None

    @property
    def press(self) -> Any:
        """The Press it carries, None for a link or for data that is not the bot's."""
        with suppress(BadPress):
            return decode(self.data) if self.data else None
        return None


@dataclass(frozen=True)
class Message:
    """A message as a phone shows it; `version` counts its changes on that phone."""

    chat: int
    key: Key
    sender: int
    text: str
    rows: tuple[tuple[Button, ...], ...]
    version: int
    service: bool
    game: int | None
    """The game that its buttons are about, or were before."""
    file: str | None = None
    """Where its picture or document is."""

    @cached_property
    def buttons(self) -> list[Button]:
        return [button for row in self.rows for button in row]

    def button(self, label: str) -> Button | None:
        """The button whose label is this or begins with it."""
        exact = [button for button in self.buttons if button.text == label]
        return next(iter(exact + [b for b in self.buttons if b.text.startswith(label)]), None)


@dataclass(frozen=True)
class Sight:
    """Somebody was shown something: a message, or the text of an answer to a press."""

    at: float
    person: int
    chat: int
    key: Key
    text: str
    labels: tuple[str, ...]
    datas: tuple[str, ...]
    game: int | None
    from_bot: bool


@dataclass(frozen=True)
class Answer:
    """How a press was answered; `answered` is False where it was not, in 15 seconds."""

    answered: bool
    text: str
    alert: bool
    url: str | None


@dataclass
class World:
    """The local Telegram at `url`. `presses` are counted, `sights` kept, `now` tells the time."""

    url: str
    session: aiohttp.ClientSession
    now: Callable[[], float] = time.time
    presses: int = 0
    sights: list[Sight] = field(default_factory=list)
    phones: dict[int, Phone] = field(default_factory=dict)

    async def get(self, path: str) -> Any:
        async with self.session.get(f"{self.url}/world{path}") as response:
            response.raise_for_status()
            return await response.json()

    async def post(self, path: str, **body: Any) -> Any:
        async with self.session.post(f"{self.url}/world/{path}", json=body) as response:
            answer = await response.json()
            if response.status != 200:
                raise Refused(answer["error"])
            return answer

    async def phone(self, person: int) -> Phone:
        """The phone of a person, switched on."""
        if person not in self.phones:
            phone = self.phones[person] = Phone(self, person)
            await phone.switch_on()
        return self.phones[person]

    async def fetch(self, message: Message) -> bytes:
        """The picture or document of a message."""
        assert message.file, "there is none"
        async with self.session.get(self.url + message.file) as response:
            response.raise_for_status()
            return await response.read()

    async def newcomer(self, name: str, language: str = "ru") -> Phone:
        """The phone of somebody new, who is in the first group."""
        person = await self.post("people", first_name=name, language_code=language)
        return await self.phone(person["id"])

    async def group(self, title: str, people: list[int]) -> int:
        """A new group of these people with the bot in it; the first one has created it."""
        made = await self.post("groups", title=title, creator=people[0], members=people[1:])
        return made["id"]

    async def calls(self, since: int = 0) -> tuple[int, list[Json]]:
        """How many calls the bot has made, and those from number `since` on."""
        found = await self.get(f"/calls?since={since}")
        return found["next"], found["calls"]

    async def close(self) -> None:
        for phone in self.phones.values():
            await phone.switch_off()


def _game_of(rows: tuple[tuple[Button, ...], ...]) -> int | None:
    presses = (button.press for row in rows for button in row)
    return next((press.game for press in presses if hasattr(press, "game")), None)


class Phone:
    """One person's phone. A chat is a group's id, or the person's own for the private one."""

    def __init__(self, world: World, person: int) -> None:
        self.world = world
        self.id = person
        self.chats: dict[int, dict[Key, Message]] = {}
        self.titles: dict[int, str] = {}
        self.answers: list[Answer] = []
        self.blocks: list[list[float]] = []
        self.worlds = 0
        self.name = ""
        self._versions = 0
        self._news = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None

    async def switch_on(self) -> None:
        """Connect, and wait for the first view."""
        self._listener = asyncio.create_task(self._listen())
        await self.until(lambda: self.chats, "the phone shows no chats")

    async def switch_off(self) -> None:
        if self._listener:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener

    async def _listen(self) -> None:
        url = f"{self.world.url}/world/ws?person={self.id}"
        async with self.world.session.ws_connect(url, max_msg_size=0) as socket:
            async for frame in socket:
                self._take(frame.json())
                news, self._news = self._news, asyncio.Event()
                news.set()

    def _take(self, frame: Json) -> None:
        kind = frame["type"]
        if kind == "world":
            self.worlds += 1
        elif kind == "view":
            self.name = frame["person"]["first_name"]
            self.titles = {chat["id"]: chat["title"] for chat in frame["chats"]}
            before, self.chats = self.chats, {}
            for chat in frame["chats"]:
                shown = self.chats[chat["id"]] = {}
                for message in chat["messages"]:
                    self._see(shown, chat["id"], message, before.get(chat["id"], {}))
        elif kind in ("message", "edit"):
            chat = self.chats.setdefault(frame["chat"], {})
            self._see(chat, frame["chat"], frame["message"], {})
        elif kind == "delete":
            key = frame.get("message_id") or 0, frame.get("ephemeral_message_id") or 0
            self.chats.get(frame["chat"], {}).pop(key, None)

    def _see(
        self, shown: dict[Key, Message], chat: int, given: Json, before: dict[Key, Message]
    ) -> None:
        key = given["message_id"], given.get("ephemeral_message_id") or 0
        rows = tuple(
            tuple(
                Button(b["text"], b.get("callback_data"), b.get("url"), b.get("style")) for b in row
            )
            for row in (given.get("reply_markup") or {}).get("inline_keyboard", [])
        )
        old = before.get(key)
        if old and (old.text, old.rows) == (given["text"], rows):
            shown[key] = old
            return
        self._versions += 1
        sender, text = given["from"], given["text"]
        old = old or shown.get(key)
        game = _game_of(rows) or (old.game if old else None)
        service, version = "service" in given, self._versions
        media = given.get("document") or given.get("photo") or {}
        file = media.get("url")
        message = Message(chat, key, sender["id"], text, rows, version, service, game, file)
        shown[key] = message
        self._note(message, sender["is_bot"])

    def _note(self, message: Message, from_bot: bool) -> None:
        labels = tuple(button.text for button in message.buttons)
        datas = tuple(button.data for button in message.buttons if button.data)
        chat, key, text = message.chat, message.key, message.text
        now, sights = self.world.now(), self.world.sights
        sights.append(Sight(now, self.id, chat, key, text, labels, datas, message.game, from_bot))

    @property
    def seen(self) -> int:
        """The version of what has changed last on this phone."""
        return self._versions

    async def until(
        self, look: Callable[[], Found | None], missing: str, patience: float = PATIENCE
    ) -> Found:
        """What `look` finds on the phone, as soon as it finds something.

        Raises Missing after `patience` seconds.
        """
        try:
            async with asyncio.timeout(patience):
                while True:
                    news = self._news
                    if found := look():
                        return found
                    if self._listener and self._listener.done():
                        self._listener.result()
                        raise Missing(f"{self.id}: the connection is gone")
                    await news.wait()
        except TimeoutError:
            raise Missing(f"{missing}\n{self.transcript()}") from None

    def messages(self, chat: int | None = None) -> list[Message]:
        """A chat's messages, oldest first; of the private chat if none is named."""
        return list(self.chats.get(self.id if chat is None else chat, {}).values())

    def last(self, chat: int | None = None, holding: str = "") -> Message | None:
        """The newest message of the bot's with that text, or a button with that label."""
        for message in reversed(self.messages(chat)):
            if message.sender > 1000 or message.service:
                continue
            if holding in message.text or any(holding in b.text for b in message.buttons):
                return message
        return None

    async def sees(self, text: str, chat: int | None = None) -> Message:
        """Wait until the bot's message with that text, or a button with that label, is there."""
        return await self.until(lambda: self.last(chat, text), f"{self.id} does not see {text!r}")

    async def send(self, text: str, chat: int | None = None) -> None:
        """Write into a chat, the private one if none is named."""
        await self.world.post(
            "send", person=self.id, chat=self.id if chat is None else chat, text=text
        )

    async def start(self, payload: str = "") -> None:
        """Open the bot by its link and press Start."""
        await self.world.post("start", person=self.id, payload=payload)
        self._unblocked()

    async def follow(self, url: str | None) -> None:
        """Open a link to the bot's private chat and press Start there."""
        assert url, "there is no link"
        address, _, payload = url.partition("?start=")
        assert address.endswith("/durak_sandbox_bot"), url
        await self.start(payload)

    async def leave_group(self, chat: int) -> None:
        await self.world.post("member", chat=chat, person=self.id, status="left")

    async def block(self) -> None:
        self.blocks.append([time.time(), inf])
        await self.world.post("block", person=self.id)

    async def unblock(self) -> None:
        await self.world.post("unblock", person=self.id)
        self._unblocked()

    def _unblocked(self) -> None:
        if self.blocks:
            self.blocks[-1][1] = min(self.blocks[-1][1], time.time())

    def had_blocked(self, at: float) -> bool:
        """Whether the bot was blocked when something of that time was to be shown."""
        return any(begun <= at + LATE_SECONDS and at <= ended for begun, ended in self.blocks)

    async def press(self, label: str, chat: int | None = None) -> Answer:
        """Press the button with that label in the newest message that has it; it may be awaited."""

        def look() -> tuple[Message, Button] | None:
            for message in reversed(self.messages(chat)):
                if button := message.button(label):
                    return message, button
            return None

        message, button = await self.until(look, f"{self.id} sees no button {label!r}")
        return await self.press_button(message, button)

    async def press_button(self, message: Message, button: Button) -> Answer:
        """Press a button on a message."""
        return await self.press_data(message.chat, message.key, button.data, message.game)

    async def press_data(
        self, chat: int, key: Key, data: str | None, game: int | None = None, *, force: bool = False
    ) -> Answer:
        """Press a button by what it carries; `force` presses one that may not be there.

        It may have vanished while the finger was on its way: then it is pressed all the same, as
        on a phone that has not heard of it yet.
        """
        assert data, "that is a link"
        given = await self._press(chat, key, data, force)
        self.world.presses += 1
        answer = Answer(
            given["answered"], given.get("text") or "", given["show_alert"], given.get("url")
        )
        self.answers.append(answer)
        at, sights = self.world.now(), self.world.sights
        # An answer is the presser's alone: it counts as said in private.
        sights.append(Sight(at, self.id, self.id, (-1, 0), answer.text, (), (), game, True))
        return answer

    async def _press(self, chat: int, key: Key, data: str, force: bool) -> Json:
        where = {"chat": chat, "message_id": key[0], "ephemeral_message_id": key[1]}
        try:
            return await self.world.post("press", person=self.id, data=data, force=force, **where)
        except Refused:
            if force:
                raise
            return await self._press(chat, key, data, force=True)

    def transcript(self) -> str:
        """All chats on this phone as text, the last messages of each."""
        lines = [f"=== phone of {self.id}"]
        for chat, shown in self.chats.items():
            lines.append(f"--- {self.titles.get(chat, '')} ({chat})")
            for message in list(shown.values())[-6:]:
                lines.append(f"[{message.key[0] or f'e{message.key[1]}'}] {message.sender}:")
                lines.extend(f"    {line}" for line in message.text.split("\n"))
                lines.extend(
                    "    " + " ".join(f"[{b.text}]({b.data or b.url})" for b in row)
                    for row in message.rows
                )
        lines += [f"answer: {answer}" for answer in self.answers[-3:]]
        return "\n".join(lines)
