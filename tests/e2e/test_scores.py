"""Boards that change in place, statistics, ranks."""

from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, Message, Phone
from tests.e2e.playing import deal, gather, meet, play_all


async def changed(phone: Phone, message: Message, words: str) -> Message:
    """The same message, once it holds these words."""

    def look() -> Message | None:
        now = phone.chats[message.chat].get(message.key)
        return now if now and words in now.text else None

    return await phone.until(look, f"the message does not become {words!r}")


async def press(phone: Phone, message: Message, label: str, words: str) -> Message:
    button = message.button(label)
    assert button, phone.transcript()
    assert (await phone.press_button(message, button)).answered
    return await changed(phone, message, words)


async def test_boards_statistics_and_ranks(stage: Stage):
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    anya, boris = phones
    await meet(*phones)
    await boris.send("/top", DACHA)
    assert "/play" in (await boris.sees("Кто реже в дураках за всё время", DACHA)).text
    await gather(DACHA, phones, 0, ["24"])
    game = await deal(DACHA, phones)
    await play_all(phones, game, stage.random)
    seats = (await stage.game()).deal.seats

    await anya.send("/top", DACHA)
    board = await anya.sees("из 1", DACHA)
    assert all(who.name.split()[0] in board.text for who in seats)
    board = await press(boris, board, "Победы", "Кто чаще выходит первым за всё время")
    board = await press(boris, board, "Неделя", "Кто чаще выходит первым за эту неделю")
    board = await press(anya, board, "Рейтинг", "Рейтинг игравших за эту неделю")
    await press(anya, board, "Погоны", "Кто вешает погоны за эту неделю")

    await anya.send("/stats", DACHA)
    own = await anya.sees("Партий: 1", DACHA)
    own = await press(anya, own, "Все чаты", "все чаты")
    assert "Рейтинг: " in own.text
    await press(boris, own, "С ботами", "Пока ни одной доигранной партии.")
    asked = next(m for m in reversed(boris.messages(DACHA)) if m.sender == ANYA)
    reply = {"person": BORIS, "chat": DACHA, "text": "/stats", "reply_to": asked.key[0]}
    await stage.world.post("send", **reply)
    theirs = await boris.until(
        lambda: boris.last(DACHA, "Партий: 1"), "the other's statistics do not come"
    )
    assert anya.name in theirs.text
    await anya.send("/pogony", DACHA)
    await anya.sees("Погоны этого чата", DACHA)

    await boris.send("/top")
    await boris.sees("из 1")
    await boris.send("/stats")
    own = await boris.sees("Партий: 1")
    await press(boris, own, "По чатам", "партий: 1")
    await boris.send("/pogony")
    await boris.sees("Твои погоны")
