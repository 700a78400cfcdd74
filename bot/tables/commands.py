"""Commands, and the buttons of a table. Its methods run in the room's lane."""

from __future__ import annotations

import logging

from bot.model.buttons import GamePress, RemovePress
from bot.model.people import Person, Place
from bot.model.permissions import Permission, Role, allows
from bot.model.protocols import Clock
from bot.model.screen import Answer, Screen
from bot.screens.hand import alone_screen, hand_alert
from bot.screens.notices import leave_question_screen, rules_screen
from bot.screens.text import message, refusal
from bot.storage import deadlines, games, people
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.lobbies import LobbySeat
from bot.tables.deadlines import dead
from bot.tables.deal import staying
from bot.tables.game import LiveGame, load
from bot.tables.lobby import Lobbies, allowed
from bot.tables.presenter import Presenter
from bot.tables.progress import Progress
from bot.tables.rights import standing_at
from bot.tables.table import Table, TableIndex
from engine import Action, IllegalAction, RecordError, Rules, Verb

log = logging.getLogger(__name__)


class TableCommands:
    """What people say to a table besides playing."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        tables: TableIndex,
        screens: Presenter,
        play: Progress,
        lobbies: Lobbies,
    ) -> None:
        self._db = db
        self._clock = clock
        self._index = tables
        self._presenter = screens
        self._progress = play
        self._lobbies = lobbies
        self._cut = play.cutting

    async def show(self, table: Table) -> None:
        """Bring all screens of a room up to date and go on with its game."""
        await self._progress.resume(table)
        if table.lobby is not None:
            await self._presenter.lobby(table, table.lobby)

    async def play(self, table: Table, place: Place, person: Person) -> None:
        """Open a lobby, or say what is on already and show that at the bottom."""
        live = await self._progress.current(table)
        if live is not None or table.busy:
            cutting = "toast-cutting" if table.pending else "toast-lobby-open"
            self._say(place, "toast-already-playing" if live else cutting)
            await self.table(table, place)
            return
        if table.solo:
            await people.set_can_write(self._db, person.user_id, True, self._clock.now())
        await self._lobbies.open(table, place, person)

    async def table(self, table: Table, place: Place) -> None:
        """Post what is on anew at the bottom, a lobby open at its seats."""
        live = await self._progress.current(table)
        if live is not None and table.solo:
            await self.show_hand(table, table.chat_id)
        elif live is not None:
            await self._presenter.table(table, live, anew=True)
        elif table.lobby is not None:
            table.choosing = False
            await self._presenter.lobby(table, table.lobby, anew=True)
        elif table.pending is None:
            self._say(place, "toast-nothing-on")
        await self._cut.show(table)

    async def hand(self, table: Table, place: Place, person: Person) -> None:
        """Post a person's hand anew in private."""
        live = await self._progress.current(table)
        if live is None:
            self._say(place, "toast-cutting" if table.pending else "toast-nothing-on")
        elif (seat := _playing(live, person.user_id)) is None:
            self._say(place, "toast-not-in-game")
        elif not await self._progress.present(table, live, seat):
            self._say(place, "toast-game-over")
        elif not await self.show_hand(table, person.user_id):
            self._say(place, "toast-cannot-write")

    async def show_hand(self, table: Table, user_id: int) -> bool:
        """Post the hand of a person who plays here anew; False where that is nobody in reach."""
        live = await self._progress.current(table)
        seat = None if live is None else _playing(live, user_id)
        if live is None or seat is None:
            return False
        return await self._presenter.hand(table, live, seat, anew=True)

    async def leave(self, table: Table, place: Place, person: Person) -> None:
        """Stand up in a lobby; in a game, ask first."""
        live = await self._progress.current(table)
        if live is not None:
            await self._ask_to_leave(table, live, place, person)
        elif table.lobby is not None:
            left = await self._lobbies.leave(table, table.lobby, person)
            self._say(place, "toast-left" if left else "toast-not-in-lobby")
        elif table.pending is not None:
            left = await self._lobbies.leave_cut(table, table.pending, person)
            self._say(place, "toast-left" if left else "toast-not-in-lobby")
        else:
            self._say(place, "toast-nothing-on")

    async def stand_up(self, table: Table, person: Person) -> None:
        """Somebody who has left the chat leaves its lobby, too."""
        if table.lobby is not None:
            await self._lobbies.leave(table, table.lobby, person)
        elif table.pending is not None and table.pending.game_id is None:
            await self._lobbies.leave_cut(table, table.pending, person)

    async def _ask_to_leave(
        self, table: Table, live: LiveGame, place: Place, person: Person
    ) -> None:
        seat = _playing(live, person.user_id)
        if seat is None:
            self._say(place, "toast-not-in-game")
        elif seat in live.game.state.outs:
            self._say(place, "toast-already-gone")
        else:
            self._answered(live, person.user_id)
            screen = leave_question_screen(
                await self._presenter.info(table, live.stored), seat, place.language
            )
            live.asked[person.user_id] = self._presenter.question(
                place.chat_id, place.thread_id, screen
            )

    async def stop(self, table: Table, place: Place, person: Person) -> None:
        """End the game, or close the lobby, for all: its host or an admin may, and anybody where
        the time ran out long ago."""
        live = await self._progress.current(table)
        if live is not None:
            who = _standing(table, live, place, person)
            stops = allows(Permission.STOP, who)
            stops = stops or (dead(live, self._clock.now()) and allows(Permission.STOP_DEAD, who))
            if stops:
                await self._progress.stop(table, live)
            self._say(place, "toast-stopped" if stops else "toast-host-only")
        elif table.pending is not None:
            stops = allows(Permission.CANCEL, _before(table, table.pending, place, person))
            if stops:
                await self._cut.call_off(table)
            self._say(place, "toast-stopped" if stops else "toast-host-only")
        elif table.lobby is None:
            self._say(place, "toast-nothing-on")
        elif allowed(Permission.CANCEL, table, table.lobby, place, person):
            await self._lobbies.cancel(table, table.lobby)
        else:
            self._say(place, "toast-host-only")

    async def rules(self, table: Table, place: Place) -> None:
        """Say how it is played, and what was agreed here."""
        live = await self._progress.current(table)
        rules = live.game.rules if live else None
        if rules is None and table.lobby is not None:
            rules = Rules.from_dict(table.lobby.rules)
        if rules is None and table.pending is not None:
            rules = Rules.from_dict(table.pending.deal.rules)
        self._presenter.note(place.chat_id, place.thread_id, rules_screen(rules, place.language))

    async def press(self, table: Table, person: Person, press: GamePress) -> Answer:
        """Do what a button of a table, or of a question about it, says."""
        if press.verb == "again":
            return await self._again(table, person, press)
        live = await self._progress.current(table)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        seat = _playing(live, person.user_id)
        if seat is None:
            return Answer(message("toast-not-in-game", person.language))
        if not await self._progress.present(table, live, seat):
            return Answer(message("toast-game-over", person.language))
        if press.verb == "here":
            return Answer(message("toast-here", person.language))
        if person.user_id not in live.asked:
            others = "toast-not-asked" if live.asked else "toast-old-button"
            return Answer(message(others, person.language))
        if press.verb == "stay":
            self._answered(live, person.user_id)
            return Answer(message("toast-stays", person.language))
        return await self._resign(table, live, seat, person)

    async def remove(
        self, table: Table, place: Place, person: Person, press: RemovePress
    ) -> Answer:
        """Take an absent person out of the game: the host or an admin may, others vote."""
        live = await self._progress.current(table)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        own = _playing(live, person.user_id)
        if own is not None and not await self._progress.present(table, live, own):
            return Answer(message("toast-game-over", person.language))
        if press.seat not in live.away:
            return Answer(message("toast-not-away", person.language))
        who = _standing(table, live, place, person)
        if not allows(Permission.REMOVE, who):
            if not allows(Permission.VOTE, who):
                return Answer(message("toast-not-in-game", person.language))
            await deadlines.vote(self._db, live.game_id, press.seat, person.user_id)
            live.votes.setdefault(press.seat, set()).add(person.user_id)
            votes, needed = live.votes_on(press.seat)
            if votes < needed:
                await self._presenter.game(table, live)
                words = message("toast-vote", person.language, votes=votes, needed=needed)
                return Answer(words)
        return await self._removed(table, live, press.seat, person)

    async def _removed(self, table: Table, live: LiveGame, seat: int, person: Person) -> Answer:
        """What a person wanted who did not want somebody else to be waited for."""
        log.info("removed: game %s seat %s", live.game_id, seat)
        try:
            await self._progress.submit(live, Action(seat, Verb.RESIGN), "person", person.user_id)
        except IllegalAction as error:
            return Answer(refusal(error.reason, person.language))
        await self._progress.advance(table, live, acted=seat)
        return Answer(message("toast-removed", person.language))

    async def _resign(self, table: Table, live: LiveGame, seat: int, person: Person) -> Answer:
        try:
            await self._progress.submit(live, Action(seat, Verb.RESIGN), "person", person.user_id)
        except IllegalAction as error:
            return Answer(refusal(error.reason, person.language))
        self._answered(live, person.user_id)
        await self._progress.advance(table, live, acted=seat)
        return Answer(message("toast-left-game", person.language))

    def _answered(self, live: LiveGame, user_id: int) -> None:
        slot = live.asked.pop(user_id, None)
        if slot is not None:
            self._presenter.delivery.remove(slot)

    async def mine(
        self, table: Table, person: Person, press: GamePress
    ) -> Answer | tuple[Screen, str]:
        """A player's hand, to be shown to them alone: as a message and as an alert."""
        live = await self._progress.current(table)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        seat = _playing(live, person.user_id)
        if seat is None:
            return Answer(message("toast-not-in-game", person.language))
        if not await self._progress.present(table, live, seat):
            return Answer(message("toast-game-over", person.language))
        info = await self._presenter.live_info(table, live)
        view = live.game.view(seat)
        answer = live.ahead.get(seat)
        screen = alone_screen(
            view,
            live.game.legal_for(seat),
            info,
            person.language,
            ahead=answer.kind if answer else None,
        )
        return screen, hand_alert(view, info, person.language)

    async def _again(self, table: Table, person: Person, press: GamePress) -> Answer:
        """Deal the next game with the same seats; open a lobby where somebody is missing."""
        if await self._progress.current(table) is not None:
            return Answer(message("toast-already-playing", person.language))
        if table.lobby is not None:
            return Answer(message("toast-lobby-open", person.language))
        if table.pending is not None:
            return Answer(message("toast-cutting", person.language))
        stored = await self._index.table(table)
        if await games.last_game_at(self._db, stored.table_id) != press.game:
            return Answer(message("toast-old-button", person.language))
        try:
            last = await load(self._db, press.game)
        except RecordError:
            return Answer(message("toast-old-button", person.language))
        if _playing(last, person.user_id) is None:
            return Answer(message("toast-not-in-game", person.language))
        seats = await self._seats_after(last)
        if len(seats) < 2 or any(who.waiting for who in seats):
            await self._lobbies.open_with(
                table,
                last.host or person.user_id,
                last.game.rules,
                seats,
                last.stored.deal.clock,
                last.level,
            )
            return Answer(message("toast-lobby-open", person.language))
        await self._cut.begin_again(table, last)
        await self._cut.go_on(table)
        words = "toast-cutting" if table.pending is not None else "toast-next-dealt"
        return Answer(message(words, person.language))

    async def _seats_after(self, last: LiveGame) -> list[LobbySeat]:
        seats = staying(last)
        known = await people.get_many(self._db, [who.user_id for who in seats if who.user_id])
        return [
            LobbySeat(
                who.user_id,
                who.name,
                waiting=who.user_id is not None
                and not (who.user_id in known and known[who.user_id].can_write),
            )
            for who in seats
        ]

    def _say(self, place: Place, key: str) -> None:
        self._presenter.say(place.chat_id, place.thread_id, message(key, place.language))


def _standing(table: Table, live: LiveGame, place: Place, person: Person) -> Role:
    """What a person is where this game is on."""
    return standing_at(
        table,
        place,
        host=person.user_id == live.host,
        player=_playing(live, person.user_id) is not None,
    )


def _before(table: Table, pending: Pending, place: Place, person: Person) -> Role:
    """What a person is where a deck waits for its cut."""
    return standing_at(
        table,
        place,
        host=person.user_id == pending.deal.host_id,
        player=pending.seated(person.user_id),
    )


def _playing(live: LiveGame, user_id: int) -> int | None:
    """The seat of a person who has not left the game."""
    seat = live.seat_of(user_id)
    return None if seat is None or seat in live.game.state.resigned else seat
