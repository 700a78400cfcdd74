"""What is kept of a person, in words; whether to forget them; all of it as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.model.buttons import OwnPress, OwnVerb, encode
from bot.model.people import Reader
from bot.model.screen import Attachment, Button, Screen


def privacy_screen(reader: Reader, private: bool) -> Screen:
    """What is kept, how long, and what is not; in private with buttons to have or remove it."""
    words = reader.text("privacy")
    if not private:
        return Screen(f"{words}\n\n{reader.text('privacy-in-private')}")
    export, ask = (
        _button("button-export", "export", reader),
        _button("button-forget", "ask", reader),
    )
    return Screen(words, ((export,), (ask,)))


def forget_screen(reader: Reader) -> Screen:
    """Asks whether to forget the person, with buttons for both answers."""
    forget = _button("button-forget-me", "forget", reader)
    return Screen(
        reader.text("forget-question"),
        (
            (Button(forget.text, data=forget.data, style="danger"),),
            (_button("button-keep-me", "keep", reader),),
        ),
    )


def export_file(kept: Mapping[str, Any], reader: Reader) -> Attachment:
    """What is kept of a person, as JSON."""
    content = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    return Attachment("document", "durak-data.json", content, reader.text("export-caption"))


def _button(key: str, verb: OwnVerb, reader: Reader) -> Button:
    return Button(reader.text(key), data=encode(OwnPress(verb)))
