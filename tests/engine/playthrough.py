"""Golden playthroughs: all views and events of a game, action by action.

Each `golden/*.json` is a record, the `.txt` beside it its playthrough. After a wanted change:
`python -m tests.engine.playthrough` writes the texts anew, and the diff is to be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine import Action, Event, Game, View
from engine.record import start

RECORDS = sorted((Path(__file__).parent / "golden").glob("*.json"))


def playthrough(record: dict[str, Any]) -> str:
    """The text of a record: events with their audience, the bystander's view, the seats' views.

    A seat's view is printed where it differs from the bystander's. A log is printed as the
    number of its events, which have been printed before.
    """
    game = start(record)
    lines = ["# the deal", *_events(game.log), *_views(game)]
    for number, text in enumerate(record["actions"]):
        events = game.apply(Action.parse(text))
        lines += ["", f"# {number}: {text}", *_events(events), *_views(game)]
    return "\n".join(lines) + "\n"


def _events(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        audience = "all" if event.audience is None else f"seat {event.audience}"
        given = {
            "seat": event.seat,
            "other": event.other,
            "verb": event.verb,
            "cards": " ".join(map(str, event.cards)) or None,
            "count": event[6] or None,
            "rule": event.rule,
        }
        told = " ".join(f"{key}={value}" for key, value in given.items() if value is not None)
        yield f"  to {audience}: {event.kind} bout={event.bout} {told}".rstrip()


def _views(game: Game) -> Iterator[str]:
    common = _fields(game.view(None))
    shown = {key: value for key, value in common.items() if key not in ("rules", "seats")}
    yield "  nobody sees " + " ".join(f"{key}={value}" for key, value in shown.items())
    for seat in range(game.state.r.n):
        own = _fields(game.view(seat))
        differing = (f"{key}={own[key]}" for key in own if own[key] != common[key])
        yield f"  {' '.join(differing)}"


def _fields(view: View) -> dict[str, str]:
    return {field.name: _text(field.name, getattr(view, field.name)) for field in fields(view)}


def _text(name: str, value: Any) -> str:
    if name == "log":
        return f"{len(value)} events"
    if name == "table":
        return ",".join(f"{attack}/{defence or '-'}" for attack, defence in value) or "-"
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "-"
    return str(value)


def main() -> None:
    """Write the text of every record."""
    for path in RECORDS:
        record = json.loads(path.read_text(encoding="utf-8"))
        path.with_suffix(".txt").write_text(playthrough(record), encoding="utf-8")


if __name__ == "__main__":
    main()
