"""/privacy and /forget: personal data is exported and erased."""

import gzip
import json

from bot.storage.database import Database
from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, VOVA, Phone
from tests.e2e.playing import deal, gather, meet, play_all
from tests.storage.test_privacy import traces


async def seated(stage: Stage, *people: int) -> tuple[list[Phone], int]:
    phones = [await stage.world.phone(person) for person in people]
    await meet(*phones)
    await gather(DACHA, phones)
    return phones, await deal(DACHA, phones)


async def test_ones_own_data_comes_as_a_file(stage: Stage):
    phones, game = await seated(stage, ANYA, BORIS)
    await play_all(phones, game, stage.random)
    anya = phones[0]
    await anya.send("/privacy", DACHA)
    assert "в личке" in (await anya.sees("Что я о тебе храню", DACHA)).text
    await anya.send("/privacy")
    await anya.press("Мои данные файлом")
    file = await stage.world.fetch(await anya.sees("Всё, что я о тебе знаю"))
    kept = json.loads(gzip.decompress(file))
    assert [told["game"] for told in kept["games"]] == [game]
    assert kept["kept"]["people"][0]["name"] == anya.name


async def test_who_asks_is_forgotten_and_the_others_play_on(stage: Stage):
    (anya, boris, vova), game = await seated(stage, ANYA, BORIS, VOVA)
    await anya.send("/forget")
    await anya.press("Не надо")
    await anya.sees("остаётся как есть")
    await anya.send("/forget")
    stage.forgotten = ANYA
    await anya.press("Да, забудь меня")
    await anya.sees("я тебя не знаю")
    await anya.until(
        lambda: not [shown for shown in anya.messages() if shown.game == game], "the hand stays"
    )
    table = await boris.sees("не в игре", DACHA)
    assert anya.name not in table.text and "Игрок 1" in table.text
    db = await Database.open(stage.database)
    assert await traces(db, ANYA, anya.name) == []
    await db.close()
    await play_all([boris, vova], game, stage.random)
    stored = await stage.game()
    assert stored.status == "over" and stored.deal.seats[0].forgotten
    await boris.send("/history", DACHA)
    await boris.press("1", DACHA)
    await boris.press("⏭", DACHA)
    assert "Игрок 1" in (await boris.sees("Дурак —", DACHA)).text
    await anya.send("/history")
    await anya.sees("Здесь ещё не доиграли")
