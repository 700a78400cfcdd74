"""/settings: who may choose what, and where."""

import pytest

from bot.model.buttons import SettingPress, encode
from bot.model.screen import Answer
from bot.screens.text import message
from bot.storage import people, settings
from bot.storage.settings import ChatSettings
from tests.handlers.conftest import ANYA, BORIS, DACHA, GENA
from tests.readers import EN, RU


async def choose(house, person, key, value, chat=DACHA):
    """The words that answer the press."""
    return (await house.press(person, encode(SettingPress(key, value)), chat))["text"]


def buttons(screen):
    return [button.text for row in screen.keyboard for button in row]


async def test_an_admin_chooses_and_the_message_shows_it(house, db):
    await house.send(BORIS, "/settings")
    assert (await house.notes.next())[0] == DACHA
    assert "🖼 Картинки: да" in buttons(house.notes.screens[-1])
    assert await choose(house, ANYA, "pictures", "off") == "🖼 Картинки: нет"
    assert "🖼 Картинки: нет" in buttons(house.notes.screens[-1])
    assert await choose(house, ANYA, "season", "month") == "Месяц"
    assert await choose(house, ANYA, "proof", "off")
    assert await settings.get(db, DACHA) == ChatSettings(False, "month", False)
    assert await choose(house, ANYA, "pictures", "on")
    assert (await settings.get(db, DACHA)).pictures
    assert "Месяц ✓" in buttons(house.notes.screens[-1])


async def test_others_may_look_and_not_choose(house, db):
    assert await choose(house, BORIS, "pictures", "off") == message("settings-admins", RU)
    assert await settings.get(db, DACHA) == ChatSettings()
    assert house.notes.said.empty()


@pytest.mark.parametrize(
    ("key", "value", "chat"),
    [("hands", "off", DACHA), ("ring", "now", DACHA), ("season", "month", GENA)],
)
async def test_a_group_has_no_settings_of_persons_nor_persons_of_groups(house, key, value, chat):
    person = ANYA if chat == DACHA else GENA
    assert await choose(house, person, key, value, chat) == message(
        "toast-old-button", RU if chat == DACHA else EN
    )
    assert house.tables.calls.empty()


async def test_in_private_one_chooses_for_oneself(house, db):
    await house.send(GENA, "/settings", GENA)
    await house.notes.next()
    assert await choose(house, GENA, "hands", "off", GENA) == "👀 Past cards: hidden"
    stored = await people.get(db, GENA)
    assert stored is not None and not stored.open_hands
    house.tables.answer = Answer("Quiet")
    assert await choose(house, GENA, "ring", "never", GENA) == "Quiet"
    called, (person, ring) = await house.tables.next()
    assert (called, person.user_id, ring) == ("choose_ring", GENA, "never")


async def test_a_language_chosen_there_is_spoken_at_once(house, db):
    await house.send(GENA, "/settings", GENA)
    await house.notes.next()
    assert await choose(house, GENA, "language", "ru", GENA) == message("chat-language-chosen", RU)
    called, (place, _) = await house.tables.next()
    assert (called, place.reader) == ("language_chosen", RU)
    assert house.notes.screens[-1].text.startswith("<b>Настройки</b>")
    stored = await people.get(db, GENA)
    assert stored is not None and stored.language == "ru"
