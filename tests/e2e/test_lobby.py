"""The lobby: seats, waiting people, and permissions."""

from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, GENA, VOVA, Message, Phone
from tests.e2e.playing import deal, gather, meet


def lobby_of(phone: Phone) -> Message:
    found = phone.last(DACHA, "Раздаём")
    assert found
    return found


async def test_a_new_group_comes_to_a_game(stage: Stage):
    """/play, a seat that waits for Start, the link that makes it firm, a computer, the deal."""
    anya, boris = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(anya)
    await anya.send("/play", DACHA)
    lobby = await boris.sees("Сажусь", DACHA)
    assert "Аня" in lobby.text and "⏳" not in lobby.text

    answer = await boris.press("Сажусь", DACHA)
    assert answer.url and "Старт" in answer.text
    waiting = await anya.sees("Борис", DACHA)
    assert "⏳" in waiting.text
    refused = await anya.press("Раздаём", DACHA)
    assert "Борис" in refused.text and "Старт" in refused.text

    link = waiting.button("Открыть личку")
    assert link
    await boris.follow(link.url)
    await anya.until(
        lambda: "⏳" not in anya.chats[DACHA][lobby.key].text, "the seat does not become firm"
    )
    await anya.press("Позвать бота", DACHA)
    game = await deal(DACHA, [anya, boris])
    table = await boris.sees("Мои карты", DACHA)
    assert table.game == game
    await boris.until(lambda: not boris.chats[DACHA][lobby.key].buttons, "the lobby stays open")
    assert "Все за столом" in boris.chats[DACHA][lobby.key].text
    assert len((await stage.game()).deal.seats) == 3


async def test_rules_are_chosen_in_the_lobby(stage: Stage):
    anya, boris = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(anya, boris)
    await gather(DACHA, [anya, boris], choose=["Переводной", "52", "Соседи", "До пяти"])
    lobby = await boris.sees("Раздаём", DACHA)
    assert "Переводной" in lobby.text and "52" in lobby.text
    await deal(DACHA, [anya, boris])
    rules = (await stage.game()).deal.rules
    assert rules["transfer"] and rules["deck"] == 52
    assert rules["throwers"] == "neighbours" and rules["first_bout_limit"] == 5


async def test_only_the_host_or_an_admin_decides(stage: Stage):
    anya, boris, vova = [await stage.world.phone(person) for person in (ANYA, BORIS, VOVA)]
    await meet(anya, boris, vova)
    await gather(DACHA, [boris, vova])
    for label in ("Позвать бота", "Во что играем", "Раздаём", "Отменить"):
        assert "админ" in (await vova.press(label, DACHA)).text
    await anya.press("Отменить", DACHA)
    await vova.sees("не собралась", DACHA)
    assert not await stage.games()


async def test_a_lobby_outlives_its_host(stage: Stage):
    """The host stands up; the next one seated deals."""
    anya, boris, gena = [await stage.world.phone(person) for person in (ANYA, BORIS, GENA)]
    await meet(boris, gena)
    await gather(DACHA, [boris, gena])
    await boris.press("Встаю", DACHA)
    await anya.until(lambda: "Борис" not in lobby_of(anya).text, "Boris sits on")
    assert "👑" in lobby_of(anya).text
    assert "админ" in (await boris.press("Раздаём", DACHA)).text
    await gena.press("Позвать бота", DACHA)
    await deal(DACHA, [gena])
    assert (await stage.game()).deal.host_id == GENA


async def test_who_sits_twice_or_comes_late_is_told_so(stage: Stage):
    anya, boris = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(anya, boris)
    await gather(DACHA, [anya, boris])
    assert "уже за столом" in (await boris.press("Сажусь", DACHA)).text
    lobby = await boris.sees("Сажусь", DACHA)
    data = next(b.data for b in lobby.buttons if b.text == "Сажусь")
    assert data
    await deal(DACHA, [anya, boris])
    late = await boris.press_data(DACHA, lobby.key, data, force=True)
    assert late.text
    await boris.send("/play", DACHA)
    await boris.sees("уже играют", DACHA)
