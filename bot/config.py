"""The settings: from the environment, then from `.env`, then the defaults written here."""

import os
import re
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.model.people import LANGUAGES, Language

Upper = BeforeValidator(lambda value: value.upper() if isinstance(value, str) else value)
Lower = BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ConfigError(Exception):
    """A setting is missing or makes no sense; the text has one plain line for each."""


class _Settings(BaseSettings):
    # An empty value counts as none, so that a line of .env.example may stay as it is.
    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )


class SandboxSettings(_Settings):
    """What the local Telegram needs to know: no token."""

    sandbox_port: int = Field(8765, ge=0, le=65535)


class DatabaseSettings(_Settings):
    """What a backup or a health check needs to know: no token."""

    database_path: Path = Path("data/durak.sqlite3")


class Settings(SandboxSettings, DatabaseSettings):
    """What the bot needs to know; every name in capitals is an environment variable."""

    bot_token: SecretStr
    telegram_api_url: str = "https://api.telegram.org"

    webhook_url: str | None = None
    webhook_secret: Annotated[SecretStr | None, Field(validate_default=True)] = None
    webhook_host: str = "127.0.0.1"
    webhook_port: int = Field(8080, ge=1, le=65535)
    metrics_port: int | None = Field(None, ge=1, le=65535)

    pace_group_per_minute: float = Field(20, gt=0, allow_inf_nan=False)
    pace_private_per_second: float = Field(1, gt=0, allow_inf_nan=False)
    pace_total_per_second: float = Field(30, gt=0, allow_inf_nan=False)

    ai_workers: int = Field(default_factory=lambda: max(cores() - 1, 1), ge=1, le=64)
    ai_seconds: float | None = Field(None, gt=0, le=60)
    ai_pause: float = Field(1.0, ge=0, le=60)
    ring_after: float = Field(60, gt=0, allow_inf_nan=False)

    default_language: Annotated[Language, Lower] = Language("ru")
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], Upper] = "INFO"
    log_format: Annotated[Literal["text", "json"], Lower] = "text"

    @property
    def secrets(self) -> list[str]:
        """What must never be written anywhere."""
        given = (self.bot_token, self.webhook_secret)
        return [secret.get_secret_value() for secret in given if secret]

    @field_validator("bot_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr) -> SecretStr:
        number, _, secret = token.get_secret_value().partition(":")
        if not (number.isdecimal() and secret) or any(c.isspace() for c in secret):
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
        if url is not None and not url.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        return url.rstrip("/") if url else url

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
    """Read settings of this kind from the environment and a file (which may be absent).

    Raises ConfigError, whose text never holds the token.
    """
    try:
        return kind(_env_file=env_file)
    except ValidationError as error:
        lines = [
            _line(str(item["loc"][0]), item["type"], item["msg"])
            for item in error.errors(include_input=False, include_url=False)
        ]
        raise ConfigError("\n".join(lines)) from None


def _line(field: str, problem: str, message: str) -> str:
    if field == "bot_token" and problem == "missing":
        return (
            "BOT_TOKEN is not set: put the token that @BotFather gave you "
            "into the environment or into .env"
        )
    plain = message.removeprefix("Value error, ").replace("Input should", "should")
    return f"{field.upper()}: {plain}"
