"""The game of Durak: pure rules without a clock, I/O or randomness of its own.

The terms are those of docs/rules.md §1. A *game* goes from the deal to the end; it is made of
*bouts*. The *lead* lays the first card of a bout, the *defender* *beats*, *transfers* or *takes*,
others *throw* and *pass*. Undealt cards are the *talon*, beaten ones the *discard*; a seat without
cards and talon is *out*, the last one holding cards is the *durak*, and *pogony* are hung on it.

`Game` plays `Action`s under `Rules` and returns `Event`s; `Game.view` is what one seat may know.
What is refused raises an `EngineError`. The integer core for playing millions of games is
`engine.state.State` with `engine.legal.legal` and `engine.apply.apply`.
"""

from engine.actions import Action, Verb
from engine.cards import Card
from engine.errors import (
    DealError,
    EngineError,
    IllegalAction,
    NotationError,
    ProofError,
    Reason,
    RecordError,
    RulesError,
    UnknownPlayer,
)
from engine.events import Event, EventKind
from engine.game import Game
from engine.rules import ALLOWED, PRESETS, RULES_VERSION, Rules
from engine.view import Pogony, Result, View

__all__ = [
    "ALLOWED",
    "PRESETS",
    "RULES_VERSION",
    "Action",
    "Card",
    "DealError",
    "EngineError",
    "Event",
    "EventKind",
    "Game",
    "IllegalAction",
    "NotationError",
    "Pogony",
    "ProofError",
    "Reason",
    "RecordError",
    "Result",
    "Rules",
    "RulesError",
    "UnknownPlayer",
    "Verb",
    "View",
]
