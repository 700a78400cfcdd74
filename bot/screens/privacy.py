"""Own data of a person: what is kept, the question of erasure, the export."""

from __future__ import annotations

from bot.model.buttons import OwnPress, OwnVerb, encode
from bot.model.people import Reader
from bot.model.screen import Attachment, Button, Screen


def privacy_screen(reader: Reader, private: bool) -> Screen:
    """Return what is kept and how long; in private with buttons to export or erase it."""
    words = reader.text("privacy")
    if not private:
        return Screen(f"{words}\n\n{reader.text('privacy-in-private')}")
    export, ask = (
        _button("button-export", "export", reader),
        _button("button-forget", "ask", reader),
    )
    return Screen(words, ((export,), (ask,)))


def forget_screen(reader: Reader) -> Screen:
    """Return the question whether to erase the person."""
    forget = _button("button-forget-me", "forget", reader)
    return Screen(
        reader.text("forget-question"),
        (
            (Button(forget.text, data=forget.data, style="danger"),),
            (_button("button-keep-me", "keep", reader),),
        ),
    )


def export_file(content: bytes, number: int, parts: int, reader: Reader) -> Attachment:
    """Return part `number` of the file with what is kept of a person: compressed JSON."""
    part = f"-{number}" if parts > 1 else ""
    caption = reader.text("export-caption")
    return Attachment("document", f"durak-data{part}.json.gz", content, caption)


def _button(key: str, verb: OwnVerb, reader: Reader) -> Button:
    return Button(reader.text(key), data=encode(OwnPress(verb)))
