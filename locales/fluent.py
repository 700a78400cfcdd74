"""The words: Fluent files, one directory a language, read once."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Message, Resource

LANGUAGES = ("ru", "en")
_HERE = Path(__file__).parent


def text(lang: str, key: str, **args: str | int) -> str:
    """The message `key` in `lang` (one of `LANGUAGES`), with its variables filled in.

    Raises:
        KeyError: no such language or message.
        ValueError: a variable of the message is missing.
    """
    return _text(lang, key, tuple(args.items()))


@lru_cache(maxsize=8192)
def _text(lang: str, key: str, args: tuple[tuple[str, str | int], ...]) -> str:
    bundle = _bundle(lang)
    pattern = bundle.get_message(key).value
    if pattern is None:
        raise KeyError(key)
    words, errors = bundle.format_pattern(pattern, dict(args))
    if errors:
        raise ValueError(f"{lang} {key}: {errors[0]}")
    return str(words)


def messages(lang: str) -> dict[str, Message]:
    """The parsed messages of a language by key."""
    return {
        entry.id.name: entry
        for resource in _resources(lang)
        for entry in resource.body
        if isinstance(entry, Message)
    }


@cache
def _bundle(lang: str) -> FluentBundle:
    bundle = FluentBundle([lang], use_isolating=False)
    for resource in _resources(lang):
        bundle.add_resource(resource)
    return bundle


@cache
def _resources(lang: str) -> tuple[Resource, ...]:
    if lang not in LANGUAGES:
        raise KeyError(lang)
    files = sorted((_HERE / lang).glob("*.ftl"))
    return tuple(FluentResource(file.read_text(encoding="utf-8")) for file in files)
