"""Players of matches: built-in ones by name, other programs by a command."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from engine.actions import Action
from engine.ai import greedy, levels
from engine.ai.levels import LEVELS, Choice
from engine.ai.plain import PlainPolicy
from engine.ai.search import Ingredients
from engine.ai.thinking import GRANDMASTER, GRANDMASTER_SECONDS, think
from engine.arena import ismcts, pimc
from engine.arena.errors import ArenaError
from engine.arena.line import Program
from engine.errors import UnknownPlayer
from engine.view import View


def _greedy(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
    return greedy.choose(view, legal)


def _plain(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
    return PlainPolicy().choose(view, legal)


def _without(ingredient: str) -> Choice:
    made_of = replace(GRANDMASTER, **{ingredient: False})

    def choose(view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
        given = GRANDMASTER_SECONDS if seconds is None else seconds
        return think(view, legal, given, made_of=made_of)

    return choose


def _level(name: str) -> Choice:
    return lambda view, legal, seconds: levels.choose(name, view, legal, seconds)


OWN: dict[str, Choice] = {
    "greedy": _greedy,
    "plain": _plain,
    "reference-pimc": pimc.choose,
    "reference-ismcts": ismcts.choose,
    **{name: _level(name) for name in LEVELS},
    **{f"without-{field.name}": _without(field.name) for field in fields(Ingredients)},
}
"""Built-in players: baselines, levels, and grandmaster without one ingredient."""


def commands(texts: Sequence[str]) -> dict[str, str]:
    """Return the commands by player name, from texts ``NAME=exec:COMMAND``.

    Raises:
        ArenaError: a text has another form, or a name is given twice or built in.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, _, how = text.partition("=")
        kind, _, command = how.partition(":")
        if not name or kind != "exec" or not command.strip():
            raise ArenaError(f"not a player: {text!r}; it is written NAME=exec:COMMAND")
        if name in OWN or name in found:
            raise ArenaError(f"there is a player {name!r} already")
        try:
            shlex.split(command)
        except ValueError as error:
            raise ArenaError(f"not a command: {command!r}: {error}") from error
        found[name] = command
    return found


def check(name: str, programs: Mapping[str, str]) -> None:
    """Check that a name is built in or a program's.

    Raises:
        UnknownPlayer: it is not; the message lists the known names.
    """
    if name not in OWN and name not in programs:
        raise UnknownPlayer(name, [*OWN, *programs])


def player(name: str, programs: Mapping[str, str]) -> Choice:
    """Return the player of a name that `check` accepts; programs start on demand."""
    command = programs.get(name)
    return OWN[name] if command is None else Program(name, shlex.split(command)).choose
