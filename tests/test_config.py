"""Settings: what is missing or wrong is said in plain lines, and never the token."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import ConfigError, DatabaseSettings, SandboxSettings, Settings, load

TOKEN = "123456:a-secret-of-ours"
EXAMPLE = Path(__file__).parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_a_token_is_enough(monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    settings = load(Settings, None)
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.telegram_api_url == "https://api.telegram.org"
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize("value", [None, ""])
def test_no_token_is_said_in_one_line(monkeypatch, value):
    if value is not None:
        monkeypatch.setenv("BOT_TOKEN", value)
    with pytest.raises(ConfigError, match=r"^BOT_TOKEN is not set: [^\n]+$"):
        load(Settings, None)


@pytest.mark.parametrize(
    "bad",
    [
        *(
            "a-secret-of-ours",
            "12:a secret-of-ours",
            ":secret-of-ours",
            "12:",
            '"12:secret-of-ours',
        ),
        *("12:secret-of-ours\n1", "٤٢:secret-of-ours", f"{'1' * 5000}:secret-of-ours"),
    ],
)
def test_a_bad_token_is_refused_but_not_shown(monkeypatch, bad):
    monkeypatch.setenv("BOT_TOKEN", bad)
    with pytest.raises(ConfigError, match=r"^BOT_TOKEN: this is no bot token") as caught:
        load(Settings, None)
    assert "secret-of-ours" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_each_wrong_value_has_its_line(monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("LOG_FORMAT", "xml")
    monkeypatch.setenv("RING_AFTER", "soon")
    monkeypatch.setenv("TELEGRAM_API_URL", "telegram")
    with pytest.raises(ConfigError) as caught:
        load(Settings, None)
    lines = str(caught.value).splitlines()
    assert sorted(line.split(":")[0] for line in lines) == [
        "LOG_FORMAT",
        "RING_AFTER",
        "TELEGRAM_API_URL",
    ]
    assert "LOG_FORMAT: should be 'text' or 'json'" in lines


@pytest.mark.parametrize("value", ["inf", "nan", "0", "-1"])
@pytest.mark.parametrize(
    "name",
    [
        *("PACE_GROUP_PER_MINUTE", "PACE_PRIVATE_PER_SECOND", "PACE_TOTAL_PER_SECOND"),
        *("AI_SECONDS", "RING_AFTER"),
    ],
)
def test_what_is_counted_is_a_number_that_ends(monkeypatch, name, value):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=rf"^{name}: should be [^\n]+$"):
        load(Settings, None)


def test_the_environment_wins_over_the_file(monkeypatch, tmp_path):
    file = tmp_path / ".env"
    file.write_text(f"BOT_TOKEN={TOKEN}\nAI_PAUSE=2\nLOG_LEVEL=debug\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("AI_PAUSE", "3")
    settings = load(Settings, file)
    assert (settings.ai_pause, settings.log_level) == (3, "DEBUG")


def test_the_sandbox_needs_no_token():
    assert load(SandboxSettings, None).sandbox_port == 8765


def test_the_example_names_every_setting_with_its_default(monkeypatch):
    named = re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)
    assert sorted(named) == sorted(name.upper() for name in Settings.model_fields)
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    assert load(Settings, EXAMPLE) == load(Settings, None)


def line(name, value):
    """What is said about a setting in the environment beside a good token; "" if nothing."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BOT_TOKEN", TOKEN)
        environment.setenv(name, value)
        try:
            load(Settings, None)
        except ConfigError as error:
            return str(error)
    return ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("AI_PAUSE", "nan", "should be less than or equal to 60"),
        ("AI_PAUSE", "-0.1", "should be greater than or equal to 0"),
        ("AI_WORKERS", "1e1", "should be a valid integer, unable to parse string as an integer"),
        ("AI_WORKERS", "0", "should be greater than or equal to 1"),
        ("AI_WORKERS", "9" * 5000, "Unable to parse input string as an integer, exceeded"),
        ("RING_AFTER", "1e300", "should be less than or equal to 1000000000"),
        ("PACE_TOTAL_PER_SECOND", "1e308", "should be less than or equal to 1000000000"),
        ("METRICS_PORT", "0", "should be greater than or equal to 1"),
        ("METRICS_PORT", "65536", "should be less than or equal to 65535"),
        ("WEBHOOK_PORT", "-1", "should be greater than or equal to 1"),
        ("SANDBOX_PORT", "http", "should be a valid integer, unable to parse string as an integer"),
        ("LOG_LEVEL", "LOUD", "should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("LOG_FORMAT", "yaml", "should be 'text' or 'json'"),
        ("DEFAULT_LANGUAGE", "tlh", "should be 'ru' or 'en'"),
        ("TELEGRAM_API_URL", "api.telegram.org", "must begin with http:// or https://"),
        ("TELEGRAM_API_URL", "https://", "names no host, or no port of one"),
        ("TELEGRAM_API_URL", "http://api..org", "is no name or address of a host"),
        ("TELEGRAM_API_URL", f"http://{'a' * 64}.org", "is no name or address of a host"),
        ("TELEGRAM_API_URL", "http://api:99999", "Port out of range 0-65535"),
        ("TELEGRAM_API_URL", "http://api:port", "Port could not be cast to integer value"),
        ("TELEGRAM_API_URL", "http://api/{token}", "has a character that must be written as %…"),
        ("WEBHOOK_URL", "https://my durak.org", "has a character that must be written as %…"),
        ("WEBHOOK_URL", "https://дурак.рф", "has a character that must be written as %…"),
        ("WEBHOOK_HOST", "two words", "is no name or address of a host"),
        ("WEBHOOK_HOST", "a" * 64, "is no name or address of a host"),
        ("WEBHOOK_SECRET", "not so secret", "must be 1 to 256 letters, digits, _ or -"),
        ("DATABASE_PATH", "/", "/ is a folder; name a file in it"),
        ("DATABASE_PATH", ".", ". is a folder; name a file in it"),
        ("DATABASE_PATH", "..", ".. is a folder; name a file in it"),
        ("DATABASE_PATH", "~nobody-of-this-name/d", "no such path can be: Could not determine"),
        ("DATABASE_PATH", "d" * 5000, "no such path can be: [Errno 36] File name too long"),
        ("DATABASE_PATH", ":memory:", "must be a file: what is kept in memory is lost"),
    ],
)
def test_a_value_that_makes_no_sense_is_said_in_one_line(name, value, said):
    answer = line(name, value)
    assert answer.startswith(f"{name}: {said}")
    assert "\n" not in answer


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("AI_PAUSE", "1e1", 10),
        ("AI_PAUSE", '"2"', 2),
        ("METRICS_PORT", " 9100\r", 9100),
        ("METRICS_PORT", '""', None),
        ("WEBHOOK_URL", "  ", None),
        ("LOG_LEVEL", "'debug' ", "DEBUG"),
        ("TELEGRAM_API_URL", '"http://[::1]:8081/"', "http://[::1]:8081"),
        ("DATABASE_PATH", '"/data/d.sqlite3"', Path("/data/d.sqlite3")),
        ("DATABASE_PATH", "'my games/d.sqlite3'", Path("my games/d.sqlite3")),
        ("DATABASE_PATH", "~/d.sqlite3", Path.home() / "d.sqlite3"),
        ("DATABASE_PATH", "d'\"", Path("d'\"")),
        ("DATABASE_PATH", "", Path("data/durak.sqlite3")),
    ],
)
def test_a_value_means_what_its_writer_meant(monkeypatch, name, value, meant):
    monkeypatch.setenv("BOT_TOKEN", f'"{TOKEN}"\r')
    monkeypatch.setenv(name, value)
    settings = load(Settings, None)
    assert getattr(settings, name.lower()) == meant
    assert settings.secrets == [TOKEN]


