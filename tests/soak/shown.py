"""Compare the screens after a restart with the records."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from bot.model.buttons import MovePress
from bot.model.game_info import GameInfo, SeatInfo
from bot.model.screen import Screen
from bot.screens.hand import hand_screen
from bot.screens.table import table_screen
from bot.storage.games import DAY, StoredGame
from bot.tables.game import MISSES
from engine import Action, Game, Verb
from engine.record import play
from tests.e2e.players import Button, Message, Phone
from tests.e2e.playing import is_over, moves
from tests.readers import EN, RU
from tests.soak.site import Site

BOT_URL = "https://t.me/durak_sandbox_bot"


def wrong(site: Site, phone: Phone) -> str:
    """What is not as it should be on a phone, in words; empty if all is right."""
    games = site.games()
    chats = dict(site.rows("SELECT table_id, chat_id FROM tables"))
    known = site.rows("SELECT user_id, language, can_write FROM people")
    languages = {user_id: language for user_id, language, _ in known}
    # Who has blocked the bot when it was killed is sent no hand.
    reached = {user_id for user_id, _, can_write in known if can_write}
    for game in games.values():
        people = [seat.user_id for seat in game.deal.seats]
        chat = chats[game.deal.table_id]
        if game.status == "live" and phone.id in people:
            seat, live = people.index(phone.id), play(game.record())
            info = _info(site, game, chat, live)
            if seat not in live.state.resigned and phone.id in reached:
                reader = EN if languages[phone.id] == "en" else RU
                ahead = _ahead(site, game.game_id, seat)
                view, legal = live.view(seat), live.legal_for(seat)
                hand = hand_screen(view, legal, info, reader, ahead=ahead)
                if not _shows(phone, phone.id, game.game_id, hand):
                    return f"the hand of game {game.game_id} should be\n{hand}"
            table = table_screen(live.view(None), info, RU)
            if chat < 0 and not _shows(phone, chat, game.game_id, table):
                return f"the table of game {game.game_id} should be\n{table}"
        elif game.status != "live" and phone.id in people and not _left(game, phone.id):
            about = [m for m in phone.messages() if m.game == game.game_id]
            assert game.ended_at is not None
            missed = phone.had_blocked(game.ended_at)
            if about and not any(map(is_over, about)) and not missed:
                return f"game {game.game_id} is not shown to be over"
    return ""


def candidates(
    games: dict[int, StoredGame], phones: list[Phone], rng: random.Random
) -> Iterator[tuple[StoredGame, Phone, Message, Button]]:
    """Buttons on phones that are of the very step at which a game stands, in random order.

    Games that go on by themselves are left out: there only a person is waited for.
    """
    rng.shuffle(phones)
    for game in games.values():
        if game.status != "live":
            continue
        live = play(game.record())
        seats = game.deal.seats
        if any(seats[seat].user_id is None for seat in live.awaited):
            continue
        for phone in phones:
            for seat, who in enumerate(seats):
                if who.user_id != phone.id:
                    continue
                for message in phone.messages():
                    if message.game == game.game_id:
                        for button in moves(message):
                            if _is_of_now(button.press, live, seat):
                                yield game, phone, message, button


def _is_of_now(press: MovePress, live: Game, seat: int) -> bool:
    view = live.view(seat)
    if (press.deal, press.bout, press.seen) != (view.deal, view.bout, view.seen):
        return False
    return Action(seat, Verb(press.verb), press.cards) in live.legal_for(seat)


def _shows(phone: Phone, chat: int, game: int, screen: Screen) -> bool:
    text = unescape(re.sub(r"<[^>]+>", "", screen.text)).strip()
    rows = [[(b.text, b.data, b.url) for b in row] for row in screen.keyboard]
    for message in phone.messages(chat):
        shown = [[(b.text, b.data, b.url) for b in row] for row in message.rows]
        if not message.key[1] and message.text.strip() == text and shown == rows:
            return True
    return False


def _info(site: Site, game: StoredGame, chat: int, live: Game) -> GameInfo:
    titles = dict(site.rows("SELECT chat_id, title FROM chats"))
    return GameInfo(
        game_id=game.game_id,
        seats=tuple(SeatInfo(seat.name, seat.user_id, seat.level) for seat in game.deal.seats),
        solo=chat > 0,
        chat_title="" if chat > 0 else titles[chat],
        chat_url=None,
        bot_url=BOT_URL,
        **_clock(site, game, live),
    )


def _clock(site: Site, game: StoredGame, live: Game) -> dict[str, Any]:
    """Deadlines and absences, as they are kept."""
    where = f"WHERE game_id = {game.game_id}"
    misses = dict(site.rows(f"SELECT seat, count FROM misses {where}"))
    gone = (*live.state.outs, *live.state.resigned)
    seats = enumerate(game.deal.seats)
    playing = [s for s, who in seats if who.user_id is not None and s not in gone]
    away = tuple(seat for seat in playing if misses.get(seat, 0) >= MISSES)
    return {
        "until": dict(site.rows(f"SELECT seat, until FROM waits {where} AND until IS NOT NULL")),
        "missed": tuple(seat for seat, count in misses.items() if count < MISSES),
        "away": away,
        "paused": bool(playing) and len(away) == len(playing),
        "slow": game.deal.clock >= DAY,
    }


def _ahead(site: Site, game: int, seat: int) -> str | None:
    found = site.rows(f"SELECT kind FROM ahead WHERE game_id = {game} AND seat = {seat}")
    return found[0][0] if found else None


def _left(game: StoredGame, person: int) -> bool:
    seat = [who.user_id for who in game.deal.seats].index(person)
    return any(action.text == f"{seat} resign" for action in game.actions)
