"""Single sentences: toasts, refusals, the names of computers."""

from __future__ import annotations

from bot.model.people import Language, Reader
from bot.screens.names import clean, isolated
from engine import Reason


def message(key: str, reader: Reader, **args: str | int) -> str:
    """A whole message as plain text, for a toast, an alert or a note; texts in it are names."""
    return reader.text(key, **{name: _shown(arg, reader) for name, arg in args.items()})


def _shown(arg: str | int, reader: Reader) -> str | int:
    if isinstance(arg, int):
        return arg
    return isolated(clean(arg)) if clean(arg) else reader.text("somebody")


def reason_key(reason: Reason) -> str:
    """Return the key of the message that says why an action is not legal now."""
    return "reason-" + reason.name.lower().replace("_", "-")


def refusal(reason: Reason, reader: Reader, **args: str | int) -> str:
    """Why an action is not legal now, said to the one who tried it; plain, for a toast."""
    return message(reason_key(reason), reader, **args)


def language_name(language: Language) -> str:
    """Return what a language calls itself."""
    return Reader(language).text("language-own-name")


def bot_name(number: int, reader: Reader) -> str:
    """The name of a table's computer number `number`, from 0; the names come round again."""
    names = reader.text("bot-names").split(",")
    return reader.text("bot-name", name=names[number % len(names)].strip())
