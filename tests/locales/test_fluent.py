"""All languages say the same things, and a mistake in a key is loud."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax.ast import BaseNode, Junk, VariableReference

from locales.fluent import FALLBACK, LANGUAGES, _resources, codes, messages, spoken_for, text


def nodes(node: Any) -> Iterator[BaseNode]:
    if isinstance(node, BaseNode):
        yield node
        for child in vars(node).values():
            yield from nodes(child)
    elif isinstance(node, list):
        for child in node:
            yield from nodes(child)


def variables(message: BaseNode) -> set[str]:
    return {node.id.name for node in nodes(message) if isinstance(node, VariableReference)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_languages_have_the_same_messages_with_the_same_variables(lang):
    these, english = messages(lang), messages("en")
    assert these.keys() == english.keys()
    different = [key for key in these if variables(these[key]) != variables(english[key])]
    assert not different


def test_each_language_says_to_whom_it_is_spoken_and_one_is_for_all_others():
    theirs = [code for lang in LANGUAGES for code in codes(lang)]
    assert len(theirs) == len(set(theirs))
    assert [lang for lang in LANGUAGES if text(lang, "language-fallback") == "yes"] == [FALLBACK]
    assert {text(lang, "language-fallback") for lang in LANGUAGES} <= {"yes", "no"}
    assert {code: spoken_for(code) for code in ("ru", "RU-ru", "en", "en-GB", "zz", "")} == {
        **dict.fromkeys(("ru", "RU-ru"), "ru"),
        **dict.fromkeys(("en", "en-GB", "zz", ""), "en"),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_files_are_without_errors_and_no_message_stands_twice(lang):
    body = [entry for resource in _resources(lang) for entry in resource.body]
    assert not [entry.content for entry in body if isinstance(entry, Junk)]
    keys = [entry.id.name for entry in body if hasattr(entry, "id")]
    assert len(keys) == len(set(keys))


def test_words_that_are_never_shown():
    for message in messages("ru").values():
        words = "".join(str(vars(node).get("value", "")) for node in nodes(message)).lower()
        assert not any(word in words for word in ("талон", "раунд", "пас ", "пасую"))


def test_a_missing_message_variable_or_language_is_an_error():
    with pytest.raises(KeyError):
        text("ru", "no-such-message")
    with pytest.raises(KeyError):
        text("de", "button-take")
    with pytest.raises(ValueError, match="cards"):
        text("en", "can")


def test_numbers_and_no_marks_around_what_is_put_in():
    assert text("ru", "line-deck", deck=36) == "36 карт"
    assert text("ru", "line-deck", deck=24) == "24 карты"
    assert text("ru", "can", cards="8♦️") == "Можно: 8♦️"


def test_every_message_that_the_code_names_is_there():
    root = Path(__file__).parents[2]
    sources = [path for path in root.glob("bot/**/*.py") if "sandbox" not in path.parts]
    named = re.compile(r'\b(?:message|say|text)\(\s*"([a-z0-9-]*[a-z0-9])"')
    keys = {key for source in sources for key in named.findall(source.read_text("utf-8"))}
    assert {"toast-storage", "button-take", "lobby-nobody"} <= keys
    assert keys <= messages("ru").keys()
