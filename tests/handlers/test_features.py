"""Each feature is one row, and no row is incomplete."""

from collections import Counter
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args

import pytest

import bot.screens
import bot.services
import bot.tables
import handlers
import locales
from bot.model.buttons import Press
from bot.services.directory import Directory
from bot.services.greetings import Greetings
from bot.tables.tables import Tables
from handlers.feature import Menu
from handlers.features import FEATURES, PRESSES, menu
from handlers.services import Services
from locales.fluent import LANGUAGES, messages

FOLDER = Path(locales.__file__).parent
COMMANDS = [command for feature in FEATURES for command in feature.commands]


def test_each_kind_of_button_is_of_one_feature():
    assert Counter(kind for feature in FEATURES for kind in feature.buttons) == dict.fromkeys(
        get_args(Press), 1
    )
    assert set(PRESSES) == set(get_args(Press))


def test_buttons_are_answered_in_one_way():
    for answer in PRESSES.values():
        assert list(signature(answer).parameters) == ["pressed", "services"]


def test_menus_have_an_order_of_their_own():
    everywhere = "play hand table leave stop rules top history puzzle stats pogony ring"
    assert menu("private") == (*everywhere.split(), "settings", "lang", "privacy", "forget", "help")
    assert menu("admins") == (*everywhere.split(), "settings", "lang", "help")
    assert menu("group") == (*everywhere.split(), "help")
    ranks = Counter(command.rank for command in COMMANDS if command.rank)
    assert set(ranks.values()) == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_command_of_a_menu_is_explained(language):
    told = {key.removeprefix("command-") for key in messages(language) if "command-" in key}
    assert told == {name for of in get_args(Menu) for name in menu(of)}


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_a_feature_has_one_name_in_all_layers(feature):
    assert import_module(f"handlers.{feature.name}").FEATURE is feature
    for service in feature.services:
        assert service.__module__ == f"bot.services.{feature.name}"
    layers = [bot.services, bot.tables]
    modules = {module.name for layer in layers for module in iter_modules(layer.__path__)}
    assert feature.name in modules
    # What the bot says of itself is of one screen each, with other notices.
    drawn = {module.name for module in iter_modules(bot.screens.__path__)} | {"greetings"}
    assert feature.name in drawn
    for language in LANGUAGES:
        assert (FOLDER / language / f"{feature.name}.ftl").exists()


def test_no_handler_and_no_service_is_without_its_row():
    named = {feature.name for feature in FEATURES}
    assert len(named) == len(FEATURES)
    modules = {module.name for module in iter_modules(handlers.__path__)}
    assert {name for name in modules if hasattr(import_module(f"handlers.{name}"), "FEATURE")} == (
        named
    )
    shared = {"directory", "notes", "plots"}
    assert {module.name for module in iter_modules(bot.services.__path__)} <= named | shared


def test_a_service_that_is_not_built_is_missed_at_the_start():
    services = Services({Tables: None, Directory: None, Greetings: None})
    services.check([Tables])
    needed = [service for feature in FEATURES for service in feature.services]
    with pytest.raises(KeyError):
        services.check(needed)
