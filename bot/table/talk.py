"""Commands, and the buttons of a table. Its methods run in the room's lane."""

from __future__ import annotations

import logging

from bot.lobby import Lobbies, allowed
from bot.model.buttons import GamePress, RemovePress
from bot.model.people import Person, Place
from bot.model.permissions import Permission, Role, allows, roles_of
from bot.model.protocols import Clock
from bot.model.screen import Answer, Screen
from bot.screens.hand import alone_screen, hand_alert
from bot.screens.notices import leave_question_screen, rules_screen
from bot.screens.text import message, refusal
from bot.storage import deadlines, games, people
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.lobbies import LobbySeat
from bot.table.dealing import staying
from bot.table.live import Live, load
from bot.table.play import Play
from bot.table.room import Room, Rooms
from bot.table.screens import Screens
from bot.table.waiting import dead
from engine import Action, IllegalAction, RecordError, Rules, Verb

log = logging.getLogger(__name__)


class Talk:
    """What people say to a table besides playing."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        rooms: Rooms,
        screens: Screens,
        play: Play,
        lobbies: Lobbies,
    ) -> None:
        self._db = db
        self._clock = clock
        self._rooms = rooms
        self._screens = screens
        self._play = play
        self._lobbies = lobbies
        self._cutting = play.cutting

    async def show(self, room: Room) -> None:
        """Bring all screens of a room up to date and go on with its game."""
        await self._play.resume(room)
        if room.lobby is not None:
            await self._screens.lobby(room, room.lobby)

    async def play(self, room: Room, place: Place, person: Person) -> None:
        """Open a lobby, or say what is on already and show that at the bottom."""
        live = await self._play.current(room)
        if live is not None or room.busy:
            cutting = "toast-cutting" if room.pending else "toast-lobby-open"
            self._say(place, "toast-already-playing" if live else cutting)
            await self.table(room, place)
            return
        if room.solo:
            await people.set_can_write(self._db, person.user_id, True, self._clock.now())
        await self._lobbies.open(room, place, person)

    async def table(self, room: Room, place: Place) -> None:
        """Post what is on anew at the bottom, a lobby open at its seats."""
        live = await self._play.current(room)
        if live is not None and room.solo:
            await self.show_hand(room, room.chat_id)
        elif live is not None:
            await self._screens.table(room, live, anew=True)
        elif room.lobby is not None:
            room.choosing = False
            await self._screens.lobby(room, room.lobby, anew=True)
        elif room.pending is None:
            self._say(place, "toast-nothing-on")
        await self._cutting.show(room)

    async def hand(self, room: Room, place: Place, person: Person) -> None:
        """Post a person's hand anew in private."""
        live = await self._play.current(room)
        if live is None:
            self._say(place, "toast-cutting" if room.pending else "toast-nothing-on")
        elif (seat := _playing(live, person.user_id)) is None:
            self._say(place, "toast-not-in-game")
        elif not await self._play.present(room, live, seat):
            self._say(place, "toast-game-over")
        elif not await self.show_hand(room, person.user_id):
            self._say(place, "toast-cannot-write")

    async def show_hand(self, room: Room, user_id: int) -> bool:
        """Post the hand of a person who plays here anew; False where that is nobody in reach."""
        live = await self._play.current(room)
        seat = None if live is None else _playing(live, user_id)
        if live is None or seat is None:
            return False
        return await self._screens.hand(room, live, seat, anew=True)

    async def leave(self, room: Room, place: Place, person: Person) -> None:
        """Stand up in a lobby; in a game, ask first."""
        live = await self._play.current(room)
        if live is not None:
            await self._ask_to_leave(room, live, place, person)
        elif room.lobby is not None:
            left = await self._lobbies.leave(room, room.lobby, person)
            self._say(place, "toast-left" if left else "toast-not-in-lobby")
        elif room.pending is not None:
            left = await self._lobbies.leave_cut(room, room.pending, person)
            self._say(place, "toast-left" if left else "toast-not-in-lobby")
        else:
            self._say(place, "toast-nothing-on")

    async def stand_up(self, room: Room, person: Person) -> None:
        """Somebody who has left the chat leaves its lobby, too."""
        if room.lobby is not None:
            await self._lobbies.leave(room, room.lobby, person)
        elif room.pending is not None and room.pending.game_id is None:
            await self._lobbies.leave_cut(room, room.pending, person)

    async def _ask_to_leave(self, room: Room, live: Live, place: Place, person: Person) -> None:
        seat = _playing(live, person.user_id)
        if seat is None:
            self._say(place, "toast-not-in-game")
        elif seat in live.game.state.outs:
            self._say(place, "toast-already-gone")
        else:
            self._answered(live, person.user_id)
            screen = leave_question_screen(
                await self._screens.info(room, live.stored), seat, place.language
            )
            live.asked[person.user_id] = self._screens.question(
                place.chat_id, place.thread_id, screen
            )

    async def stop(self, room: Room, place: Place, person: Person) -> None:
        """End the game, or close the lobby, for all: its host or an admin may, and anybody where
        the time ran out long ago."""
        live = await self._play.current(room)
        if live is not None:
            who = _standing(live, place, person)
            stops = allows(Permission.STOP, who)
            stops = stops or (dead(live, self._clock.now()) and allows(Permission.STOP_DEAD, who))
            if stops:
                await self._play.stop(room, live)
            self._say(place, "toast-stopped" if stops else "toast-host-only")
        elif room.pending is not None:
            stops = allows(Permission.CANCEL, _before(room.pending, place, person))
            if stops:
                await self._cutting.call_off(room)
            self._say(place, "toast-stopped" if stops else "toast-host-only")
        elif room.lobby is None:
            self._say(place, "toast-nothing-on")
        elif allowed(Permission.CANCEL, room.lobby, place, person):
            await self._lobbies.cancel(room, room.lobby)
        else:
            self._say(place, "toast-host-only")

    async def rules(self, room: Room, place: Place) -> None:
        """Say how it is played, and what was agreed here."""
        live = await self._play.current(room)
        rules = live.game.rules if live else None
        if rules is None and room.lobby is not None:
            rules = Rules.from_dict(room.lobby.rules)
        if rules is None and room.pending is not None:
            rules = Rules.from_dict(room.pending.deal.rules)
        self._screens.note(place.chat_id, place.thread_id, rules_screen(rules, place.language))

    async def press(self, room: Room, person: Person, press: GamePress) -> Answer:
        """Do what a button of a table, or of a question about it, says."""
        if press.verb == "again":
            return await self._again(room, person, press)
        live = await self._play.current(room)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        seat = _playing(live, person.user_id)
        if seat is None:
            return Answer(message("toast-not-in-game", person.language))
        if not await self._play.present(room, live, seat):
            return Answer(message("toast-game-over", person.language))
        if press.verb == "here":
            return Answer(message("toast-here", person.language))
        if person.user_id not in live.asked:
            others = "toast-not-asked" if live.asked else "toast-old-button"
            return Answer(message(others, person.language))
        if press.verb == "stay":
            self._answered(live, person.user_id)
            return Answer(message("toast-stays", person.language))
        return await self._resign(room, live, seat, person)

    async def remove(self, room: Room, place: Place, person: Person, press: RemovePress) -> Answer:
        """Take an absent person out of the game: the host or an admin may, others vote."""
        live = await self._play.current(room)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        own = _playing(live, person.user_id)
        if own is not None and not await self._play.present(room, live, own):
            return Answer(message("toast-game-over", person.language))
        if press.seat not in live.away:
            return Answer(message("toast-not-away", person.language))
        who = _standing(live, place, person)
        if not allows(Permission.REMOVE, who):
            if not allows(Permission.VOTE, who):
                return Answer(message("toast-not-in-game", person.language))
            await deadlines.vote(self._db, live.game_id, press.seat, person.user_id)
            live.votes.setdefault(press.seat, set()).add(person.user_id)
            votes, needed = live.votes_on(press.seat)
            if votes < needed:
                await self._screens.game(room, live)
                words = message("toast-vote", person.language, votes=votes, needed=needed)
                return Answer(words)
        return await self._removed(room, live, press.seat, person)

    async def _removed(self, room: Room, live: Live, seat: int, person: Person) -> Answer:
        """What a person wanted who did not want somebody else to be waited for."""
        log.info("removed: game %s seat %s", live.game_id, seat)
        try:
            await self._play.submit(live, Action(seat, Verb.RESIGN), "person", person.user_id)
        except IllegalAction as error:
            return Answer(refusal(error.reason, person.language))
        await self._play.settle(room, live, acted=seat)
        return Answer(message("toast-removed", person.language))

    async def _resign(self, room: Room, live: Live, seat: int, person: Person) -> Answer:
        try:
            await self._play.submit(live, Action(seat, Verb.RESIGN), "person", person.user_id)
        except IllegalAction as error:
            return Answer(refusal(error.reason, person.language))
        self._answered(live, person.user_id)
        await self._play.settle(room, live, acted=seat)
        return Answer(message("toast-left-game", person.language))

    def _answered(self, live: Live, user_id: int) -> None:
        slot = live.asked.pop(user_id, None)
        if slot is not None:
            self._screens.delivery.remove(slot)

    async def mine(
        self, room: Room, person: Person, press: GamePress
    ) -> Answer | tuple[Screen, str]:
        """A player's hand, to be shown to them alone: as a message and as an alert."""
        live = await self._play.current(room)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        seat = _playing(live, person.user_id)
        if seat is None:
            return Answer(message("toast-not-in-game", person.language))
        if not await self._play.present(room, live, seat):
            return Answer(message("toast-game-over", person.language))
        info = await self._screens.live_info(room, live)
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

    async def _again(self, room: Room, person: Person, press: GamePress) -> Answer:
        """Deal the next game with the same seats; open a lobby where somebody is missing."""
        if await self._play.current(room) is not None:
            return Answer(message("toast-already-playing", person.language))
        if room.lobby is not None:
            return Answer(message("toast-lobby-open", person.language))
        if room.pending is not None:
            return Answer(message("toast-cutting", person.language))
        table = await self._rooms.table(room)
        if await games.last_game_at(self._db, table.table_id) != press.game:
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
                room,
                last.host or person.user_id,
                last.game.rules,
                seats,
                last.stored.deal.clock,
                last.level,
            )
            return Answer(message("toast-lobby-open", person.language))
        await self._cutting.begin_again(room, last)
        await self._cutting.go_on(room)
        words = "toast-cutting" if room.pending is not None else "toast-next-dealt"
        return Answer(message(words, person.language))

    async def _seats_after(self, last: Live) -> list[LobbySeat]:
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
        self._screens.say(place.chat_id, place.thread_id, message(key, place.language))


def _standing(live: Live, place: Place, person: Person) -> Role:
    """What a person is where this game is on."""
    return roles_of(
        admin=place.is_admin,
        host=person.user_id == live.host,
        player=_playing(live, person.user_id) is not None,
    )


def _before(pending: Pending, place: Place, person: Person) -> Role:
    """What a person is where a deck waits for its cut."""
    return roles_of(
        admin=place.is_admin,
        host=person.user_id == pending.deal.host_id,
        player=pending.seated(person.user_id),
    )


def _playing(live: Live, user_id: int) -> int | None:
    """The seat of a person who has not left the game."""
    seat = live.seat_of(user_id)
    return None if seat is None or seat in live.game.state.resigned else seat
