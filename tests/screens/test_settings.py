"""The screen of settings: a button for every value, and each means another."""

import pytest

from bot.model.buttons import SettingPress, decode
from bot.model.people import SETTINGS
from bot.model.screen import Button
from bot.screens.settings import settings_screen
from tests.readers import READERS, RU

FIRST = {key: setting.values[0] for key, setting in SETTINGS.items()}


def carried(button: Button) -> SettingPress:
    press = decode(button.data or "")
    assert isinstance(press, SettingPress)
    return press


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("private", [True, False])
def test_every_setting_is_explained_and_can_be_changed(reader, private):
    screen = settings_screen(FIRST, reader, private=private)
    presses = [carried(button) for row in screen.keyboard for button in row]
    for key, setting in SETTINGS.items():
        wanted = {press.value for press in presses if press.key == key}
        assert wanted == (set(setting.values) if setting.values != ("on", "off") else {"off"})
    assert len(screen.text.split("\n\n")) == 1 + len(SETTINGS)
    widest = max(len(row) * max(len(one.text) for one in row) for row in screen.keyboard)
    assert widest <= 30, "what a phone shows uncut"


def test_past_cards_say_that_a_check_of_the_deal_opens_them():
    screen = settings_screen(FIRST, RU, private=True)
    (hands,) = [part for part in screen.text.split("\n\n") if "Мои прошлые карты" in part]
    assert "Проверка честной раздачи открывает всю колоду" in hands


def test_what_is_chosen_is_ticked():
    for value in SETTINGS["season"].values:
        rows = settings_screen({"season": value}, RU, private=False).keyboard
        ticked = [carried(button) for row in rows for button in row if "✓" in button.text]
        assert ticked == [SettingPress("season", value)]


@pytest.mark.parametrize("data", ["o:pictures:maybe", "o:music:on", "o:season", "o:ring:on"])
def test_other_values_are_nothing_of_ours(data):
    with pytest.raises(ValueError, match="o:"):
        decode(data)
