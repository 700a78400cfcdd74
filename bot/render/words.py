"""Single sentences: toasts, refusals, the names of computers."""

from __future__ import annotations

from bot.ports import Language
from bot.render.names import plain_name
from engine import Reason
from locales.fluent import text


def said(key: str, lang: Language, **args: str | int) -> str:
    """A whole message as plain text, for a toast, an alert or a note; texts in it are names."""
    shown = {name: plain_name(v) if isinstance(v, str) else v for name, v in args.items()}
    return text(lang, key, **shown)


def refusal(reason: Reason, lang: Language, **args: str | int) -> str:
    """Why an action is not legal now, said to the one who tried it; plain, for a toast."""
    return said("reason-" + reason.name.lower().replace("_", "-"), lang, **args)


def bot_name(number: int, lang: Language) -> str:
    """The name of a table's computer number `number`, from 0; the names come round again."""
    names = text(lang, "bot-names").split(",")
    return text(lang, "bot-name", name=names[number % len(names)].strip())
