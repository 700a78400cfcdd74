"""The messages that people read: Fluent files, one folder for each language.

The `meta.ftl` of a language has its own name, the codes of the languages it is for, and the letters
on its cards. Files are read once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Message, Resource

_HERE = Path(__file__).parent
_META = "meta.ftl"


def text(lang: str, key: str, **args: str | int) -> str:
    """Return the message `key` in a language with its variables filled in.

    Raises:
        KeyError: there is no such language or message.
        ValueError: a variable of the message is missing.
    """
    return _text(lang, key, tuple(args.items()))


@lru_cache(maxsize=8192)
def _text(lang: str, key: str, args: tuple[tuple[str, str | int], ...]) -> str:
    return _formatted(_bundle(lang), lang, key, dict(args))


def messages(lang: str) -> dict[str, Message]:
    """Return the parsed messages of a language by key."""
    return {
        entry.id.name: entry
        for resource in _resources(lang)
        for entry in resource.body
        if isinstance(entry, Message)
    }


def spoken_for(code: str) -> str:
    """Return the language for people with this IETF tag (``ru``, ``pt-BR``)."""
    return _BY_CODE.get(code.lower().split("-")[0], FALLBACK)


def codes(lang: str) -> tuple[str, ...]:
    """Return the ISO 639-1 codes of the languages that a language stands in for."""
    return tuple(_meta(lang, "language-codes").split())


@cache
def _bundle(lang: str) -> FluentBundle:
    return _bundle_of(lang, _resources(lang))


@cache
def _resources(lang: str) -> tuple[Resource, ...]:
    if lang not in LANGUAGES:
        raise KeyError(lang)
    return tuple(map(_parsed, sorted((_HERE / lang).glob("*.ftl"))))


@cache
def _meta(lang: str, key: str) -> str:
    # Reads one file, so that the list of languages is known without parsing all messages.
    return _formatted(_bundle_of(lang, (_parsed(_HERE / lang / _META),)), lang, key, {})


def _bundle_of(lang: str, resources: tuple[Resource, ...]) -> FluentBundle:
    bundle = FluentBundle([lang], use_isolating=False)
    for resource in resources:
        bundle.add_resource(resource)
    return bundle


def _parsed(file: Path) -> Resource:
    return FluentResource(file.read_text(encoding="utf-8"))


def _formatted(bundle: FluentBundle, lang: str, key: str, args: dict[str, str | int]) -> str:
    pattern = bundle.get_message(key).value
    if pattern is None:
        raise KeyError(key)
    formatted, errors = bundle.format_pattern(pattern, args)
    if errors:
        raise ValueError(f"{lang} {key}: {errors[0]}")
    return str(formatted)


def _found() -> tuple[str, ...]:
    """Return the languages sorted by name, the fallback last."""
    names = sorted(file.parent.name for file in _HERE.glob(f"*/{_META}"))
    return tuple(sorted(names, key=lambda name: _meta(name, "language-fallback") == "yes"))


LANGUAGES = _found()
FALLBACK = LANGUAGES[-1]
"""The language for people whose own is missing."""
_BY_CODE = {code: lang for lang in LANGUAGES for code in codes(lang)}
