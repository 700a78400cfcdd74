"""Single sentences: toasts, refusals, the names of computers."""

from __future__ import annotations

from bot.model.people import Language
from bot.screens.names import clean, isolated
from engine import Reason
from locales.fluent import text


def message(key: str, lang: Language, **args: str | int) -> str:
    """A whole message as plain text, for a toast, an alert or a note; texts in it are names."""
    return text(lang, key, **{name: _shown(arg, lang) for name, arg in args.items()})


def _shown(arg: str | int, lang: Language) -> str | int:
    if isinstance(arg, int):
        return arg
    return isolated(clean(arg)) if clean(arg) else text(lang, "somebody")


def reason_key(reason: Reason) -> str:
    """Return the key of the message that says why an action is not legal now."""
    return "reason-" + reason.name.lower().replace("_", "-")


def refusal(reason: Reason, lang: Language, **args: str | int) -> str:
    """Why an action is not legal now, said to the one who tried it; plain, for a toast."""
    return message(reason_key(reason), lang, **args)


def bot_name(number: int, lang: Language) -> str:
    """The name of a table's computer number `number`, from 0; the names come round again."""
    names = text(lang, "bot-names").split(",")
    return text(lang, "bot-name", name=names[number % len(names)].strip())
