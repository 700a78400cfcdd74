"""Builds and runs what the Dockerfile says where there is no Docker, in folders as roots."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.image.dockerfile import ROOT, Stage, ignored

ENTER = Path(__file__).with_name("enter.py")
# Of the image that ours is made from: https://hub.docker.com/_/python
BASE = {
    "PATH": "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
}
# How this machine reaches a registry is its own matter, as with `docker build --build-arg`.
MACHINE = ("PIP_CERT", "PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT", "HTTPS_PROXY", "HTTP_PROXY")


def may_mount() -> bool:
    """Tell whether this process may make roots for others: as root, outside of most containers."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return False
    return subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL).returncode == 0


class Image:
    """A stage that was built: a folder, and how what is in it is to be run."""

    def __init__(self, root: Path, stage: Stage, base: Image | None) -> None:
        self.root = root
        self.settings = stage.settings
        self.env: dict[str, str] = dict(base.env if base else BASE)
        self.user: str = base.user if base else "0:0"
        self.folder: str = base.folder if base else "/"
        if base:
            shutil.copytree(base.root, root, symlinks=True)
        else:
            root.mkdir()

    def start(
        self,
        command: list[str],
        *,
        volumes: dict[str, str] | None = None,
        env: dict[str, str] | None = None,
        read_only: bool = False,
        **options: Any,
    ) -> subprocess.Popen[str]:
        """Start a command as the image's user; `volumes` are folders and where to show them."""
        user, _, group = self.user.partition(":")
        given = {
            "root": str(self.root),
            "volumes": volumes or {},
            "read_only": read_only,
            "folder": self.folder,
            "env": self.env | (env or {}),
            "command": [
                *("/usr/bin/setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"),
                *([] if user == "0" else ["--bounding-set=-all", "--inh-caps=-all"]),
                *("--no-new-privs", *command),
            ],
        }
        # Not as the tests' interpreter: a venv is no part of a clean root.
        python: list[str | Path] = [
            Path(sys.base_prefix, "bin", "python3"),
            "-I",
            ENTER,
            json.dumps(given),
        ]
        return subprocess.Popen(
            ["unshare", "--mount", *python],
            text=True,
            env={"PATH": os.environ["PATH"]},
            **options,
        )

    def run(self, command: list[str], **options: Any) -> tuple[int, str]:
        """Run a command to its end; its status and all that it said."""
        with self.start(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
        ) as running:
            said, _ = running.communicate()
        return running.returncode, said


def build(stages: list[Stage], folder: Path) -> Image:
    """Do the steps of all stages in new roots below a folder; the last one."""
    built: dict[str, Image] = {}
    for number, stage in enumerate(stages):
        image = Image(folder / str(number), stage, built.get(stage.base))
        for step in stage.steps:
            match step.kind:
                case "RUN":
                    machine = {key: os.environ[key] for key in MACHINE if key in os.environ}
                    status, said = image.run(step.words, env=machine)
                    if status:
                        raise AssertionError(f"{step.words}: status {status}\n{said}")
                case "COPY":
                    what, into = step.words
                    if step.source:
                        # What another stage made changes no more: second names are enough.
                        _copy(built[step.source].root, what, image.root, into, os.link)
                    else:
                        _copy(context(folder), what, image.root, into, shutil.copy2)
                case "ENV":
                    for pair in step.words:
                        name, _, value = pair.partition("=")
                        image.env[name] = value.replace("$PATH", image.env["PATH"])
                case "USER":
                    image.user = step.words[0]
                case "WORKDIR":
                    image.folder = step.words[0]
                    _inside(image.root, image.folder).mkdir(parents=True, exist_ok=True)
        if stage.name:
            built[stage.name] = image
    return image


def context(folder: Path) -> Path:
    """Return a folder with what .dockerignore lets through, in a clone for its owner's eyes."""
    made = folder / "context"
    if not made.exists():
        rules = (ROOT / ".dockerignore").read_text()

        def left_out(at: str, names: list[str]) -> list[str]:
            inside = Path(at).relative_to(ROOT)
            return [name for name in names if ignored(rules, (inside / name).as_posix())]

        shutil.copytree(ROOT, made, ignore=left_out, symlinks=True)
        for file in made.rglob("*"):
            file.chmod(0o700 if file.is_dir() else 0o600)
    return made


def _copy(
    source: Path, what: str, root: Path, into: str, how: Callable[[str | Path, str | Path], object]
) -> None:
    """COPY: of a folder what it holds, of a file the file."""
    taken, target = _inside(source, what), _inside(root, into)
    if taken.is_dir():
        shutil.copytree(taken, target, symlinks=True, copy_function=how)
    else:
        target.mkdir(parents=True, exist_ok=True)
        how(taken, target / taken.name)


def _inside(root: Path, path: str) -> Path:
    return root.joinpath(*(part for part in Path(path).parts if part != "/"))
