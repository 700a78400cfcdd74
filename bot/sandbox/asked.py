"""Parse requests to the world API; a WorldError says what is wrong with one."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.sandbox.errors import WorldError
from bot.sandbox.model import Json

Action = Callable[[Json], Awaitable[Any]]
_Handler = Callable[[web.Request], Awaitable[web.Response]]


def posted(action: Action) -> _Handler:
    """Return a handler that calls the action with the JSON object sent; else 400."""
    return _handler(action, empty={})


def nullable(action: Callable[[Json | None], Awaitable[Any]]) -> _Handler:
    """Return a handler as `posted` does, but `null` or an empty body becomes None."""
    return _handler(action, empty=None)


def _handler(action: Callable[[Any], Awaitable[Any]], empty: Json | None) -> _Handler:
    async def handler(request: web.Request) -> web.Response:
        try:
            body = await request.json() if request.can_read_body else empty
        except ValueError:
            return web.json_response({"error": "the body is not JSON"}, status=400)
        if not isinstance(body, dict) and body is not empty:
            return web.json_response({"error": "the body is not an object"}, status=400)
        return await answered(action(body))

    return handler


async def answered(work: Awaitable[Any]) -> web.Response:
    """Return the result as JSON; a WorldError becomes 400 with {"error": words}."""
    try:
        return web.json_response(await work)
    except WorldError as error:
        return web.json_response({"error": str(error)}, status=400)


def number(body: Json, name: str) -> int:
    """Return a required integer.

    Raises:
        WorldError: it is missing or no integer; so do the functions below.
    """
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise WorldError(f"{name} must be a number")
    return value


def numbers(body: Json, name: str) -> list[int]:
    """Return a list of integers, empty if missing."""
    values = body.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, int) for value in values):
        raise WorldError(f"{name} must be a list of numbers")
    return values


def words(body: Json, name: str, known: tuple[str, ...]) -> list[str] | None:
    """Return a list of words out of `known`, None if missing."""
    values = body.get(name)
    if values is None:
        return None
    if not isinstance(values, list) or not all(value in known for value in values):
        raise WorldError(f"{name} must be a list of {', '.join(known)}")
    return values


def text(body: Json, name: str) -> str:
    """Return a required text that is not blank."""
    value = body.get(name)
    if not isinstance(value, str) or not value.strip():
        raise WorldError(f"{name} must be some text")
    return value


def flag(body: Json, name: str, otherwise: bool = False) -> bool:
    """Return a boolean, `otherwise` if missing."""
    value = body.get(name, otherwise)
    if not isinstance(value, bool):
        raise WorldError(f"{name} must be true or false")
    return value
