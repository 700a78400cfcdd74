"""Log lines in both styles, with context fields and without secrets."""

import json
import logging

import pytest
from aiogram.types import Update

from bot.runtime import logs
from bot.runtime.context import bind_table, bind_update

TOKEN = "42:secret"


@pytest.fixture
def root():
    """The root logger, given back as it was."""
    logger = logging.getLogger()
    level, handlers = logger.level, list(logger.handlers)
    logger.handlers.clear()
    yield logger
    logger.setLevel(level)
    logger.handlers[:] = handlers


def test_text_has_no_token(root, capsys):
    logs.set_up("INFO", "text", TOKEN)
    root.warning("asked https://x/bot%s/getMe", TOKEN)
    said = capsys.readouterr().err
    assert "WARNING root: asked https://x/bot<secret>/getMe" in said


def test_json_is_one_object_a_line_with_its_traceback(root, capsys):
    logs.set_up("INFO", "json", TOKEN)
    try:
        raise ValueError(TOKEN)
    except ValueError:
        root.exception("не вышло")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["level"], said["message"]) == ("ERROR", "не вышло")
    assert "ValueError: <secret>" in said["error"]


def test_what_sql_is_run_is_not_told_even_when_all_is(root, capsys):
    logs.set_up("DEBUG", "text", TOKEN)
    logging.getLogger("aiosqlite").debug("INSERT … deck")
    assert capsys.readouterr().err == ""


def test_a_line_says_which_update_and_table_it_belongs_to(root, capsys):
    logs.set_up("INFO", "text", TOKEN)
    with bind_update(7):
        root.info("read")
        with bind_table(lambda: {"table": "-100/5", "game": 3, "step": 17}):
            root.info("played")
    root.info("resting")
    read, played, resting = capsys.readouterr().err.splitlines()
    assert read.endswith("read [update=7]")
    assert played.endswith("played [update=7 table=-100/5 game=3 step=17]")
    assert resting.endswith("resting")


def test_in_json_they_are_fields(root, capsys):
    logs.set_up("INFO", "json", TOKEN)
    with bind_update(7), bind_table(lambda: {"table": "-100", "game": 3}):
        root.info("played")
    said = json.loads(capsys.readouterr().err)
    assert (said["update"], said["table"], said["game"]) == (7, "-100", 3)


@pytest.mark.parametrize("style", ["text", "json"])
def test_errors_that_repeat_what_they_read_are_told_without_their_words(root, capsys, style):
    logs.set_up("INFO", style, TOKEN)
    what = "Аня" + " пишет"
    for read in (json.loads, Update.model_validate_json):
        try:
            read(what)
        except ValueError:
            root.exception("not understood")
    said = capsys.readouterr().err
    assert "JSONDecodeError" in said
    assert "ValidationError" in said
    assert what not in said
