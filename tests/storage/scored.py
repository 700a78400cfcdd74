"""Random games for the score, between people and computers, with every ending."""

import random
from typing import Any

from bot.model.tally import tally_of
from bot.storage import chats, games, people
from bot.storage.games import Deal, GameEnd, Seat
from engine import RULES_VERSION, Game, Rules
from engine.record import apply_text, start, state_of
from tests.engine.playing import random_deck, random_seats

PEOPLE = range(1, 7)
CHATS = (-100, -200)
START = 1_798_700_000.0  # The last evening of 2026: games go on into another week, month, year.


def outcome(durak=1):
    """The result of a record that the durak has lost alone."""
    return {"durak": durak, "losers": [durak], "draw": False, "void": False}


def random_rules(rng: random.Random) -> Rules:
    changes: dict[str, Any] = {
        "deck": 24,
        "transfer": rng.random() < 0.4,
        "leaver": rng.choice(("play_on", "play_on", "restart")),
        "pogony": rng.choice(("sixes", "any_pair")),
        "draw_result": rng.choice(("draw", "both_lose")),
        "redeal_one_suit": rng.random() < 0.2,
    }
    if rng.random() < 0.3:
        changes |= {"throw_order": "free", "throw_timing": "any_time"}
    if rng.random() < 0.2:
        changes["teams"] = 2
    return Rules(**changes)


def seats_of(rng: random.Random, number: int) -> tuple[Seat, ...]:
    """Some people, and computers on the seats that are left; often the same few people."""
    known = list(PEOPLE[:3] if rng.random() < 0.5 else PEOPLE)
    persons = rng.sample(known, min(len(known), rng.randint(1, number)))
    seats = [Seat(who, f"П{who}") for who in persons]
    seats += [Seat(None, "Бот", "master")] * (number - len(seats))
    rng.shuffle(seats)
    return tuple(seats)


async def meet(db) -> None:
    for who in PEOPLE:
        await people.seen(db, who, f"П{who}", None, "ru", 1.0)
    for chat in CHATS:
        await chats.seen(db, chat, "group", f"Чат {-chat}", 1.0)


async def play_one(db, rng: random.Random, at: float) -> int:
    """One game, ended in some way; its id."""
    rules = random_rules(rng)
    number = random_seats(rng, rules.to_dict())
    seats = seats_of(rng, number)
    chat = _chat(rng, seats)
    table = await chats.ensure_table(db, chat, "solo" if chat > 0 else "group")
    deck = tuple(random_deck(rng, rules.to_dict()))
    dealer = rng.randrange(number)
    deal = Deal(
        table.table_id, rules.to_dict(), RULES_VERSION, seats, dealer, None, deck, "seed"
    )  # fmt: skip
    stored = await games.create_game(db, deal, at)
    game, stops = start(stored.record()), rng.choice((None, None, None, rng.randint(0, 60)))
    leaving = rng.choice((0, 0, 0.01, 0.03))
    while not game.over and len(game.actions) != stops:
        apply_text(game, _next(rng, game, leaving))
    await _store(db, stored.game_id, game, seats, at, rng)
    return stored.game_id


def _chat(rng: random.Random, seats: tuple[Seat, ...]) -> int:
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    return people[0] if len(people) == 1 and rng.random() < 0.7 else rng.choice(CHATS)


def _next(rng: random.Random, game: Game, leaving: float) -> str:
    if game.deck_due:
        return " ".join(("deck", *random_deck(rng, game.rules.to_dict())))
    if rng.random() < leaving:
        state = game.state
        playing = [seat for seat in range(state.r.n) if not state.gone >> seat & 1]
        return f"{rng.choice(playing)} resign"
    return str(rng.choice([action for action in game.legal() if action.verb != "retract"]))


async def _store(
    db, game_id: int, game: Game, seats: tuple[Seat, ...], at: float, rng: random.Random
) -> None:
    """Keep what was played and how it ended, the end by the ways that the bot goes, too."""
    texts = game.actions
    *before, last = texts if game.over else [*texts, ""]
    async with db.transaction() as conn:
        await conn.executemany(
            "INSERT INTO actions (game_id, number, text, at, actor_kind) VALUES (?, ?, ?, ?, ?)",
            [(game_id, number, text, at, "person") for number, text in enumerate(before)],
        )
    ends = at + len(texts)
    if game.result is None:
        status: Any = rng.choice(("stopped", "broken", "expired"))
        reason: Any = "expired" if status == "expired" else None
        await games.end_game(db, game_id, "stopped" if reason else status, ends, reason)
        return
    outcome, who = state_of(game)["result"], [seat.user_id for seat in seats]
    void = game.result.void
    end = GameEnd("void", outcome) if void else GameEnd("over", outcome, tally_of(who, game))
    await games.append_action(
        db, game_id, games.NewAction(len(before), last, ends, "person", 1, end=end)
    )


async def play_many(db, number: int, seed: int = 1) -> None:
    rng, at = random.Random(seed), START
    await db._writer.execute("PRAGMA synchronous = OFF")
    await meet(db)
    for _ in range(number):
        await play_one(db, rng, at)
        at += rng.choice((2000.0, 2000.0, 40_000.0))
