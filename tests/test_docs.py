"""What README and docs show is run: examples, links, commands."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from handlers.features import menu

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


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
