"""Settings: what is missing or wrong is said in plain lines, and never the token."""

import re
from pathlib import Path

import pytest

from bot.config import ConfigError, SandboxSettings, Settings, load

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


@pytest.mark.parametrize("bad", ["a-secret-of-ours", "12:a secret-of-ours", ":secret-of-ours"])
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
