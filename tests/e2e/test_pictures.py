"""Rank pictures, from the last card of a game to the chat."""

import asyncio
from base64 import b64encode
from io import BytesIO

from PIL import Image

from bot.drawing.portrait import HEIGHT, WIDTH
from engine import Verb
from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, Message, Phone
from tests.e2e.playing import deal, gather, hand, is_over, meet, moves

PLAIN = (Verb.TAKE, Verb.PASS, Verb.LEAD)


async def give_all(phones: list[Phone], game: int) -> None:
    """One leads card by card, the other takes them all, and is left with two sixes among them."""
    async with asyncio.TaskGroup() as group:
        for phone in phones:
            group.create_task(_give_all(phone, game))


async def _give_all(phone: Phone, game: int) -> None:
    version = 0
    while True:

        def changed(old: int = version) -> Message | None:
            newest = hand(phone, game)
            return newest if newest.version != old else None

        shown = await phone.until(changed, f"the hand of {phone.id} stays as it was")
        version = shown.version
        if is_over(shown):
            return
        single = [b for b in moves(shown) if b.press.verb in PLAIN and len(b.press.cards) < 2]
        if single:
            await phone.press_button(
                shown, min(single, key=lambda button: PLAIN.index(button.press.verb))
            )


async def photos(stage: Stage, person: int, chat: int) -> list:
    """The messages with a photo that a person sees in a chat."""
    view = await stage.world.get(f"/view?person={person}")
    [seen] = [one for one in view["chats"] if one["id"] == chat]
    return [message for message in seen["messages"] if "photo" in message]


async def test_who_got_pogony_is_seen_in_straps(stage: Stage):
    written = BytesIO()
    Image.new("RGB", (400, 400), "#ff0000").save(written, "PNG")
    for person in (ANYA, BORIS):
        photo = b64encode(written.getvalue()).decode()
        await stage.world.post(f"people/{person}", photo=photo)
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(*phones)
    await gather(DACHA, phones)
    await give_all(phones, await deal(DACHA, phones))
    caption = await phones[0].sees("с новым званием: сержант", DACHA)
    assert any(name in caption.text for name in ("Аня", "Борис"))
    [message] = await photos(stage, BORIS, DACHA)
    async with stage.world.session.get(stage.world.url + message["photo"]["url"]) as response:
        picture = Image.open(BytesIO(await response.read())).convert("RGB")
    assert picture.size == (WIDTH, HEIGHT)
    pixel = picture.crop((320, 200, 321, 201)).tobytes()
    assert pixel[0] > 240 and max(pixel[1:]) < 20
    await phones[0].send("/stats", DACHA)
    await phones[0].press("График", DACHA)
    await phones[1].sees("рейтинг и партии", DACHA)
    assert len(await photos(stage, BORIS, DACHA)) == 2


async def test_a_chat_without_pictures_has_words_alone(stage: Stage):
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(*phones)
    await phones[0].send("/settings", DACHA)
    await phones[0].press("🖼 Картинки: да", DACHA)
    await phones[0].sees("🖼 Картинки: нет", DACHA)
    await gather(DACHA, phones)
    await give_all(phones, await deal(DACHA, phones))
    await phones[1].sees("Новое звание — сержант", DACHA)
    await phones[1].send("/help")
    await phones[1].sees("/play")
    assert await stage.calls("sendPhoto") == []
