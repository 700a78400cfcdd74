"""Reads the Dockerfile: the few instructions it uses, in the few forms it uses them in.

Anything else is refused: what this does not know, the tests would not have run.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Step:
    """What is done while the image is built: RUN, COPY, ENV, USER or WORKDIR."""

    kind: str
    words: list[str]
    source: str | None = None
    """The stage that a COPY takes from; None for the folder of the sources."""


@dataclass
class Stage:
    """What one FROM begins; `settings` tell how the image is run."""

    base: str
    name: str | None
    steps: list[Step] = field(default_factory=list)
    settings: dict[str, list[str]] = field(default_factory=dict)


def instructions(text: str) -> list[tuple[str, str]]:
    """Return each instruction and what stands behind it, continued lines joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(kind, rest) for kind, _, rest in (line.partition(" ") for line in whole.splitlines())]


def parse(text: str) -> list[Stage]:
    """Return the stages. Raises ValueError at what is not known."""
    stages: list[Stage] = []
    for kind, rest in instructions(text):
        if kind == "FROM":
            base, *name = rest.split(" AS ")
            stages.append(Stage(base, name[0] if name else None))
            continue
        stage = stages[-1]
        match kind:
            case "RUN":
                stage.steps.append(Step(kind, _words(rest)))
            case "COPY":
                found = re.fullmatch(r"(?:--from=(\w+) )?([^-\s]\S*) (/\S+/)", rest)
                if not found:
                    raise ValueError(f"COPY {rest}")
                stage.steps.append(Step(kind, [found[2], found[3]], found[1]))
            case "ENV":
                stage.steps.append(Step(kind, re.findall(r"[A-Z_]+=[^\s\"']+", rest)))
                if rest.split() != stage.steps[-1].words:
                    raise ValueError(f"ENV {rest}")
            case "USER" | "WORKDIR":
                stage.steps.append(Step(kind, [rest]))
            case "CMD":
                stage.settings[kind] = _words(rest)
            case "HEALTHCHECK":
                options, _, command = rest.partition(" CMD ")
                stage.settings[kind] = _words(command)
                stage.settings["HEALTHCHECK options"] = options.split()
            case "VOLUME" | "STOPSIGNAL":
                stage.settings[kind] = [rest]
            case _:
                raise ValueError(f"{kind} {rest}")
    return stages


def _words(rest: str) -> list[str]:
    """Return the words of a command that no shell takes apart. Raises ValueError at another."""
    words = json.loads(rest)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError(rest)
    return words


def ignored(rules: str, path: str) -> bool:
    """Tell whether .dockerignore keeps this path (of files, with /) from the build."""
    out = False
    for rule in rules.split():
        if rule == "*":
            out = True
        elif re.fullmatch(r"![\w.-]+", rule):
            out &= path.split("/")[0] != rule[1:]
        elif re.fullmatch(r"\*\*/\w+", rule):
            out |= rule[3:] in path.split("/")
        else:
            raise ValueError(rule)
    return out
