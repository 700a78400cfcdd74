"""A press counts for its own table alone: whose table, from which chat, by whom."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, get_args

import pytest

from bot.model.buttons import (
    AheadPress,
    AnalysisPress,
    CardPress,
    CutPress,
    GamePress,
    GameVerb,
    HintPress,
    HistoryPress,
    LanguagePress,
    LobbyPress,
    LobbyVerb,
    MovePress,
    OwnPress,
    PlotPress,
    Press,
    ProofPress,
    PuzzlePress,
    RemovePress,
    RingPress,
    SettingPress,
    StatsPress,
    TopPress,
)
from bot.model.people import Person
from bot.model.screen import Answer
from bot.screens.text import message
from bot.services.analysis import Analysis
from bot.services.directory import Directory
from bot.services.greetings import Greetings
from bot.services.history import History
from bot.services.privacy import Privacy
from bot.services.puzzles import Puzzles
from bot.services.scores import Scores
from bot.services.settings import SettingsMenu
from bot.storage import chats
from bot.storage import puzzles as kept_puzzles
from tests.readers import EN, RU
from tests.services.test_analysis import Here
from tests.tables.test_thinking import solo, think_out
from tests.tables.world import (
    ANNA,
    BORIS,
    GENA,
    GROUP,
    HALF,
    VOVA,
    Painter,
    World,
    person_on,
)

ELSEWHERE, OTHER_TABLE, SUPERGROUP = -200, -300, -1000000000100


class Rating(Painter):
    """Draws a rating, too."""

    async def rating(self, *what):
        return self.picture


class House:
    """Everything that a press can reach, handed out as `handlers.callbacks` does."""

    def __init__(self, world):
        world.painter = Rating()
        db, delivery, clock, tables = world.db, world.delivery, world.clock, world.tables
        directory = Directory(db, clock, RU.language)
        self.world = world
        self.greetings = Greetings(delivery, directory)
        self.settings_menu = SettingsMenu(db, clock, delivery, directory, tables)
        self.scores = Scores(db, delivery, clock, world.painter)
        self.history = History(db, delivery)
        self.analysis = Analysis(db, delivery, clock, Here(clock), world.painter)
        self.puzzles = Puzzles(db, delivery, clock, Here(clock), "durak_bot")
        self.own = Privacy(db, delivery, directory, tables)

    async def press(self, person: Person, chat_id: int, press: Any, *, admin=False) -> Answer:
        answer = await self._pressed(person, chat_id, press, admin)
        await self.analysis.tasks.idle()
        await self.scores.plotter.tasks.idle()
        await self.own.tasks.idle()
        await self.world.settle()
        return answer

    async def _pressed(self, person, chat_id, press, admin):
        place = self.world.place(chat_id, is_admin=admin or chat_id > 0)
        match press:
            case LanguagePress():
                return await self.greetings.choose_language(place, person, press.language, 7)
            case SettingPress():
                return await self.settings_menu.press(place, person, press, 7)
            case RingPress():
                return await self.world.tables.choose_ring(person, press.ring)
            case HistoryPress():
                return await self.history.press(place, person, press)
            case TopPress() | StatsPress() | PlotPress():
                return await self.scores.press(place, person, press, 7)
            case AnalysisPress():
                return await self.analysis.press(place, person, press)
            case PuzzlePress():
                return await self.puzzles.press(place, person, press)
            case OwnPress():
                return await self.own.press(place, person, press, 7)
        return await self.world.tables.press(place, person, press, "q")

    async def seen(self, *, but: tuple[int, ...] = ()) -> Any:
        """All that is stored and all that was shown, `but` what is of these chats and people."""
        stored = {}
        for (table,) in await self.world.db.all(
            "SELECT name FROM sqlite_master WHERE type='table'"
        ):
            rows = [dict(row) for row in await self.world.db.all(f"SELECT * FROM {table}")]
            owners = ("user_id", "chat_id")
            stored[table] = [r for r in rows if not any(r.get(o) in but for o in owners)]
        delivery = self.world.delivery
        return (
            stored,
            [shown for shown in delivery.log if shown.slot.chat_id not in but],
            [redrawn for redrawn in delivery.redrawn if redrawn[0] not in but],
            [sent for sent in delivery.sent if sent[0] not in but],
            [slot for slot in delivery.removed if slot.chat_id not in but],
            list(delivery.shown_alone),
            [(table.live and dict(table.live.misses)) for table in self.world.tables.index.all()],
        )


Ready = tuple[Person, int, Any]
"""Who may press it, in which chat, and the press."""


@dataclass(frozen=True)
class Row:
    """A kind of button; `own`: elsewhere it is about the place and person of the press itself."""

    name: str
    kind: type
    ready: Callable[[World], Awaitable[Ready]]
    own: bool = False
    privately: bool = False
    """Whether it is shown in private, too."""

    def __str__(self) -> str:
        return self.name


ROWS: list[Row] = []


def row(kind, name="", **how):
    def add(ready):
        ROWS.append(Row(f"{kind.__name__}-{name}".rstrip("-"), kind, ready, **how))
        return ready

    return add


async def game(world):
    await world.deal(ANNA, BORIS, VOVA)
    return world.live()


async def ended(world):
    game_id = await world.deal(ANNA, BORIS)
    await world.play_out(ANNA, BORIS, chance=random.Random(1))
    return game_id


@row(MovePress, privately=True)
async def _move(world):
    live = await game(world)
    person = person_on(live.game.awaited[0])
    return person, person.user_id, world.moves(person)[0]


@row(CardPress, privately=True)
async def _card(world):
    live = await game(world)
    seat = live.game.awaited[0]
    view = live.game.view((seat + 1) % 3)
    person = person_on((seat + 1) % 3)
    press = CardPress(live.game_id, view.deal, view.bout, view.hand[0])
    return person, person.user_id, press


@row(AheadPress, privately=True)
async def _ahead(world):
    live = await game(world)
    view = live.game.view(None)
    person = person_on(({0, 1, 2} - {view.lead, view.defender}).pop())
    return person, person.user_id, AheadPress(live.game_id, view.deal, view.bout, 0, "bout")


def of_game(verb):
    @row(GamePress, verb, privately=True)
    async def ready(world):
        if verb == "again":
            return ANNA, GROUP, GamePress(await ended(world), verb)
        live = await game(world)
        live.misses[0] = 2
        await world.tables.leave(world.place(), ANNA)
        if verb == "here":
            live.asked.clear()
            live.misses[0] = 2
        return ANNA, GROUP, GamePress(live.game_id, verb)


def of_lobby(verb):
    @row(LobbyPress, verb)
    async def ready(world):
        await world.tables.play(world.place(), ANNA)
        if verb in ("unbot", "deal", "seats"):
            await world.lobby(ANNA, "bot")
        if verb in ("crown", "out"):
            await world.lobby(VOVA, "join")
        if verb == "back":
            await world.lobby(ANNA, "game")
        who = BORIS if verb == "join" else ANNA
        key = "deck" if verb == "set" else ""
        value = VOVA.user_id if verb in ("crown", "out") else 0
        return who, GROUP, LobbyPress(world.lobby_id(), verb, key, value)


for one in get_args(GameVerb):
    of_game(one)
for one in get_args(LobbyVerb):
    of_lobby(one)


@row(RemovePress, "host")
async def _host_removes(world):
    live = await game(world)
    live.misses[1] = 2
    return ANNA, GROUP, RemovePress(live.game_id, 1)


@row(RemovePress, "vote")
async def _vote(world):
    live = await game(world)
    live.misses[0] = 2
    return BORIS, GROUP, RemovePress(live.game_id, 0)


@row(HintPress)
async def _hint(world):
    live = await solo(world)
    await think_out(world)
    while live.game.awaited != (0,):
        await world.advance(1)
    return ANNA, ANNA.user_id, HintPress(live.game_id)


@row(ProofPress, privately=True)
async def _proof(world):
    return ANNA, GROUP, ProofPress(await ended(world))


@row(CutPress, privately=True)
async def _cut(world):
    world.cuts_at_once = False
    await world.deal(ANNA, BORIS)
    pending = world.table().pending
    who = ANNA if pending.cutter.user_id == ANNA.user_id else BORIS
    return who, GROUP, CutPress(pending.deal_id, HALF[36])


@row(AnalysisPress, privately=True)
async def _analysis(world):
    return ANNA, ANNA.user_id, AnalysisPress(await ended(world))


@row(HistoryPress, "see", privately=True)
async def _see(world):
    return ANNA, GROUP, HistoryPress("see", game=await ended(world))


@row(HistoryPress, "file", privately=True)
async def _file(world):
    return ANNA, GROUP, HistoryPress("file", game=await ended(world))


@row(HistoryPress, "list", own=True)
async def _list(world):
    await ended(world)
    return ANNA, GROUP, HistoryPress("list")


@row(PuzzlePress, own=True)
async def _puzzle(world):
    house = House(world)
    await house.puzzles.show(world.place(ANNA.user_id), ANNA)
    player = await kept_puzzles.get(world.db, ANNA.user_id)
    assert player is not None
    return ANNA, ANNA.user_id, PuzzlePress("next", player.puzzle, len(player.line))


@row(OwnPress, "forget", own=True)
async def _forget(world):
    return ANNA, ANNA.user_id, OwnPress("forget")


@row(OwnPress, "export", own=True)
async def _export(world):
    return ANNA, ANNA.user_id, OwnPress("export")


@row(TopPress, own=True)
async def _top(world):
    await ended(world)
    return ANNA, GROUP, TopPress("defeats", "ever", 0)


@row(StatsPress, own=True)
async def _stats(world):
    await ended(world)
    return BORIS, GROUP, StatsPress(ANNA.user_id, "here")


@row(PlotPress, own=True)
async def _plot(world):
    await ended(world)
    return BORIS, GROUP, PlotPress(ANNA.user_id)


@row(LanguagePress, own=True)
async def _language(world):
    return ANNA, GROUP, LanguagePress(EN.language)


@row(SettingPress, own=True)
async def _setting(world):
    return ANNA, GROUP, SettingPress("proof", "off")


@row(RingPress, own=True)
async def _ring(world):
    return ANNA, GROUP, RingPress("never")


def test_every_kind_of_button_has_its_row():
    assert {row.kind for row in ROWS} == set(get_args(Press))


async def prepared(world, row):
    for chat_id in (ELSEWHERE, OTHER_TABLE):
        await chats.seen(world.db, chat_id, "supergroup", "Двор", 0)
    await world.deal(GENA, computers=1, chat_id=OTHER_TABLE)
    ready = await row.ready(world)
    await world.settle()
    return House(world), *ready


@pytest.mark.parametrize("row", ROWS, ids=str)
async def test_from_elsewhere_it_changes_nothing(world, row):
    house, right, chat_id, press = await prepared(world, row)
    # To forget oneself is anybody's right, and ends one's own game: Вова has none there.
    stranger = VOVA if row.kind is OwnPress else GENA
    tries = [
        (stranger, stranger.user_id),
        (GENA, ELSEWHERE),
        (GENA, OTHER_TABLE),
        (right, ELSEWHERE),
        (right, OTHER_TABLE),
    ]
    if not row.own and not row.privately:
        tries += [(right, right.user_id)] if right.user_id != chat_id else []
        tries += [(who, who.user_id) for who in (ANNA, BORIS) if who.user_id != chat_id]
    for person, where in tries:
        but = (where, person.user_id) if row.own else ()
        before = await house.seen(but=but)
        answer = await house.press(person, where, press, admin=True)
        assert await house.seen(but=but) == before, (person, where)
        assert row.own or answer.text, (person, where)


@pytest.mark.parametrize("row", ROWS, ids=str)
async def test_where_it_is_shown_it_counts(world, row):
    house, right, chat_id, press = await prepared(world, row)
    before = await house.seen()
    refused = message("toast-old-button", RU)
    answer = await house.press(right, chat_id, press, admin=row.own)
    assert answer.text != refused
    assert await house.seen() != before or row.kind is HintPress


PRIVATELY = [row for row in ROWS if row.privately]


@pytest.mark.parametrize("row", PRIVATELY, ids=str)
async def test_what_is_shown_in_private_counts_there(world, row):
    house, right, _, press = await prepared(world, row)
    answer = await house.press(right, right.user_id, press)
    assert answer.text != message("toast-old-button", RU)
    if press != GamePress(1, "mine"):
        assert answer.text != message("toast-history-elsewhere", RU)


@pytest.mark.parametrize(
    "row", [r for r in ROWS if r.kind in (AnalysisPress, PuzzlePress, OwnPress)], ids=str
)
async def test_what_is_for_one_person_alone_counts_in_no_group(world, row):
    house, right, _, press = await prepared(world, row)
    before = await house.seen()
    answer = await house.press(right, GROUP, press, admin=True)
    assert answer.text == message("toast-old-button", RU)
    assert await house.seen() == before


@pytest.mark.parametrize("chat_id", [GROUP, SUPERGROUP])
async def test_a_group_that_became_a_supergroup_is_the_same_chat(world, chat_id):
    live = await game(world)
    live.misses[1] = 2
    await world.tables.chat_events.moved(GROUP, SUPERGROUP)
    answer = await world.press(GENA, RemovePress(live.game_id, 1), chat_id, is_admin=True)
    assert answer.text == message("toast-removed", EN)


async def test_a_table_that_lost_its_topic_is_pressed_in_the_chat_itself(world):
    await world.tables.play(world.place(thread_id=5), ANNA)
    lobby = LobbyPress(world.lobby_id(), "join")
    await world.tables.chat_events.topic_gone(GROUP, 5)
    assert (await world.press(BORIS, lobby, GROUP)).text == message("toast-joined", RU)


async def test_alone_at_a_table_one_is_its_admin(world):
    await solo(world)
    await world.tables.stop(world.place(ANNA.user_id, is_admin=True), ANNA)
    assert world.game_id(ANNA.user_id) is None
