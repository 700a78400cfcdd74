"""What README and docs show is run: examples, links, commands."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from handlers.features import menu
from tests.test_glossary import names_in_code

ROOT = Path(__file__).parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    CHANGELOG,
    *sorted((ROOT / "docs").rglob("*.md")),
]
# The changelog also tells what things were called before.
TODAY = [page for page in PAGES if page != CHANGELOG]
PACKAGES = "bot|handlers|engine|locales|tests"


def fenced(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.M | re.S)


def console_examples():
    for page in PAGES:
        for number, block in enumerate(fenced(page, "console")):
            yield pytest.param(block, id=f"{page.name}-{number}")


@pytest.mark.parametrize("block", list(console_examples()))
def test_a_console_example_prints_what_it_shows(block, tmp_path):
    for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
        lines = example.splitlines()
        rest = [line for line in lines[1:] if line.startswith(">")]
        shown = [line for line in lines[1:] if not line.startswith(">")]
        command = "\n".join([lines[0], *(line[1:] for line in rest)])
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=ROOT,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.stdout + done.stderr).splitlines() == shown, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_hold(page):
    runner = doctest.DocTestRunner()
    for block in fenced(page, "python"):
        example = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
        assert runner.run(example).failed == 0


def test_readme_has_examples_of_both_kinds():
    readme = ROOT / "README.md"
    assert fenced(readme, "console")
    assert any(">>>" in block for block in fenced(readme, "python"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_what_is_made_can_be_made():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    for page in PAGES:
        named = re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(), re.M)
        assert set(named) <= targets, page.name


def test_the_readme_tells_every_command():
    told = set(re.findall(r"`/([a-z]+)`", (ROOT / "README.md").read_text())) - {"newbot"}
    assert told == {*menu("private"), *menu("group")}


@pytest.mark.parametrize("page", TODAY, ids=lambda page: page.name)
def test_paths_that_are_named_exist(page):
    text = page.read_text()
    paths = re.findall(rf"(?<![\w./-])(?:{PACKAGES}|docs)/[\w./-]*\w", text)
    # In architecture.md's drawings a module is named without its suffix.
    missing = {
        path
        for path in paths
        if not (ROOT / path).exists() and not (ROOT / path).with_suffix(".py").exists()
    }
    assert not missing


@pytest.mark.parametrize("page", TODAY, ids=lambda page: page.name)
def test_modules_that_are_named_exist(page):
    text = page.read_text()
    modules = set(re.findall(rf"\b(?:python -m |`)((?:{PACKAGES})(?:\.\w+)*)", text))
    for module in modules:
        found = [
            parts
            for parts in (module.split(".")[:n] for n in range(1, module.count(".") + 2))
            if ROOT.joinpath(*parts).is_dir() or ROOT.joinpath(*parts).with_suffix(".py").exists()
        ]
        longest = found[-1]
        rest = module.split(".")[len(longest) :]
        if rest:
            source = ROOT.joinpath(*longest)
            source = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
            assert re.search(rf"\b{rest[0]}\b", source.read_text()), module


@pytest.mark.parametrize("page", TODAY, ids=lambda page: page.name)
def test_classes_and_settings_that_are_named_exist(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    classes = re.findall(r"`([A-Z]\w*[a-z]\w*(?:\.\w+)*)(?:\([^`]*\))?`", text)
    known = names_in_code() | {"Dockerfile"}
    assert [name for name in classes if not set(name.split(".")) <= known] == []
    settings = re.findall(r"`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`", text)
    offered = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M))
    assert [name for name in settings if not {name} <= offered | known] == []


def test_the_changelog_tells_what_is_not_released_and_the_version():
    text = CHANGELOG.read_text()
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert version is not None
    headings = re.findall(r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", text, re.M)
    assert headings[:2] == ["Unreleased", version[1]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_in_plain_english(page):
    odd = re.findall(r"\b(?:whoever|somebody|anew|errand|befalls?)\b", page.read_text(), re.I)
    assert not odd
