"""The lobby: who sits, by which rules, and the page where these are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal

from bot.model.buttons import LobbyPress, LobbyVerb, encode
from bot.model.game_info import LobbyInfo, LobbySeatInfo
from bot.model.lobby_options import CLOCKS, LOBBY_OPTIONS, chosen, seat_mark
from bot.model.people import Reader
from bot.model.screen import Button, Screen, Style
from bot.screens.names import clean, isolated
from bot.screens.rules import rules_line
from bot.screens.text import listed
from engine.ai.levels import LEVELS

Row = tuple[Button, ...]

_LABEL_WIDTH = 14
"""So many characters of a name a button shows that stands beside another."""
_STYLES: dict[str, Style] = {"join": "primary", "deal": "success"}


def lobby_screen(lobby: LobbyInfo, reader: Reader) -> Screen:
    """The open lobby, or another page of it."""
    return {"open": _open, "game": _choosing, "seats": _seating}[lobby.page](lobby, reader)


def closed_lobby_screen(
    kind: Literal["dealt", "cancelled", "expired"],
    lobby: LobbyInfo,
    reader: Reader,
    left_out: Sequence[str] = (),
) -> Screen:
    """What is left of a lobby when it has come to a game, was called off or was not filled.

    `left_out` are the names of those whom the game did not wait for.
    """
    lines = [f"<b>{reader.text(f'lobby-{kind}')}</b>", _agreed(lobby, reader)]
    if kind == "dealt":
        lines += _seats(lobby, reader)
    if left_out:
        names = escape(listed(left_out, reader), quote=False)
        lines.append(reader.text("lobby-left-out", names=names))
    return Screen("\n".join(lines))


def _open(lobby: LobbyInfo, reader: Reader) -> Screen:
    head = "lobby-head-solo" if lobby.solo else "lobby-head"
    lines = [f"<b>{reader.text(head)}</b>", _agreed(lobby, reader)]
    lines += _seats(lobby, reader) or [reader.text("lobby-nobody")]
    if not lobby.solo:
        lines.append(reader.text("lobby-room", most=lobby.rules.max_seats))
    waiting = any(seat.waiting for seat in lobby.seats)
    if waiting:
        lines.append(reader.text("lobby-waiting"))
    rows: list[Row] = []
    if not lobby.solo:
        rows.append((_button(lobby, reader, "join"), _button(lobby, reader, "leave")))
    if waiting:
        rows.append((Button(reader.text("button-open-bot"), url=lobby.bot_url),))
    rows.append((_button(lobby, reader, "bot"), _button(lobby, reader, "game")))
    rows.append((_button(lobby, reader, "deal"), _button(lobby, reader, "cancel")))
    # Below the others, so that they stay where they are.
    if len(lobby.seats) > 1 and not lobby.solo:
        rows.append((_button(lobby, reader, "seats"),))
    if _bots(lobby):
        rows.append((_levels(lobby, reader),))
    if _bots(lobby) > (1 if lobby.solo else 0):
        rows.append((_button(lobby, reader, "unbot"),))
    return Screen("\n".join(lines), tuple(rows))


def _bots(lobby: LobbyInfo) -> int:
    return sum(seat.user_id is None for seat in lobby.seats)


def _levels(lobby: LobbyInfo, reader: Reader) -> Button:
    """Return the button with the level of computers; a press chooses the next one."""
    following = (LEVELS.index(lobby.level) + 1) % len(LEVELS)
    data = encode(LobbyPress(lobby.lobby_id, "set", "level", following))
    level = reader.text(f"level-{lobby.level}")
    return Button(reader.text("button-lobby-level", level=level), data=data)


def _seats(lobby: LobbyInfo, reader: Reader) -> list[str]:
    level = reader.text(f"level-{lobby.level}")
    return [
        reader.text(
            _seat_key(lobby, seat), number=number, name=_name(seat, number, reader), level=level
        )
        for number, seat in enumerate(lobby.seats, 1)
    ]


def _seat_key(lobby: LobbyInfo, seat: LobbySeatInfo) -> str:
    if seat.user_id is None:
        return "lobby-seat-bot"
    key = "lobby-seat-host" if seat.user_id == lobby.host_id and not lobby.solo else "lobby-seat"
    return f"{key}-waiting" if seat.waiting else key


def _name(seat: LobbySeatInfo, number: int, reader: Reader) -> str:
    return isolated(escape(clean(seat.name) or reader.text("player", number=number), quote=False))


def _button(lobby: LobbyInfo, reader: Reader, verb: LobbyVerb) -> Button:
    data = encode(LobbyPress(lobby.lobby_id, verb))
    return Button(reader.text(f"button-lobby-{verb}"), data=data, style=_STYLES.get(verb))


def _agreed(lobby: LobbyInfo, reader: Reader) -> str:
    """Return the chosen rules and clock in one line."""
    clock = next((name for name, seconds in CLOCKS if seconds == lobby.clock), "off")
    line = rules_line(lobby.rules, reader)
    return line if clock == "off" else f"{line} · {reader.text(f'line-clock-{clock}')}"


def _seating(lobby: LobbyInfo, reader: Reader) -> Screen:
    """Who sits, with a row for each seat but the host's: hand over 👑, put out."""
    lines = [f"<b>{reader.text('seating-head')}</b>", *_seats(lobby, reader)]
    others = [
        (number, seat)
        for number, seat in enumerate(lobby.seats, 1)
        if seat.user_id != lobby.host_id
    ]
    if any(_may_be_host(seat) for _, seat in others):
        lines.append(reader.text("seating-crown"))
    lines.append(reader.text("seating-out"))
    rows = [_seat_row(lobby, seat, number, reader) for number, seat in others]
    return Screen("\n".join(lines), (*rows, (_button(lobby, reader, "back"),)))


