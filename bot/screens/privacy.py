"""What is kept of a person, in words; whether to forget them; all of it as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.model.buttons import OwnPress, OwnVerb, encode
from bot.model.people import Language
from bot.model.screen import Attachment, Button, Screen
from locales.fluent import text


def privacy_screen(lang: Language, private: bool) -> Screen:
    """What is kept, how long, and what is not; in private with buttons to have or remove it."""
    words = text(lang, "privacy")
    if not private:
        return Screen(f"{words}\n\n{text(lang, 'privacy-in-private')}")
    export, ask = _button("button-export", "export", lang), _button("button-forget", "ask", lang)
    return Screen(words, ((export,), (ask,)))


def forget_screen(lang: Language) -> Screen:
    """Asks whether to forget the person, with buttons for both answers."""
    forget = _button("button-forget-me", "forget", lang)
    return Screen(
        text(lang, "forget-question"),
        (
            (Button(forget.text, data=forget.data, style="danger"),),
            (_button("button-keep-me", "keep", lang),),
        ),
    )


def export_file(kept: Mapping[str, Any], lang: Language) -> Attachment:
    """What is kept of a person, as JSON."""
    content = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    return Attachment("document", "durak-data.json", content, text(lang, "export-caption"))


def _button(key: str, verb: OwnVerb, lang: Language) -> Button:
    return Button(text(lang, key), data=encode(OwnPress(verb)))
