"""The game record: what was dealt and what was done; everything else follows (docs/record.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.actions import Action
from engine.cards import Card
from engine.errors import DealError, IllegalAction, RecordError, RulesError
from engine.game import Game
from engine.rules import Rules

FORMAT = "durak-record/1"

_KEYS = {"format", "rules", "seats", "dealer", "leader", "deck", "position", "actions", "proof"}
_POSITION_KEYS = {"hands", "talon", "trump", "first_bout"}


def parse(text: str) -> dict[str, Any]:
    """The record that a text of JSON holds, not played yet.

    Raises:
        RecordError: it is no JSON, no object, or has a key twice.
    """
    try:
        record = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecordError(-1, str(error)) from error
    if not isinstance(record, dict):
        raise RecordError(-1, "not an object")
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, whose reader would let the last of equal keys win in silence."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key}: stands twice")
        found[key] = value
    return found


def replay(record: Mapping[str, Any]) -> dict[str, Any]:
    """Play a record and return the state it leads to, as docs/record.md describes it.

    Raises:
        RecordError: the record cannot be played; it names the action and the reason.
    """
    return state_of(play(record))


def play(record: Mapping[str, Any]) -> Game:
    """The game that a record leads to.

    Raises:
        RecordError: as `replay`.
    """
    *_, game = steps(record)
    return game


def steps(record: Mapping[str, Any]) -> Iterator[Game]:
    """The game of a record as dealt, and again after each action; it is one game that goes on.

    Raises:
        RecordError: as `replay`, when it comes to what cannot be played.
    """
    game = start(record)
    yield game
    for number, text in enumerate(record["actions"]):
        try:
            apply_text(game, text)
        except (IllegalAction, DealError, ValueError) as error:
            raise RecordError(number, f"{text}: {error}") from error
        yield game


def apply_text(game: Game, text: str) -> None:
    """Play one action of a record, ``deck …`` included.

    Raises:
        IllegalAction, DealError, ValueError: it is not legal, no deck, or no action at all.
    """
    if text.startswith("deck "):
        game.redeal([Card.parse(word) for word in text.split(" ")[1:]])
    else:
        game.apply(Action.parse(text))


def start(record: Mapping[str, Any]) -> Game:
    """The game that a record begins with, before its first action.

    Raises:
        RecordError: a key, type or value that a record does not have.
    """
    try:
        return _start(record)
    except (RulesError, DealError, ValueError) as error:
        raise RecordError(-1, str(error)) from error


def _start(record: Mapping[str, Any]) -> Game:
    _check_keys(record, _KEYS, ("format", "rules", "seats", "actions"))
    if record["format"] != FORMAT:
        raise DealError(f"format: not {FORMAT}")
    rules = Rules.from_dict(_typed(record, "rules", dict))
    seats = _typed(record, "seats", int)
    actions = _typed(record, "actions", list)
    if not all(isinstance(text, str) for text in actions):
        raise DealError("actions: not texts")
    if "proof" in record:
        _typed(record, "proof", dict)
    leader = None if record.get("leader") is None else _typed(record, "leader", int)
    if ("deck" in record) == ("position" in record):
        raise DealError("a record holds a deck or a position")
    if "position" in record:
        return _start_position(record, rules, seats, leader)
    deck = [Card.parse(text) for text in _texts(record, "deck")]
    return Game.deal(rules, seats, _typed(record, "dealer", int), deck=deck, leader=leader)


def _start_position(
    record: Mapping[str, Any], rules: Rules, seats: int, leader: int | None
) -> Game:
    if record.get("dealer") is not None:
        raise DealError("dealer: a position has none")
    position = _typed(record, "position", dict)
    _check_keys(position, _POSITION_KEYS, ("hands", "talon", "trump"))
    hands = _typed(position, "hands", list)
    if len(hands) != seats:
        raise DealError(f"seats: {seats}, but {len(hands)} hands")
    if leader is None:
        raise DealError("leader: a position needs one")
    return Game.from_position(
        rules,
        [[Card.parse(text) for text in _texts({"hands": hand}, "hands")] for hand in hands],
        [Card.parse(text) for text in _texts(position, "talon")],
        _typed(position, "trump", str),
        leader,
        first_bout=_typed(position, "first_bout", bool) if "first_bout" in position else False,
    )


def _check_keys(given: Mapping[str, Any], known: set[str], needed: tuple[str, ...]) -> None:
    for key in given:
        if key not in known:
            raise DealError(f"{key}: no such key")
    for key in needed:
        if key not in given:
            raise DealError(f"{key}: missing")


def _typed(given: Mapping[str, Any], key: str, kind: type) -> Any:
    """The value of a key, of exactly that type (a bool is no int)."""
    value = given.get(key)
    if type(value) is not kind:
        raise DealError(f"{key}: not {kind.__name__}: {value!r}")
    return value


def _texts(given: Mapping[str, Any], key: str) -> list[str]:
    values: list[str] = _typed(given, key, list)
    if not all(isinstance(value, str) for value in values):
        raise DealError(f"{key}: not a list of cards")
    return values


def state_of(game: Game) -> dict[str, Any]:
    """The whole state of a game, open hands and all, as docs/record.md describes it."""
    s = game.state
    view = game.view(None)
    legal: dict[str, list[str]] = {}
    for action in game.legal():
        legal.setdefault(str(action.seat), []).append(str(action).split(" ", 1)[1])
    return {
        "trump": view.trump,
        "trump_card": None if view.trump_card is None else str(view.trump_card),
        "talon": view.talon,
        "discard": view.discard,
        "hands": [[str(card) for card in game.hand(seat)] for seat in range(s.r.n)],
        "table": [[str(a), None if d is None else str(d)] for a, d in view.table],
        "lead": view.lead,
        "defender": view.defender,
        "taking": view.taking,
        "bout": view.bout,
        "out": list(view.out),
        "resigned": list(view.resigned),
        "legal": {seat: sorted(legal[seat]) for seat in sorted(legal)},
        "awaited": list(view.awaited),
        "result": _result_of(game),
    }


def _result_of(game: Game) -> dict[str, Any] | None:
    result = game.result
    if result is None:
        return None
    return {
        "durak": result.durak,
        "losers": list(result.losers),
        "draw": result.draw,
        "void": result.void,
        "places": list(result.places),
        "pogony": [{"by": entry.by, "on": entry.on} for entry in result.pogony],
    }
