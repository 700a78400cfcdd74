"""What can be chosen for a chat or by a person, and what is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from bot.callback_data import encode
from bot.ports import Button, Language, Screen
from bot.presses import SETTINGS, SWITCH, SettingPress
from locales.fluent import text


def settings_screen(values: Mapping[str, str], lang: Language, *, private: bool) -> Screen:
    """All of `SETTINGS` that have a value here, each with words and with buttons that change it.

    What is on or off has one button, which turns it over; else there is one for each value.
    """
    head = text(lang, "settings-private" if private else "settings-group")
    about = [text(lang, f"settings-{key}") for key in values]
    rows = tuple(_row(key, value, lang) for key, value in values.items())
    return Screen("\n\n".join([head, *about]), rows)


def setting_name(key: str, value: str, lang: Language) -> str:
    """What a value is called."""
    if key == "language":
        return text("en" if value == "en" else "ru", "language-own-name")
    return text(lang, f"settings-{key}-{value}")


def _row(key: str, value: str, lang: Language) -> tuple[Button, ...]:
    if SETTINGS[key] == SWITCH:
        other = "off" if value == "on" else "on"
        return (Button(setting_name(key, value, lang), data=encode(SettingPress(key, other))),)
    return tuple(
        Button(
            setting_name(key, one, lang) + (" ✓" if one == value else ""),
            data=encode(SettingPress(key, one)),
        )
        for one in SETTINGS[key]
    )
