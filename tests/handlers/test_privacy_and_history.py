"""Past games and one's own data, asked for by command and by button."""

import pytest

from bot.model.buttons import HistoryPress, OwnPress, encode
from bot.screens.text import message
from bot.storage import people
from tests.handlers.conftest import ANYA, BORIS, DACHA, GENA
from tests.readers import RU


async def test_history_is_shown_where_it_is_asked_for(house):
    await house.send(BORIS, "/history")
    assert await house.notes.next() == (
        DACHA,
        "Здесь ещё не доиграли ни одной партии. Начать: /play",
    )
    await house.send(GENA, "/history", chat=GENA)
    chat, text = await house.notes.next()
    assert chat == GENA and "No game" in text


@pytest.mark.parametrize("name", ["privacy", "forget"])
async def test_ones_own_data_is_spoken_of_everywhere(house, name):
    await house.send(BORIS, f"/{name}")
    chat, text = await house.notes.next()
    assert chat == DACHA and "в личке" in text
    await house.send(BORIS, f"/{name}", chat=BORIS)
    assert (await house.notes.next())[0] == BORIS
    assert house.notes.screens[-1].keyboard


async def test_their_buttons_go_to_their_rooms_and_are_answered(house):
    answer = await house.press(BORIS, encode(HistoryPress("see", game=1)))
    assert answer["text"] == "Эту партию здесь не показать"
    answer = await house.press(ANYA, encode(OwnPress("forget")))
    assert "старая кнопка" in answer["text"]
    assert house.tables.calls.empty()
    assert await people.get(house.directory._db, ANYA) is not None


@pytest.mark.parametrize("data", ["v:see:1", "v:peek:0:1:1", "v:see:0:-1:0", "y:steal", "y:", "y"])
async def test_forged_ones_go_no_further(house, data):
    assert (await house.press(BORIS, data))["text"] == message("toast-old-button", RU)