@pytest.mark.parametrize("used", [True, False])
def test_two_servers_need_two_ports(monkeypatch, used):
    monkeypatch.setenv("WEBHOOK_PORT", "9100")
    if used:
        monkeypatch.setenv("WEBHOOK_URL", "https://durak.example.org/updates")
        monkeypatch.setenv("WEBHOOK_SECRET", "secret")
    said = "METRICS_PORT: must be another port than WEBHOOK_PORT"
    assert line("METRICS_PORT", "9100") == (said if used else "")


@pytest.mark.parametrize(
    ("content", "path", "pause"),
    [
        (b"\xef\xbb\xbfDATABASE_PATH=d\nAI_PAUSE=2\n", "d", 2),
        (b"DATABASE_PATH=d\r\nAI_PAUSE=2\r\n", "d", 2),
        (b"export DATABASE_PATH='my d'\n\n# AI_PAUSE=2\n", "my d", 1),
        ("DATABASE_PATH=игры\nAI_PAUSE= 2 # секунды".encode(), "игры", 2),
        (b"", "data/durak.sqlite3", 1),
    ],
    ids=["mark", "windows", "shell", "russian", "empty"],
)
def test_a_file_is_read_as_it_was_meant(monkeypatch, tmp_path, content, path, pause):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    file = tmp_path / ".env"
    file.write_bytes(content)
    settings = load(Settings, file)
    assert (settings.database_path, settings.ai_pause) == (Path(path), pause)


