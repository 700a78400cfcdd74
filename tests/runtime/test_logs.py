"""Log lines in both styles, with context fields and without secrets."""

import io
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


class Watch:
    """Time that passes when told to, and the stream of the lines that are written in it."""

    def __init__(self):
        self.seconds = 0.0
        self.stream = io.StringIO()

    def __call__(self):
        return self.seconds

    def said(self):
        """The lines that are new."""
        lines = self.stream.getvalue().splitlines()
        self.stream.seek(0)
        self.stream.truncate()
        return lines


@pytest.fixture
def watch(root):
    """A clock, and a handler of the root logger that limits by it."""
    watch = Watch()
    handler = logging.StreamHandler(watch.stream)
    handler.addFilter(logs.Limit(watch))
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    root.addHandler(handler)
    root.setLevel("INFO")
    return watch


def test_a_kind_is_written_five_times_a_minute_and_the_rest_are_counted(watch):
    log = logging.getLogger("bot.delivery.backoff")
    for chat in range(40):
        log.warning("rate_limited chat=%d retry_after=%g", chat, 1)
    assert watch.said() == [f"WARNING rate_limited chat={n} retry_after=1" for n in range(5)]
    watch.seconds = logs.MINUTE
    log.warning("rate_limited chat=%d retry_after=%g", 40, 1)
    assert watch.said() == [
        'WARNING suppressed event="rate_limited" logger=bot.delivery.backoff count=35',
        "WARNING rate_limited chat=40 retry_after=1",
    ]


def test_any_record_reports_what_was_suppressed_before_it(watch):
    for number in range(7):
        logging.getLogger("handlers.webhook").error("refused update=%d", number)
    watch.said()
    watch.seconds = logs.MINUTE
    for _ in range(2):
        logging.getLogger("bot.app").info("stopping")
    assert watch.said() == [
        'ERROR suppressed event="refused" logger=handlers.webhook count=2',
        "INFO stopping",
        "INFO stopping",
    ]


def test_few_lines_are_not_reported_as_suppressed(watch):
    for number in range(logs.A_MINUTE):
        logging.getLogger("bot").warning("seen number=%d", number)
    watch.seconds = logs.MINUTE
    logging.getLogger("bot").warning("seen number=%d", logs.A_MINUTE)
    assert len(watch.said()) == logs.A_MINUTE + 1


def test_a_flood_of_one_kind_hides_no_other(watch):
    for _ in range(100):
        logging.getLogger("bot.a").warning("full disk=%s", "a")
    watch.said()
    logging.getLogger("bot.a").warning("lost press=%s", "a")
    logging.getLogger("bot.b").warning("full disk=%s", "b")
    logging.getLogger("bot.a").error("full disk=%s", "c")
    assert watch.said() == ["WARNING lost press=a", "WARNING full disk=b", "ERROR full disk=c"]


def fail(divisor):
    return 1 / divisor


def fail_elsewhere(key):
    return {}[key]


def fail_in_another_line(divisor):
    return 2 / divisor


def test_the_first_traceback_from_each_place_is_written(watch):
    def update_fails(failing):
        try:
            failing(0)
        except (ArithmeticError, KeyError) as error:
            logging.getLogger("handlers").error("an update failed", exc_info=error)

    for _ in range(50):
        update_fails(fail)
    assert sum(line.startswith("ZeroDivisionError") for line in watch.said()) == logs.A_MINUTE
    for other in (fail_elsewhere, fail_in_another_line):
        update_fails(other)
        assert watch.said()[0] == "ERROR an update failed"


def test_a_port_without_descriptors_is_told_by_its_first_line(watch):
    for number in range(600):
        logging.getLogger("asyncio").error(
            f"socket.accept() out of system resource\nsocket: <socket fd={number}>"
        )
    assert sum(line.startswith("ERROR") for line in watch.said()) == logs.A_MINUTE


def test_what_is_played_is_not_limited_but_its_warnings_are(watch):
    for step in range(20):
        logging.getLogger("bot.tables.progress").info("acted game=1 step=%d", step)
    assert len(watch.said()) == 20
    for step in range(20):
        logging.getLogger("bot.tables.progress").warning("not_saved game=1 step=%d", step)
    assert len(watch.said()) == logs.A_MINUTE


def test_kinds_without_end_share_one_limit(watch):
    for number in range(3 * logs.MOST_KINDS):
        logging.getLogger("library").error(f"told without values {number}")
    assert len(watch.said()) == logs.MOST_KINDS + logs.A_MINUTE


def test_a_report_names_no_update_and_no_token(root, capsys):
    watch = Watch()
    logs.set_up("INFO", "text", TOKEN, monotonic=watch)
    for _ in range(6):
        root.warning(f"asked {TOKEN}")
    capsys.readouterr()
    watch.seconds = logs.MINUTE
    with bind_update(7):
        root.info("read")
    report, read = capsys.readouterr().err.splitlines()
    assert report.endswith('suppressed event="asked <secret>" logger=root count=1')
    assert read.endswith("[update=7]")
