"""Complete games, button by button."""

from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, GENA, VOVA, Phone
from tests.e2e.playing import begun, deal, gather, meet, play_all


async def seated(stage: Stage, *people: int) -> list[Phone]:
    phones = [await stage.world.phone(person) for person in people]
    await meet(*phones)
    return phones


async def play_through(stage: Stage, phones: list[Phone], computers: int, choose: list[str]):
    """A game from the lobby to its end; it is kept as over, and everybody is told."""
    await gather(DACHA, phones, computers, choose)
    game = await deal(DACHA, phones)
    await play_all(phones, game, stage.random)
    stored = await stage.game()
    assert stored.status == "over"
    assert stored.result and sorted(stored.result["places"]) == list(range(len(stored.deal.seats)))
    table = await phones[0].sees("Ещё партию", DACHA)
    words = "Ничья" if stored.result["draw"] else "Дурак"
    assert words in table.text
    return stored


async def test_four_two_of_them_computers(stage: Stage):
    phones = await seated(stage, ANYA, BORIS)
    stored = await play_through(stage, phones, 2, [])
    assert {action.actor_kind for action in stored.actions} == {"person", "bot"}


async def test_two_people_with_36_cards(stage: Stage):
    phones = await seated(stage, ANYA, GENA)
    await play_through(stage, phones, 0, [])


async def test_three_people_with_24_cards_transferring(stage: Stage):
    phones = await seated(stage, ANYA, BORIS, VOVA)
    stored = await play_through(stage, phones, 0, ["Переводной", "24"])
    assert stored.deal.rules["transfer"] and stored.deal.rules["deck"] == 24


async def test_six_throwing_freely(stage: Stage):
    phones = await seated(stage, ANYA, BORIS, VOVA, GENA)
    for name in ("Дина", "Егор"):
        phones.append(await stage.world.newcomer(name))
    await meet(*phones[4:])
    await play_through(stage, phones, 0, ["Вольный"])


async def test_six_transferring_four_of_them_computers(stage: Stage):
    phones = await seated(stage, ANYA, BORIS)
    await play_through(stage, phones, 4, ["Переводной", "52"])


async def test_alone_against_computers(stage: Stage):
    """/play in private: the lobby, the game and its end are there, and the group hears nothing."""
    (boris,) = await seated(stage, BORIS)
    await boris.send("/play")
    await boris.press("Позвать бота", BORIS)
    game = await deal(BORIS, [boris])
    await play_all([boris], game, stage.random)
    stored = await stage.game()
    assert stored.status == "over" and len(stored.deal.seats) == 3
    await boris.press("Ещё партию")
    assert not boris.messages(DACHA)


async def test_play_again_and_the_board(stage: Stage):
    """The next game has the same seats; the durak deals it; /top counts both."""
    phones = await seated(stage, ANYA, BORIS)
    first = await play_through(stage, phones, 1, ["24"])
    before = {message.game for phone in phones for message in phone.messages()}
    await phones[1].press("Ещё партию", DACHA)
    game = await begun(phones, before)
    second = await stage.game()
    assert second.game_id == game and second.deal.seats == first.deal.seats
    assert second.series_id == first.series_id or first.result["draw"]
    if not first.result["draw"]:
        assert second.deal.dealer == first.result["durak"]
    await play_all(phones, game, stage.random)
    await phones[0].send("/top", DACHA)
    board = await phones[1].sees("Кто реже в дураках", DACHA)
    assert "из 2" in board.text
