"""Companies of people that play games one after another with random presses."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from functools import partial

from tests.e2e.players import Button, Message, Missing, Phone, World
from tests.e2e.playing import cut, hand_in, is_over, meet, moves, sensible

PATIENCE = 90.0


class Company:
    """People of one group; `play_game` brings one game from a lobby to its end."""

    def __init__(self, chat: int, people: Sequence[Phone], rng: random.Random) -> None:
        self.chat = chat
        self.people = list(people)
        self.rng = rng
        self.sizes: list[int] = []

    async def play_game(self) -> None:
        """One game: the last one's button is pressed, or a new lobby is opened."""
        again = self.last_over()
        if again and self.rng.random() < 0.4:
            before = self.games()
            answer = await self.rng.choice(self.people).press_button(*again)
            if "роздана" in answer.text or "перемешана" in answer.text:
                return await self.play(await self.begun(before))
        await self.play(await self.open_game())

    async def resume(self, game: int | None, lobby: bool) -> None:
        """Go on with what was going on in the group before."""
        if game is not None:
            await self.play(game)
        elif lobby:
            phone, seen = self.people[0], self.people[0].seen
            await phone.send("/stop", self.chat)
            await phone.until(partial(_said, phone, self.chat, "не собралась", seen), "no end")

    def last_over(self) -> tuple[Message, Button] | None:
        message = self.people[0].last(self.chat, "Ещё партию")
        button = message and message.button("Ещё партию")
        return (message, button) if message and button else None

    def games(self) -> set[int | None]:
        return {
            m.game for phone in self.people for m in phone.messages() + phone.messages(self.chat)
        }

    async def begun(self, before: set[int | None]) -> int:
        """The game that is on in the group and was not before; its deck is cut first."""
        await cut(self.people, before, PATIENCE)

        def look() -> int:
            shown = self.people[0].messages(self.chat)
            return max((m.game for m in shown if m.game and m.game not in before), default=0)

        return await self.people[0].until(look, "no game has begun", PATIENCE)

    async def open_game(self) -> int:
        """A lobby, somehow filled, with rules pressed at random; then the deal."""
        rng, chat = self.rng, self.chat
        players = rng.sample(self.people, rng.randint(2, len(self.people)))
        host = players[0]
        seen = host.seen
        await host.send("/play", chat)
        lobby = await host.until(partial(_said, host, chat, "Раздаём", seen), "no lobby", PATIENCE)
        key = lobby.key
        if link := lobby.button("Открыть личку"):
            await host.follow(link.url)
        for phone in players[1:]:
            await self.sit_down(phone, key)
        if rng.random() < 0.3:
            await players[-1].press("Встаю", chat)
            await self.sit_down(players[-1], key)
        for _ in range(rng.choice((0, 0, 1, 2))):
            await host.press("Позвать бота", chat)
        if rng.random() < 0.7:
            await self.choose_rules(host, key)
        before = self.games()
        for phone in players:
            await phone.until(partial(_firm, phone, chat, key), "a seat waits", PATIENCE)
        answer = await host.press("Раздаём", chat)
        assert not answer.text, answer
        return await self.begun(before)

    async def sit_down(self, phone: Phone, key: tuple[int, int]) -> None:
        """Join; who has never opened the bot follows the link."""
        await phone.until(lambda: phone.chats[self.chat].get(key), "no lobby", PATIENCE)
        answer = await phone.press("Сажусь", self.chat)
        if answer.url:
            await phone.follow(answer.url)

    async def choose_rules(self, host: Phone, key: tuple[int, int]) -> None:
        await host.press("Во что играем", self.chat)
        await host.until(
            lambda: host.chats[self.chat][key].button("Готово"), "no rules to choose", PATIENCE
        )
        for _ in range(self.rng.randint(1, 5)):
            page = host.chats[self.chat][key]
            options = [b for b in page.buttons if b.data and ":set:" in b.data]
            await host.press_button(page, self.rng.choice(options))
        await host.press("Готово", self.chat)

    async def play(self, game: int) -> None:
        """Everybody who has a hand plays it to the end; one may leave or block the bot."""
        await self.people[0].until(partial(self.table, game), "no table", PATIENCE)
        players = await self.seated(game)
        self.sizes.append(len(players))
        mood = self.rng.random()
        async with asyncio.TaskGroup() as group:
            for phone in players:
                mind = random.Random(self.rng.random())
                whim = None
                if phone is players[-1]:
                    leaves = mood < 0.08 and len(players) > 2
                    whim = "leave" if leaves else "block" if 0.1 < mood < 0.2 else None
                    whim = "stop" if mood > 0.98 else whim
                group.create_task(self.play_hand(phone, game, mind, whim))

    def table(self, game: int) -> Message | None:
        """The table of a game in the group."""
        shown = self.people[0].messages(self.chat)
        about = [m for m in shown if m.game == game and not m.key[1] and m.button("Мои карты")]
        return max(about, key=lambda message: message.version, default=None)

    async def seated(self, game: int) -> list[Phone]:
        """Who has a hand in a game."""
        table = self.table(game)
        assert table
        names = {phone: f"\u2068{phone.name}\u2069" for phone in self.people}
        players = [
            phone
            for phone, name in names.items()
            if name in table.text and f"{name}: не в игре" not in table.text
        ]
        # Who is out and has asked for the hand since has a message that names no game.
        placed = {p for p in players if re.search(f"{re.escape(names[p])}: \\d", table.text)}
        out = [p for p in placed if not hand_in(p, game)]
        players = [phone for phone in players if phone not in out]
        for phone in players:
            await phone.until(partial(hand_in, phone, game), "no hand", PATIENCE)
        return players

    async def play_hand(
        self, phone: Phone, game: int, rng: random.Random, whim: str | None = None
    ) -> None:
        """Press at random among what is offered, until the game is over for this person."""
        version, turns = 0, 0
        whim_at = rng.randint(3, 25)
        while True:

            def changed(old: int = version) -> Message | None:
                newest = hand_in(phone, game)
                return newest if newest and newest.version != old else None

            words = f"the hand of {phone.id} in game {game} stays as it was"
            shown = await phone.until(changed, words, PATIENCE)
            version, turns = shown.version, turns + 1
            if is_over(shown):
                return
            if whim and turns >= whim_at:
                if await self.give_way(phone, whim):
                    return
                whim = None
                continue
            await self.fiddle(phone, shown, rng)
            button = sensible(shown, rng) if rng.random() < 0.7 else _any_move(shown, rng)
            if button:
                await phone.press_button(shown, button)

    async def give_way(self, phone: Phone, whim: str) -> bool:
        """Leave the game (True: it is over for this person), or block the bot for a moment."""
        if whim == "block":
            await phone.block()
            await self.look(phone)
            await phone.start()
            return False
        if whim == "stop":
            await phone.send("/stop", self.chat)
            return False
        await phone.send("/leave", self.chat)
        try:
            question = await phone.until(partial(phone.last, self.chat, "Ухожу"), "", 5)
        except Missing:
            return False  # It was over before.
        button = question.button("Ухожу")
        assert button
        return "отбой" in (await phone.press_button(question, button)).text

    async def look(self, phone: Phone) -> None:
        """Ask for one's cards in the group, where the table is."""
        table = phone.last(self.chat, "Мои карты")
        if table and (button := table.button("Мои карты")):
            await phone.press_button(table, button)

    async def fiddle(self, phone: Phone, shown: Message, rng: random.Random) -> None:
        """Now and then: any button at all, the cards in the group, an old button, a command."""
        dice = rng.random()
        if dice < 0.12:
            buttons = [b for b in shown.buttons if b.data and b not in moves(shown)]
            if buttons:
                await phone.press_button(shown, rng.choice(buttons))
        elif dice < 0.16:
            await self.look(phone)
        elif dice < 0.18:
            await phone.send(rng.choice(("/hand", "/table", "/rules")), self.chat)
        elif dice < 0.20:
            stranger = rng.choice(self.people)
            if moves(shown):
                data = rng.choice(moves(shown)).data
                table = stranger.last(self.chat)
                if table:
                    await stranger.press_data(self.chat, table.key, data, shown.game, force=True)


