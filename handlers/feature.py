"""What a feature is to the handlers: its commands, its buttons, and the services they call."""

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
"""The menu of private chats, of members of groups, of admins of groups."""


class _Named(filters.Command):
    """A command as it was written: a forwarded one is nobody's, its writer meant another chat."""

    async def __call__(self, message: Message, bot: Bot) -> bool | dict[str, Any]:
        return message.forward_origin is None and await super().__call__(message, bot)


@dataclass(frozen=True, slots=True)
class Command:
    """`/name` and, in groups, `/name@bot`, in any case of letters, unless forwarded.

    `rank` is its place in `menus`, lowest first; 0 keeps it out of them. Of commands of the same
    name the first one whose `filters` let the message through handles it.
    """

    name: str
    handle: Callable[..., Awaitable[None]]
    rank: int = 0
    menus: tuple[Menu, ...] = ("private", "group", "admins")
    filters: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Pressed(Generic[P]):
    """A press of a button: where, by whom, the query to answer, and the message it is on."""

    place: Place
    person: Person
    press: P
    query_id: str
    message_id: int


PressHandler = Callable[[Pressed[Any], Services], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Feature:
    """A row of `handlers.features.FEATURES`; `services` are those that only this feature calls."""

    name: str
    commands: tuple[Command, ...] = ()
    buttons: Mapping[type[Press], PressHandler] = field(default_factory=dict)
    services: tuple[type, ...] = ()

    def router(self) -> Router:
        """Return what lets messages with the commands through to their handlers."""
        router = Router(name=self.name)
        for command in self.commands:
            named = _Named(command.name, ignore_case=True)
            router.message.register(command.handle, named, *command.filters)
        return router
