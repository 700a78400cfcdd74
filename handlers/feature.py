"""What a feature declares: its commands, its buttons, and the services they call."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from aiogram import Bot, Router, filters
from aiogram.types import Message

from bot.model.buttons import Press
from bot.model.people import Person, Place
from bot.model.screen import Answer
from handlers.services import Services

P = TypeVar("P", bound=Press)

Menu = Literal["private", "group", "admins"]
"""The command menus: of private chats, of members of groups, of admins of groups."""


class _Named(filters.Command):
    """A filter for commands, without forwarded ones: they are meant for other chats."""

    async def __call__(self, message: Message, bot: Bot) -> bool | dict[str, Any]:
        return message.forward_origin is None and await super().__call__(message, bot)


@dataclass(frozen=True, slots=True)
class Command:
    """A command `/name` or `/name@bot`, case-insensitive, unless forwarded.

    `rank` is its position in `menus`, lowest first; 0 leaves it out. Among commands of the same
    name, the first whose `filters` all pass handles the message.
    """

    name: str
    handle: Callable[..., Awaitable[None]]
    rank: int = 0
    menus: tuple[Menu, ...] = ("private", "group", "admins")
    filters: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Pressed(Generic[P]):
    """A press of a button, with its place, person, callback query and message."""

    place: Place
    person: Person
    press: P
    query_id: str
    message_id: int


PressHandler = Callable[[Pressed[Any], Services], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Feature:
    """A row of `FEATURES`; `services` are those that only this feature calls."""

    name: str
    commands: tuple[Command, ...] = ()
    buttons: Mapping[type[Press], PressHandler] = field(default_factory=dict)
    services: tuple[type, ...] = ()

    def router(self) -> Router:
        """Return a router that passes the feature's commands to their handlers."""
        router = Router(name=self.name)
        for command in self.commands:
            named = _Named(command.name, ignore_case=True)
            router.message.register(command.handle, named, *command.filters)
        return router