UNREADABLE = {
    "cp1251": ("AI_PAUSE=2\n# игры".encode("cp1251"), ".env, line 2: this is no text in UTF-8"),
    "utf-16": ("AI_PAUSE=2".encode("utf-16"), ".env, line 1: this is no text in UTF-8"),
    "zeros": (b"\nA=1\nAI_PAUSE=2\0\n", ".env, line 3: this is no setting; one is NAME=value"),
    "zeros only": (bytes(4096), ".env, line 1: this is no setting; one is NAME=value"),
    "a space": (b"A=1\nAI PAUSE 2\n", ".env, line 2: this is no setting; one is NAME=value"),
    "a quote": (b"A='secret\nB=2\n", ".env, line 1: this is no setting; one is NAME=value"),
    "a folder": (None, ".env can't be read: Is a directory"),
}


@pytest.fixture(params=UNREADABLE)
def unreadable(request, monkeypatch, tmp_path):
    """What is to be said of the `.env` in the current folder."""
    monkeypatch.chdir(tmp_path)
    content, said = UNREADABLE[request.param]
    if content is None:
        Path(".env").mkdir()
    else:
        Path(".env").write_bytes(content)
    return said


def test_a_file_that_is_none_ends_the_bot_with_one_line(monkeypatch, capsys, unreadable):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    for arguments in ([], ["backup", "copy"], ["recount", "--check"]):
        monkeypatch.setattr(sys, "argv", ["durak-bot", *arguments])
        assert main() == 2
        assert capsys.readouterr() == ("", f"{unreadable}\n")
    with pytest.raises(ConfigError, match=re.escape(unreadable)):
        load(DatabaseSettings)


def test_a_file_that_may_not_be_read_is_said_so(monkeypatch, tmp_path):
    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(ConfigError, match=r"\.env can't be read: Permission denied$"):
        load(SandboxSettings, tmp_path / ".env")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({b"RING_AFTER": b"\xff"}, b"RING_AFTER: "),
        ({b"BOT_TOKEN": b"42:\xff"}, b"BOT_TOKEN: "),
        ({b"DATABASE_PATH": b"\xff/d"}, b"the database \\udcff/d can't be locked: "),
        ({}, b".env, line 1: this is no text in UTF-8\n"),
    ],
    ids=["number", "token", "path", "file"],
)
def test_bytes_that_are_no_text_end_the_process_with_one_line(tmp_path, setting, said):
    (tmp_path / ".env").write_bytes(b"" if setting else b"AI_PAUSE=\xff")
    (tmp_path / os.fsdecode(b"\xff")).write_text("a file where a folder is meant")
    ended = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={b"PYTHONPATH": os.fsencode(EXAMPLE.parent), b"BOT_TOKEN": TOKEN.encode(), **setting},
        capture_output=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr.count(b"\n")) == (2, 1), ended.stderr.decode()
    assert ended.stderr.startswith(said)
