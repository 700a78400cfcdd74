"""What the Dockerfile, .dockerignore and compose.yaml promise, read from them."""

import json
import re
from typing import Any

import pytest

from bot.app import DRAIN_SECONDS, HANDLERS_SECONDS
from tests.image.dockerfile import ROOT, ignored, parse

STAGES = parse((ROOT / "Dockerfile").read_text())
BASE, BUILD, LAST = STAGES
STEPS = [step for stage in STAGES for step in stage.steps]


def compose():
    """Return compose.yaml's mappings. Raises ValueError at a line that is not plain."""
    found: dict[str, Any] = {}
    path: list[str] = []
    for line in (ROOT / "compose.yaml").read_text().splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name = re.fullmatch(r"((?:  )*)([\w-]+):(?: (.+))?", line)
        if not name:
            raise ValueError(line)
        path[len(name[1]) // 2 :] = [name[2]]
        if name[3]:
            quoted = name[3][0] in '["{'
            found[".".join(path)] = json.loads(name[3]) if quoted else name[3]
    return found


@pytest.mark.parametrize(
    "line",
    [
        "ADD https://example.org/x /x/",
        "RUN pip install --upgrade pip",
        "COPY --chown=1 bot /app/bot/",
        "COPY bot engine /app/",
        'ENV A="b c"',
        'SHELL ["bash", "-c"]',
        'run ["true"]',
    ],
)
def test_what_is_not_known_is_refused(line):
    with pytest.raises(ValueError):
        parse(f"FROM x\n{line}\n")


def test_all_that_is_taken_from_elsewhere_is_named_by_its_hash():
    assert re.fullmatch(r"python:3\.11\.\d+-slim-bookworm@sha256:[0-9a-f]{64}", BASE.base)
    assert {stage.base for stage in STAGES[1:]} == {BASE.name}
    commands = [step.words for step in STEPS if step.kind == "RUN"]
    fetching = [words for words in commands if "pip" in words]
    assert len(fetching) == 1
    for words in fetching:
        # Without the second, pip builds what has no wheel, with tools that are not in the list.
        assert {"--require-hashes", "--only-binary=:all:"} <= set(words)
    programs = {words[0] for words in commands}
    assert programs == {"python", "/opt/durak/bin/python", "chmod", "install"}


def test_the_lock_file_has_hashes_for_every_requirement():
    lock = re.sub(r"\\\n", "", (ROOT / "requirements.lock").read_text())
    lines = [
        line for line in lock.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    assert len(lines) > 30
    for line in lines:
        assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


def test_the_image_runs_as_a_user_of_its_own_with_one_writable_folder():
    said = {step.kind: step.words for step in LAST.steps if step.kind in ("USER", "WORKDIR")}
    assert said == {"USER": ["10001:10001"], "WORKDIR": ["/app"]}
    assert LAST.settings["VOLUME"] == ["/data"]
    [env] = [dict(pair.split("=", 1) for pair in s.words) for s in LAST.steps if s.kind == "ENV"]
    assert env["HOME"] == env["TMPDIR"] == "/data"
    assert env["DATABASE_PATH"].startswith("/data/")
    assert env["PYTHONDONTWRITEBYTECODE"] == "1"
    assert LAST.settings["STOPSIGNAL"] == ["SIGTERM"]
    assert LAST.settings["CMD"] == ["python", "-m", "bot"]


def test_nothing_of_ones_own_gets_into_the_image():
    rules = (ROOT / ".dockerignore").read_text()
    for path in (
        *(".env", ".env.example", ".git/config", "data/durak.sqlite3", "x.sqlite3", "README.md"),
        *("tests/conftest.py", "Dockerfile", "bot/__pycache__/app.cpython-311.pyc"),
    ):
        assert ignored(rules, path), path
    for step in STEPS:
        if step.kind == "COPY" and not step.source:
            assert not ignored(rules, step.words[0]), step
            assert (ROOT / step.words[0]).exists()
    with pytest.raises(ValueError):
        ignored("*.sqlite3", "x.sqlite3")


def test_compose_runs_it_shut_in():
    said = {
        name.removeprefix("services.durak."): value
        for name, value in compose().items()
        if name.startswith("services.durak.")
    }
    assert said["user"] == LAST.steps[[s.kind for s in LAST.steps].index("USER")].words[0]
    assert said["read_only"] == said["init"] == "true"
    assert said["cap_drop"] == ["ALL"]
    assert said["security_opt"] == ["no-new-privileges:true"]
    assert said["volumes"] == ["data:/data"]
    assert compose()["volumes.data"] == {}
    assert said["restart"] == "unless-stopped"
    assert int(said["stop_grace_period"].removesuffix("s")) > 2 * (HANDLERS_SECONDS + DRAIN_SECONDS)
    assert said["logging.driver"] == "json-file"
    assert {"logging.options.max-size", "logging.options.max-file"} <= said.keys()


def test_compose_and_image_agree():
    """A copy of .env.example has paths that are right only outside of the container."""
    said = compose()
    [env] = [dict(pair.split("=", 1) for pair in s.words) for s in LAST.steps if s.kind == "ENV"]
    for name in ("DATABASE_PATH", "WEBHOOK_HOST"):
        assert said[f"services.durak.environment.{name}"] == env[name]
    health = "services.durak.healthcheck"
    assert said[f"{health}.test"] == ["CMD", *LAST.settings["HEALTHCHECK"]]
    for option in LAST.settings["HEALTHCHECK options"]:
        name, _, value = option.removeprefix("--").partition("=")
        assert said[f"{health}.{name.replace('-', '_')}"] == value
