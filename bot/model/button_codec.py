"""The codec of callback data, built from the fields that buttons declare.

Data is the letter of the kind and the fields, joined by ``:``. Numbers are decimal. A verb is one
letter, and its cards follow it in record notation without a separator.
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
"""The largest integer that the database can hold."""
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
    """Raised for callback data that is of no button: it may be forged."""


@dataclass(frozen=True, slots=True)
class _Form:
    """The encoding of a type; `pattern` matches the texts that are passed to `read`."""

    pattern: str
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of button; each field is its separator, its name and its form."""

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

    A field is a number (0 or more), a text without ``:``, a literal, a text annotated with a tuple
    of its values, or cards and verbs of the engine. `__post_init__` raises ValueError for
    combinations that make no sense.
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
        ValueError: it is longer than `MOST_BYTES`.
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
        BadPress: there is none; the data may be forged.
    """
    kind = _BY_LETTER.get(data[:1])
    match = kind and _fits(data) and kind.pattern.fullmatch(data)
    if not kind or not match:
        raise BadPress(data)
    texts = zip(kind.fields, match.groups(), strict=True)
    try:
        return kind.press(*(form.read(text) for (_, _, form), text in texts))
    except ValueError as error:
        raise BadPress(data) from error


def _fits(data: str) -> bool:
    """Tell whether data is short enough; a lone surrogate can't be encoded at all."""
    return len(data.encode(errors="surrogatepass")) <= MOST_BYTES
