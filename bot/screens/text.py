"""Plain texts: toasts, refusals, the names of computers."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.people import Language, Reader
from bot.screens.names import clean, isolated
from engine import Reason


class Formatted(str):
    """Text that stands in a message as it is: the names in it have been made fit already."""

    __slots__ = ()


def listed(names: Iterable[str], reader: Reader) -> Formatted:
    """Return several names for a message."""
    return Formatted(", ".join(str(_shown(name, reader)) for name in names))


def message(key: str, reader: Reader, **args: str | int) -> str:
    """Return a message as plain text; text variables are formatted as names."""
    return reader.text(key, **{name: _shown(arg, reader) for name, arg in args.items()})


def _shown(arg: str | int, reader: Reader) -> str | int:
    if isinstance(arg, int | Formatted):
        return arg
    return isolated(clean(arg)) if clean(arg) else reader.text("somebody")


def reason_key(reason: Reason) -> str:
    """Return the key of the message that says why an action is not legal now."""
    return "reason-" + reason.name.lower().replace("_", "-")


def refusal(reason: Reason, reader: Reader, **args: str | int) -> str:
    """Return why an action is not legal now, as plain text for a toast."""
    return message(reason_key(reason), reader, **args)


def language_name(language: Language) -> str:
    """Return what a language calls itself."""
    return Reader(language).text("language-own-name")


def bot_name(number: int, reader: Reader) -> str:
    """Return the name of a table's computer by its number, from 0; names repeat."""
    names = reader.text("bot-names").split(",")
    return reader.text("bot-name", name=names[number % len(names)].strip())