def _may_be_host(seat: LobbySeatInfo) -> bool:
    return seat.user_id is not None and not seat.waiting


def _seat_row(lobby: LobbyInfo, seat: LobbySeatInfo, number: int, reader: Reader) -> Row:
    name = isolated(clean(seat.name, _LABEL_WIDTH) or reader.text("player", number=number))
    key, value = seat_mark(seat.user_id, seat.name)
    verbs: tuple[LobbyVerb, ...] = ("crown", "out") if _may_be_host(seat) else ("out",)
    return tuple(
        Button(
            reader.text(f"button-lobby-{verb}", name=name),
            data=encode(LobbyPress(lobby.lobby_id, verb, key, value)),
        )
        for verb in verbs
    )


def _choosing(lobby: LobbyInfo, reader: Reader) -> Screen:
    lines = [
        f"<b>{reader.text('choose-head')}</b>",
        _agreed(lobby, reader),
        *(reader.text(f"choose-{key}") for key in LOBBY_OPTIONS),
    ]
    rows = [_options(lobby, key, reader) for key in LOBBY_OPTIONS]
    if not lobby.solo:
        lines.append(reader.text("choose-clock"))
        rows.append(_clocks(lobby, reader))
    return Screen("\n".join(lines), (*rows, (_button(lobby, reader, "back"),)))


def _options(lobby: LobbyInfo, key: str, reader: Reader) -> Row:
    current = chosen(lobby.rules, key)
    return tuple(
        _option(lobby, key, index, reader.text(f"choose-{key}-{name}"), index == current)
        for index, (name, _) in enumerate(LOBBY_OPTIONS[key])
    )


def _clocks(lobby: LobbyInfo, reader: Reader) -> Row:
    return tuple(
        _option(lobby, "clock", index, reader.text(f"choose-clock-{name}"), seconds == lobby.clock)
        for index, (name, seconds) in enumerate(CLOCKS)
    )


def _option(lobby: LobbyInfo, key: str, index: int, label: str, current: bool) -> Button:
    data = encode(LobbyPress(lobby.lobby_id, "set", key, index))
    if current:
        return Button(f"✓ {label}", data=data, style="primary")
    return Button(label, data=data)
