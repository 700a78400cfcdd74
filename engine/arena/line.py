"""External programs as players, with a line protocol (docs/arena.md)."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from multiprocessing.util import Finalize
from typing import Any

from engine.actions import Action
from engine.arena.errors import PlayerFault
from engine.events import Event
from engine.view import View

START = 10.0
"""Extra seconds for a program's first answer."""
GRACE = 1.0
"""Seconds beyond twice the thinking time after which a program is killed."""
_LONGEST = 1000
"""The most characters read of a line; answers are much shorter."""
_AHEAD = 8
"""Lines read in advance; a program that writes more is blocked."""


def state_line(view: View, legal: Sequence[Action], seconds: float | None) -> str:
    """Return the line of JSON sent to a program, made from the view alone."""
    return json.dumps(
        {
            "seat": view.seat,
            "seconds": seconds,
            "legal": sorted(str(action) for action in legal),
            "hand": [str(card) for card in view.hand],
            "counts": view.counts,
            "table": [[str(a), None if d is None else str(d)] for a, d in view.table],
            "lead": view.lead,
            "defender": view.defender,
            "taking": view.taking,
            "trump": view.trump,
            "trump_card": None if view.trump_card is None else str(view.trump_card),
            "talon": view.talon,
            "discard": view.discard,
            "bout": view.bout,
            "out": view.out,
            "resigned": view.resigned,
            "awaited": view.awaited,
            "seats": view.seats,
            "dealer": view.dealer,
            "rules": view.rules.to_dict(),
            "log": [_told(event) for event in view.log],
        }
    )


def _told(event: Event) -> dict[str, Any]:
    """Return an event with the fields that it sets."""
    fields: dict[str, Any] = {"kind": event.kind, "bout": event.bout}
    for key in ("seat", "other", "verb"):
        if getattr(event, key) is not None:
            fields[key] = getattr(event, key)
    if event.cards:
        fields["cards"] = [str(card) for card in event.cards]
    elif event.count:
        fields["count"] = event.count
    return fields


class Program:
    """A program that plays; it is started on demand and closed with its input."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self._name = name
        self._command = list(command)
        self._process: subprocess.Popen[str] | None = None
        self._questions: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._answers: queue.Queue[str] = queue.Queue(_AHEAD)

    def choose(self, view: View, legal: Sequence[Action], seconds: float | None) -> Action | None:
        """Return the program's answer, one of `legal`; None if the seat is not awaited.

        Raises:
            PlayerFault: it can't be started, is late, has ended or answers anything else.
        """
        if view.seat not in view.awaited:
            return None
        wait = 2 * (seconds or 0.0) + GRACE
        if self._process is None:
            self._start()
            wait += START
        text = self._ask(state_line(view, legal, seconds), wait)
        try:
            action = Action.parse(text)
        except ValueError as error:
            raise self._fault(str(error)) from error
        if action not in legal:
            raise self._fault(f"{text!r} is not legal in bout {view.bout} for seat {view.seat}")
        return action

    def close(self) -> None:
        """Kill the program."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _start(self) -> None:
        try:
            self._process = process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise self._fault(f"can't be started: {error}") from error
        # Objects in worker processes of the arena are not collected at exit.
        Finalize(None, _see_off, (process,), exitpriority=0)
        # Threads, since a program that reads nothing would block the caller.
        for work in (self._read, self._write):
            threading.Thread(target=work, args=(process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        while line := process.stdout.readline(_LONGEST):
            self._answers.put(line.strip())
        self._answers.put("")

    def _write(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while True:
                process.stdin.write(self._questions.get() + "\n")
                process.stdin.flush()

    def _ask(self, line: str, wait: float) -> str:
        self._questions.put(line)
        try:
            answer = self._answers.get(timeout=wait)
        except queue.Empty:
            raise self._fault(f"no answer within {wait:g} s") from None
        if not answer:
            raise self._fault("ended, or answered with an empty line")
        return answer

    def _fault(self, what: str) -> PlayerFault:
        self.close()
        return PlayerFault(f"{self._name}: {what}")


def _see_off(process: subprocess.Popen[str]) -> None:
    """Close a program's input, and kill it if it goes on."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
