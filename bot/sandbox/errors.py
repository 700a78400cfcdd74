"""Refusals of the Bot API, in Telegram's words (https://core.telegram.org/bots/api#making-requests)."""

from typing import Any


class ApiError(Exception):
    """An unsuccessful answer: HTTP status `code`, `description` and optional `parameters`."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        """The answer in JSON."""
        body = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


class WorldError(Exception):
    """Something a person in this world can't do; the text says why."""


def bad_request(words: str) -> ApiError:
    """400 with `words` after Telegram's prefix."""
    return ApiError(400, f"Bad Request: {words}")


def forbidden(words: str) -> ApiError:
    """403 with `words` after Telegram's prefix."""
    return ApiError(403, f"Forbidden: {words}")
