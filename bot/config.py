"""The settings: from the environment, else from `.env`, else the defaults here."""

import os
import re
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.model.people import LANGUAGES, Language

Upper = BeforeValidator(lambda value: value.upper() if isinstance(value, str) else value)
Lower = BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value)
Pace = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ConfigError(Exception):
    """Raised for missing or invalid settings; the text has a line for each."""


class _Settings(BaseSettings):
    # An empty value counts as unset, so that lines of .env.example can be kept.
    model_config = SettingsConfigDict(
        env_file=".env",
        # Editors on Windows write a byte order mark first.
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, values: dict[str, Any]) -> dict[str, Any]:
        # `docker --env-file` keeps quotes, and a file from Windows its carriage returns.
        plain = {
            name: _unquoted(value) if isinstance(value, str) else value
            for name, value in values.items()
        }
        return {name: value for name, value in plain.items() if value != ""}


class SandboxSettings(_Settings):
    """The settings of the sandbox, which needs no token."""

    sandbox_port: int = Field(8765, ge=0, le=65535)


class DatabaseSettings(_Settings):
    """The settings of backups and health checks, which need no token."""

    database_path: Path = Path("data/durak.sqlite3")

    @field_validator("database_path")
    @classmethod
    def _is_a_file(cls, path: Path) -> Path:
        try:
            path = path.expanduser()
            folder = not path.name or path.is_dir()
        except (OSError, RuntimeError) as error:
            raise ValueError(f"no such path can be: {error}") from None
        if folder:
            raise ValueError(f"{path} is a folder; name a file in it")
        if path.name == ":memory:":
            raise ValueError("must be a file: what is kept in memory is lost")
        return path


class Settings(SandboxSettings, DatabaseSettings):
    """The settings of the bot; the environment variables are their names in capitals."""

    bot_token: SecretStr
    telegram_api_url: str = "https://api.telegram.org"

    webhook_url: str | None = None
    webhook_secret: Annotated[SecretStr | None, Field(validate_default=True)] = None
    webhook_host: str = "127.0.0.1"
    webhook_port: int = Field(8080, ge=1, le=65535)
    metrics_port: int | None = Field(None, ge=1, le=65535)

    pace_group_per_minute: Pace = 20
    pace_private_per_second: Pace = 1
    pace_total_per_second: Pace = 30

    ai_workers: int = Field(default_factory=lambda: max(cores() - 1, 1), ge=1, le=64)
    ai_seconds: float | None = Field(None, gt=0, le=60)
    ai_pause: float = Field(1.0, ge=0, le=60)
    ring_after: float = Field(60, gt=0, le=1e9, allow_inf_nan=False)

    default_language: Annotated[Language, Lower] = Language("ru")
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], Upper] = "INFO"
    log_format: Annotated[Literal["text", "json"], Lower] = "text"

    @property
    def secrets(self) -> list[str]:
        """The secrets, which must never be logged."""
        given = (self.bot_token, self.webhook_secret)
        return [secret.get_secret_value() for secret in given if secret]

    @field_validator("bot_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr) -> SecretStr:
        # A token for Telegram's test servers ends with /test.
        if not re.fullmatch(r"[0-9]{1,20}:[A-Za-z0-9_-]+(/test)?", token.get_secret_value()):
            raise ValueError("this is no bot token; @BotFather gives one like 123456:ABC-def")
        return token

    @field_validator("default_language")
    @classmethod
    def _is_spoken(cls, language: Language) -> Language:
        if language not in LANGUAGES:
            raise ValueError("should be " + " or ".join(map(repr, LANGUAGES)))
        return language

    @field_validator("telegram_api_url", "webhook_url")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        if not url.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        if not re.fullmatch(r"[!-~]+", url) or re.search(r"[\"'<>\\^`{|}]", url):
            raise ValueError("has a character that must be written as %… or, in a host, as xn--…")
        parts = urlsplit(url)
        if not parts.hostname or parts.port == 0:
            raise ValueError("names no host, or no port of one")
        _check_host(parts.hostname)
        return url.rstrip("/")

    @field_validator("webhook_host")
    @classmethod
    def _is_a_host(cls, host: str) -> str:
        _check_host(host)
        return host

    @field_validator("metrics_port")
    @classmethod
    def _is_a_port_of_its_own(cls, port: int | None, info: ValidationInfo) -> int | None:
        if port and info.data.get("webhook_url") and port == info.data.get("webhook_port"):
            raise ValueError("must be another port than WEBHOOK_PORT")
        return port

    @field_validator("webhook_secret")
    @classmethod
    def _keeps_strangers_out(
        cls, secret: SecretStr | None, info: ValidationInfo
    ) -> SecretStr | None:
        if secret is None:
            if info.data.get("webhook_url"):
                raise ValueError("must be set with WEBHOOK_URL, so that only Telegram gets in")
        elif not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret.get_secret_value()):
            raise ValueError("must be 1 to 256 letters, digits, _ or -: Telegram allows no others")
        return secret


AnySettings = TypeVar("AnySettings", bound=_Settings)


def load(kind: type[AnySettings], env_file: Path | None = Path(".env")) -> AnySettings:
    """Read settings of a kind from the environment and a file, which may be absent.

    Raises:
        ConfigError: a setting is missing or invalid; the text never holds a secret.
    """
    if env_file is not None:
        _check_file(env_file)
    try:
        return kind(_env_file=env_file)
    except ValidationError as error:
        lines = [
            _line(str(item["loc"][0]), item["type"], item["msg"])
            for item in error.errors(include_input=False, include_url=False)
        ]
        raise ConfigError("\n".join(lines)) from None


def _check_file(file: Path) -> None:
    """Check that the file, if there is one, can be read and has only settings.

    Raises:
        ConfigError: it can't be read, or a line is no setting.
    """
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{file}, line {number}: this is no text in UTF-8") from None
    for line in parse_stream(StringIO(text)):
        if line.error or "\0" in line.original.string:
            raise ConfigError(
                f"{file}, line {line.original.line}: this is no setting; one is NAME=value"
            )


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].strip()
    return value


def _check_host(host: str) -> None:
    """Check that a name can be the name of a host.

    Raises:
        ValueError: it can't.
    """
    if not re.fullmatch(r"[A-Za-z0-9._:-]+", host):
        raise ValueError("is no name or address of a host")
    try:
        host.encode("idna")
    except UnicodeError:
        raise ValueError("is no name or address of a host") from None


def _line(field: str, problem: str, message: str) -> str:
    if field == "bot_token" and problem == "missing":
        return (
            "BOT_TOKEN is not set: put the token that @BotFather gave you "
            "into the environment or into .env"
        )
    plain = message.removeprefix("Value error, ").replace("Input should", "should")
    return f"{field.upper()}: {plain}"
