"""The menu of settings of a chat or person."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.buttons import SettingPress, encode
from bot.model.people import SETTINGS, SWITCH, Language, Reader
from bot.model.screen import Button, Screen
from bot.screens.text import language_name

_THREE_FIT = 10
"""The most letters of labels that a phone shows three in a row uncut."""


def settings_screen(values: Mapping[str, str], reader: Reader, *, private: bool) -> Screen:
    """Return the settings in `values`, each with its words and buttons.

    A switch has one button that toggles it; other settings have a button for each value.
    """
    head = reader.text("settings-private" if private else "settings-group")
    about = [reader.text(f"settings-{key}") for key in values]
    rows = tuple(row for key, value in values.items() for row in _rows(key, value, reader))
    return Screen("\n\n".join([head, *about]), rows)


def setting_name(key: str, value: str, reader: Reader) -> str:
    """Return the name of a value of a setting."""
    if key == "language":
        return language_name(Language(value))
    return reader.text(f"settings-{key}-{value}")


def _rows(key: str, value: str, reader: Reader) -> tuple[tuple[Button, ...], ...]:
    values = SETTINGS[key].values
    if values == SWITCH:
        other = "off" if value == "on" else "on"
        return ((Button(setting_name(key, value, reader), data=encode(SettingPress(key, other))),),)
    buttons = tuple(
        Button(
            setting_name(key, one, reader) + (" ✓" if one == value else ""),
            data=encode(SettingPress(key, one)),
        )
        for one in values
    )
    ticked = max(len(setting_name(key, one, reader)) for one in values) + len(" ✓")
    across = 3 if ticked <= _THREE_FIT else 2
    return tuple(buttons[at : at + across] for at in range(0, len(buttons), across))