class Loner(Company):
    """One person against computers, in private."""

    def __init__(self, phone: Phone, rng: random.Random) -> None:
        super().__init__(phone.id, [phone], rng)

    async def play_game(self) -> None:
        phone, rng = self.people[0], self.rng
        seen = phone.seen
        await phone.send("/play")
        await phone.until(partial(_said, phone, phone.id, "Раздаём", seen), "no lobby", PATIENCE)
        for _ in range(rng.randint(0, 2)):
            await phone.press("Позвать бота")
        before = self.games()
        await phone.press("Раздаём")
        await self.play_hand(phone, await self.begun(before), rng)
        self.sizes.append(1)

    async def fiddle(self, phone: Phone, shown: Message, rng: random.Random) -> None:
        return


async def companies(world: World, count: int, rng: random.Random) -> list[Company]:
    """Groups of up to six people each, one of them nearly strangers to the bot."""
    found = []
    for number in range(count):
        people = [await world.newcomer(f"Игрок{number}{letter}") for letter in "абвгде"]
        chat = await world.group(f"Компания {number}", [phone.id for phone in people])
        for phone in people:
            await phone.leave_group(-2001)
        if number:
            await meet(*people)
        await people[0].until(partial(_in_group, people[0], chat), "no group")
        found.append(Company(chat, people, random.Random(rng.random())))
    return found


def _in_group(phone: Phone, chat: int) -> bool:
    return chat in phone.chats


def _said(phone: Phone, chat: int, words: str, seen: int) -> Message | None:
    """The bot's newest message with these words, if it came or changed since."""
    message = phone.last(chat, words)
    return message if message and message.version > seen else None


def _firm(phone: Phone, chat: int, key: tuple[int, int]) -> bool:
    shown = phone.chats[chat][key]
    return bool(shown.button("Раздаём")) and "⏳" not in shown.text


def _any_move(shown: Message, rng: random.Random) -> Button | None:
    found = moves(shown)
    return rng.choice(found) if found else None
