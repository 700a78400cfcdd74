"""People who play: they press what their hands offer until the game is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import partial

from bot.model.buttons import CardPress, CutPress, GamePress, MovePress
from engine import Verb
from tests.e2e.players import PATIENCE, Button, Message, Phone

Choice = tuple[Message, Button]


def hand_in(phone: Phone, game: int) -> Message | None:
    """The message of a person's private chat about a game, the last changed if there are more."""
    found = [message for message in phone.messages() if message.game == game]
    return max(found, key=lambda message: message.version, default=None)


def hand(phone: Phone, game: int) -> Message:
    """The same, where it must be there."""
    found = hand_in(phone, game)
    assert found, phone.transcript()
    return found


def is_over(hand: Message) -> bool:
    """Whether the message is the last one of its game."""
    return any(isinstance(b.press, GamePress) and b.press.verb == "again" for b in hand.buttons)


def moves(hand: Message) -> list[Button]:
    """The buttons with which something can be played now: those in colour, and taking back."""
    return [
        button
        for button in hand.buttons
        if isinstance(button.press, MovePress)
        and (button.style or button.press.verb in (Verb.RETRACT, Verb.REDEAL))
    ]


def sensible(hand: Message, rng: random.Random) -> Button | None:
    """A button that brings the game on; none where only taking back is left."""
    onward = [b for b in moves(hand) if b.press.verb != Verb.RETRACT]
    cards = [b for b in onward if b.press.cards]
    if transfers := [b for b in onward if b.press.verb == Verb.TRANSFER]:
        return rng.choice(transfers)
    if cards and rng.random() < 0.8:
        return rng.choice(cards)
    return rng.choice(onward) if onward else None


async def play(phone: Phone, game: int, rng: random.Random) -> int:
    """Play one's hand until the game is over for oneself; the number of presses."""
    pressed, version = 0, 0
    while True:

        def changed(old: int = version) -> Message | None:
            newest = hand_in(phone, game)
            return newest if newest and newest.version != old else None

        shown = await phone.until(changed, f"the hand of {phone.id} in game {game} stays as it was")
        version = shown.version
        if is_over(shown):
            return pressed
        if button := sensible(shown, rng):
            await phone.press_button(shown, button)
            pressed += 1


async def play_all(phones: Sequence[Phone], game: int, rng: random.Random) -> int:
    """A whole game, everybody at once."""
    seeds = [random.Random(rng.random()) for _ in phones]
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(play(phone, game, seed))
            for phone, seed in zip(phones, seeds, strict=True)
        ]
    return sum(task.result() for task in tasks)


async def defender_of(phones: Sequence[Phone], game: int) -> Phone:
    """Whoever may take now; somebody must be about to."""

    def may_take(phone: Phone) -> bool:
        shown = hand_in(phone, game)
        return shown is not None and any(b.press.verb == Verb.TAKE for b in moves(shown))

    first = phones[0]
    return await first.until(
        lambda: next((phone for phone in phones if may_take(phone)), None), "nobody may take"
    )


def questions(hand: Message) -> list[Button]:
    """The buttons of a hand that ask why a card can't be played now."""
    return [b for b in hand.buttons if isinstance(b.press, CardPress) and not b.style]


async def meet(*phones: Phone) -> None:
    """Everybody opens the bot in private, so that it can write to them."""
    for phone in phones:
        await phone.start()
        await phone.sees("/play")


async def gather(
    chat: int, phones: Sequence[Phone], computers: int = 0, choose: Sequence[str] = ()
) -> None:
    """A lobby is opened by the first, the others sit down; then it waits to be dealt."""
    host, *others = phones
    await host.send("/play", chat)
    lobby = await host.sees("Сажусь", chat)
    for phone in others:
        await phone.until(partial(phone.chats[chat].get, lobby.key), "no lobby")
        await phone.press("Сажусь", chat)
    if choose:
        await host.press("Во что играем", chat)
        for label in choose:
            await host.press(label, chat)
        await host.press("Готово", chat)
    for _ in range(computers):
        await host.press("Позвать бота", chat)


async def deal(chat: int, phones: Sequence[Phone]) -> int:
    """The first person deals; the number of the game, once everybody has a hand."""
    host = phones[0]
    before = {message.game for message in host.messages()}
    await host.press("Раздаём", chat)
    game = await begun(phones, before)
    for phone in phones:
        await phone.until(partial(_has_table, phone, chat, game), "no table is laid")
    return game


def _has_table(phone: Phone, chat: int, game: int) -> bool:
    return any(message.game == game for message in phone.messages(chat))


def _newest_game(phone: Phone, before: set[int | None]) -> int:
    return max((m.game for m in phone.messages() if m.game and m.game not in before), default=0)


def deck_to_cut(phone: Phone) -> tuple[Message, list[Button]] | None:
    """The newest deck that waits for its cut, in private or in a group, with its buttons."""
    shown = [m for chat in phone.chats for m in phone.messages(chat)]
    decks = [m for m in shown if any(isinstance(b.press, CutPress) for b in m.buttons)]
    newest = max(decks, key=lambda message: message.version, default=None)
    return (newest, newest.buttons) if newest else None


def _new_game(phone: Phone, before: set[int | None]) -> bool:
    """Whether a new game is seen, in private or, by somebody who only looks on, in a group."""
    shown = [m for chat in phone.chats for m in phone.messages(chat)]
    return any(m.game and m.game not in before for m in shown)


async def cut(phones: Sequence[Phone], before: set[int | None], patience: float = PATIENCE) -> None:
    """Cut the deck in half, whoever of these is to; nothing where a computer does."""
    first = phones[0]
    found = await first.until(
        lambda: deck_to_cut(first) or _new_game(first, before),
        "neither deck nor cards",
        patience,
    )
    if isinstance(found, tuple):
        message, buttons = found
        for phone in phones:
            if message.chat in phone.chats:
                press = message.chat, message.key, buttons[len(buttons) // 2].data
                if not (await phone.press_data(*press, force=True)).text:
                    return


async def begun(phones: Sequence[Phone], before: set[int | None]) -> int:
    """Cut, and wait for a game that is none of these, until everybody has a hand in it."""
    await cut(phones, before)
    games = [
        await phone.until(partial(_newest_game, phone, before), "no cards have come")
        for phone in phones
    ]
    assert len(set(games)) == 1
    return games[0]
