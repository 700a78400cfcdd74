"""Lines say what happened, in either style, and never the token."""

import json
import logging

import pytest

from bot import logs

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
    assert "WARNING root: asked https://x/bot<token>/getMe" in said


def test_json_is_one_object_a_line_with_its_traceback(root, capsys):
    logs.set_up("INFO", "json", TOKEN)
    try:
        raise ValueError(TOKEN)
    except ValueError:
        root.exception("не вышло")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["level"], said["message"]) == ("ERROR", "не вышло")
    assert "ValueError: <token>" in said["error"]


def test_what_sql_is_run_is_not_told_even_when_all_is(root, capsys):
    logs.set_up("DEBUG", "text", TOKEN)
    logging.getLogger("aiosqlite").debug("INSERT … deck")
    assert capsys.readouterr().err == ""
