"""Callback data of buttons, as the fields of each kind are declared.

A letter names the kind; fields follow, joined by ``:``. Numbers are decimal; cards are in record
notation and follow their verb, which is one letter, without a separator.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from engine import Card, Verb
from engine.cards import RANKS, SUITS

T = TypeVar("T")

MOST_BYTES = 64
"""https://core.telegram.org/bots/api#inlinekeyboardbutton"""
_LARGEST = 2**63 - 1
"""What the database can hold."""
_LETTERS: dict[Verb | None, str] = {
    Verb.LEAD: "l",
    Verb.THROW: "t",
    Verb.BEAT: "b",
    Verb.TRANSFER: "r",
    Verb.SHOW: "s",
    Verb.TAKE: "k",
    Verb.PASS: "p",
    Verb.RETRACT: "u",
    Verb.REDEAL: "d",
    Verb.KEEP: "e",
    None: "",
}
_VERBS = {letter: verb for verb, letter in _LETTERS.items()}
_LETTER = f"[{''.join(_VERBS)}]"
_CARD = f"[{RANKS}][{SUITS}]"
_CARDS = tuple[Card, ...]


class BadPress(ValueError):
    """Callback data that no button of ours carries."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How the values of a type are written: `pattern` matches the text that `read` takes."""

    pattern: str
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of button: of each field the separator before it, its name and its form."""

    press: Callable[..., object]
    letter: str
    fields: tuple[tuple[str, str, _Form], ...]
    pattern: re.Pattern[str]


def _number(text: str) -> int:
    number = int(text)
    if number > _LARGEST:
        raise ValueError(text)
    return number


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, re.findall("..", text)))


_FORMS: dict[object, _Form] = {
    int: _Form("[0-9]+", read=_number),
    str: _Form("[^:]*"),
    Card: _Form(_CARD, read=Card.parse),
    _CARDS: _Form(f"(?:{_CARD})*", lambda cards: "".join(map(str, cards)), _cards),
    Verb: _Form(_LETTER, _LETTERS.__getitem__, _VERBS.__getitem__),
    Verb | None: _Form(f"{_LETTER}?", _LETTERS.__getitem__, _VERBS.__getitem__),
}
_BY_CLASS: dict[type, _Kind] = {}
_BY_LETTER: dict[str, _Kind] = {}


def _form(hint: object) -> _Form:
    words: tuple[str, ...] = ()
    if get_origin(hint) is Annotated:
        _, words = get_args(hint)
    elif get_origin(hint) is Literal:
        words = get_args(hint)
    return _Form("|".join(map(re.escape, words))) if words else _FORMS[hint]


@dataclass_transform(frozen_default=True)
def button(letter: str) -> Callable[[type[T]], type[T]]:
    """Make a class a kind of button: a frozen dataclass with callback data.

    Fields are numbers (0 and more), text without ``:``, literals, text annotated with a tuple of
    all that it may be, cards and verbs of the engine.
    What only some values of them make sense of is refused in `__post_init__`, by a ValueError.
    """

    def declare(cls: type[T]) -> type[T]:
        press = dataclass(frozen=True, slots=True)(cls)
        hints = get_type_hints(press, include_extras=True)
        fields = tuple(
            ("" if hint == _CARDS else ":", name, _form(hint)) for name, hint in hints.items()
        )
        pattern = "".join(f"{before}({form.pattern})" for before, _, form in fields)
        assert letter not in _BY_LETTER, letter
        kind = _Kind(press, letter, fields, re.compile(letter + pattern))
        _BY_CLASS[press] = _BY_LETTER[letter] = kind
        return press

    return declare


def write(press: object) -> str:
    """Return the callback data of a button.

    Raises:
        ValueError: it is longer than Telegram takes.
    """
    kind = _BY_CLASS[type(press)]
    data = kind.letter
    for before, name, form in kind.fields:
        data += before + form.write(getattr(press, name))
    if len(data.encode()) > MOST_BYTES:
        raise ValueError(f"too long for a button: {data}")
    return data


def read(data: str) -> object:
    """Return the button that has this callback data.

    Raises:
        BadPress: none of ours has; it may be forged.
    """
    kind = _BY_LETTER.get(data[:1])
    match = kind and len(data.encode()) <= MOST_BYTES and kind.pattern.fullmatch(data)
    if not kind or not match:
        raise BadPress(data)
    texts = zip(kind.fields, match.groups(), strict=True)
    try:
        return kind.press(*(form.read(text) for (_, _, form), text in texts))
    except ValueError as error:
        raise BadPress(data) from error
