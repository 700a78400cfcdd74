"""Errors of the sandbox.

Functions that implement Bot API methods raise ApiError with Telegram's descriptions
(https://core.telegram.org/bots/api#making-requests); functions of the world, which people and
tests call, raise WorldError if the request makes no sense.
"""

from typing import Any


class ApiError(Exception):
    """An error answer: HTTP status `code`, `description` and optional `parameters`."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        """Return the JSON body of the answer."""
        body = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


class WorldError(Exception):
    """A request to the world that can't be fulfilled; the message says why."""


def bad_request(words: str) -> ApiError:
    """Return a 400 with Telegram's prefix."""
    return ApiError(400, f"Bad Request: {words}")


def forbidden(words: str) -> ApiError:
    """Return a 403 with Telegram's prefix."""
    return ApiError(403, f"Forbidden: {words}")
