"""The code is named with the words of docs/glossary.md, and the glossary names what exists."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
NAMED = ("bot", "handlers")
SOURCES = ("bot", "handlers", "engine", "locales")

GENERAL = """
access ahead already api app asked backup busy card client codec config connection context control
database drawing end entity error exception file font formatted get handler hook http id info
inspect item json kind language limit line list lock locked log lost main markup meaning method
migrate model monotonic name new observability option order own page parser path people
personal plan played protocol query queue ranked raw reader recent remove request response
result retry router row running runtime schema sending server session shape stale state stats
steady storage store string style subject system task text thinking time token too top type
unreadable value version waiting writer
"""
"""Words of English and of software that need no explanation here."""


class Entry(NamedTuple):
    """A row of the glossary."""

    english: str
    russian: str
    meaning: str
    in_code: tuple[str, ...]
    elsewhere: tuple[str, ...]


def entries() -> list[Entry]:
    found = []
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] != "English" and not cells[0].startswith("---"):
            assert len(cells) == 5, line
            names, elsewhere = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells[3:])
            found.append(Entry(cells[0], cells[1], cells[2], names, elsewhere))
    return found


def split(name: str) -> list[str]:
    """Return the words of a snake_case or CamelCase name, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def singulars(word: str) -> set[str]:
    """Return the forms under which a word may be listed."""
    forms = {word, word.removesuffix("s"), word.removesuffix("es")}
    return forms | ({word[:-3] + "y"} if word.endswith("ies") else set())


def vocabulary() -> set[str]:
    words = set(GENERAL.split())
    for entry in entries():
        words.update(re.findall(r"[a-z]+", entry.english.lower()))
        for name in entry.in_code:
            words.update(split(name))
    return {form for word in words for form in singulars(word)}


def sources(*packages: str) -> Iterator[Path]:
    for package in packages:
        yield from sorted((ROOT / package).rglob("*.py"))


def declared() -> Iterator[tuple[str, str]]:
    """Return the modules and public classes of the bot, each with where it is."""
    for path in sources(*NAMED):
        where = str(path.relative_to(ROOT))
        yield path.parent.name if path.stem == "__init__" else path.stem.strip("_"), where
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, where


@cache
def names_in_code() -> frozenset[str]:
    """Return every name that stands in the code outside comments and texts."""
    found: set[str] = set()
    for path in sources(*SOURCES):
        found.add(path.stem)
        tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        found.update(token.string for token in tokens if token.type == tokenize.NAME)
    return frozenset(found)


def test_modules_and_classes_are_named_with_known_words():
    known = vocabulary()
    odd = [
        f"{where}: {name}: {word!r} is neither in docs/glossary.md nor in GENERAL of this test"
        for name, where in declared()
        for word in split(name)
        if not singulars(word) & known
    ]
    assert not odd, "\n".join(odd)


@pytest.mark.parametrize("name", ["RoomKeeper", "errands"])
def test_an_odd_word_is_noticed(name):
    known = vocabulary()
    assert any(not singulars(word) & known for word in split(name))


def test_what_the_glossary_calls_code_is_in_the_code():
    known = names_in_code()
    missing = [
        f"{entry.english}: {name}"
        for entry in entries()
        for name in entry.in_code
        if not set(name.split(".")) <= known
    ]
    assert not missing, missing


def test_words_of_the_wire_and_the_schema_are_there():
    texts = [path.read_text(encoding="utf-8") for path in sources(*SOURCES)]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "bot").rglob("*.sql")]
    known = set(re.findall(r"\w+", "\n".join(texts)))
    missing = [
        f"{entry.english}: {word}"
        for entry in entries()
        for word in entry.elsewhere
        if word not in known
    ]
    assert not missing, missing


def test_one_word_a_thing_and_one_thing_a_word():
    terms = Counter(term for entry in entries() for term in entry.english.split(", "))
    names = Counter(name for entry in entries() for name in entry.in_code)
    assert [word for word, times in terms.items() if times > 1] == []
    assert [name for name, times in names.items() if times > 1] == []


def test_every_entry_says_what_it_means():
    for entry in entries():
        assert entry.english and entry.meaning, entry
        assert entry.in_code, f"{entry.english}: no name in the code"
