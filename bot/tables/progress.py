"""Progress of games: automatic actions, computers, deadlines, cuts, the end."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from bot.model.people import Person
from bot.model.screen import Slot
from bot.storage import games
from bot.storage.deals import PastDeal
from bot.storage.errors import FAILURES, Unreadable
from bot.storage.games import DAY, ActorKind, EndReason
from bot.storage.lobbies import Lobby
from bot.storage.queued_answers import QueuedAnswer
from bot.tables import autoplay
from bot.tables.autoplay import Decision
from bot.tables.cut_presenter import CutPresenter
from bot.tables.deadlines import counts, extended, missing_deadlines, next_due
from bot.tables.deal import Dealer, staying
from bot.tables.game import LiveGame
from bot.tables.opponents import Opponents
from bot.tables.presenter import hand_slot
from bot.tables.refusal import Refused
from bot.tables.runner import Runner
from bot.tables.services import TableServices
from bot.tables.table import Player, Table
from engine import Action, IllegalAction, RecordError, Verb

log = logging.getLogger(__name__)

SLEEP_SECONDS = 3600.0
"""How long a game must rest before it is unloaded, and not loaded at the start."""
HELD_SECONDS = 2.0
"""How soon to check again whether an awaited person has been shown their hand."""


class Progress:
    """Carries games from one person's decision to the next.

    Its methods run in the table's mailbox; `runner` puts work there.
    """

    def __init__(self, services: TableServices) -> None:
        self._services = services
        self._commit = services.commit
        self._presenter = services.presenter
        self._dealer = Dealer(services, CutPresenter(services.db, services.presenter))
        self.runner = Runner(services, self.resume)
        self._opponents = Opponents(services, self.runner)

    async def current(self, table: Table) -> LiveGame | None:
        """Return the game that is on, loaded if needed; end one whose record is broken."""
        if table.game_id is not None and table.live is None:
            try:
                table.live = await self._commit.load(table.game_id)
            except RecordError as error:
                log.error("record_broken game=%s action=%s", table.game_id, error.number)
                await self._break(table, table.game_id)
            except Unreadable as error:
                log.error("game_broken game=%s error=%s", table.game_id, error)
                await self._break(table, table.game_id, readable=False)
        return table.live

    async def seated(self, table: Table, person: Person, game_id: int | None = None) -> Player:
        """Return a person at their seat in the game that is on, no longer away.

        Raises:
            Refused: the game (with `game_id`, if given) is not on here, or the person has no seat
                in it or has left it.
        """
        live = await self.current(table)
        if live is None or game_id not in (None, live.game_id):
            raise Refused("toast-game-over")
        seat = live.seat_of(person.user_id)
        if seat is None:
            raise Refused("toast-not-in-game")
        if seat in live.game.state.resigned:
            raise Refused("toast-already-gone")
        if not await self._present(table, live, seat):
            raise Refused("toast-game-over")
        return Player(table, live, seat, person)

    async def _present(self, table: Table, live: LiveGame, seat: int) -> bool:
        """Note that the person of a seat has pressed something, and is no longer away.

        Returns False where the game has ended by that, or could not be stored.
        """
        live.pressed[seat] = self._services.now()
        if seat not in live.misses:
            return True
        was_away = seat in live.away
        await self._commit.returned(live, seat, self._services.now())
        if was_away:
            log.info("returned game=%s seat=%s", live.game_id, seat)
            await self.advance(table, live, acted=seat)
        return table.live is live and not table.stale

    async def submit(
        self,
        live: LiveGame,
        *actions: Action,
        kind: ActorKind,
        actor: int | None = None,
        answer: QueuedAnswer | None = None,
        missed: bool = False,
    ) -> Refused | None:
        """Play and store actions at once; see `Commit.actions`. `advance` shows them.

        Returns why not all of them were played, None if they were.

        Raises:
            Refused: the rules do not allow the first now; nothing has changed.
            FAILURES: they could not be stored.
        """
        step = live.step
        try:
            refused = await self._commit.actions(
                live, actions, self._services.now(), kind, actor, answer=answer, missed=missed
            )
        except IllegalAction as error:
            raise Refused.by_rules(error.reason) from error
        log.info("acted game=%s step=%s by=%s", live.game_id, step, kind)
        return None if refused is None else Refused.by_rules(refused.reason)

    async def advance(
        self, table: Table, live: LiveGame, *, acted: int | None = None, repost: bool = False
    ) -> None:
        """Play what follows at once, show the result, and plan what is next.

        If storage fails, what was stored is shown by a retry.
        """
        try:
            await self._follow(table, live)
            if live.game.over:
                await self._end(table, live)
                return
            now = self._services.now()
            await self._commit.await_until(live, missing_deadlines(live, now))
            await self._commit.due_rings(live, now)
            self._plan(table, live)
            ringing = self._to_ring(live)
            await self._presenter.game(table, live, acted=acted, repost=repost, ringing=ringing)
        except FAILURES:
            self.runner.failed(table)

    async def _follow(self, table: Table, live: LiveGame) -> None:
        while not live.game.over:
            if live.game.deck_due:
                if not await self._redealt(table, live):
                    return
            elif (decision := autoplay.at_once(live)) is not None:
                await self.submit(live, decision.action, kind=decision.kind, actor=decision.actor)
            else:
                return

    async def _redealt(self, table: Table, live: LiveGame) -> bool:
        """Deal the deck of a redeal; return False while it waits for its cut."""
        if table.pending is not None:
            return False
        pending = await self._dealer.redeal(table, live)
        if pending is None:
            return True
        if self._person_cuts(table):
            await self._await_cut(table)
            return False
        await self._dealer.cut(table, pending, live)
        return True

    def _plan(self, table: Table, live: LiveGame, *, soonest: float = 0.0) -> None:
        """Set the alarms of a game: the next computer's move, the next ring or deadline."""
        self._opponents.plan(table, live, self._play_decision)
        name, due = ("deadline", live.game_id), next_due(live, self._services.ring_after)
        if due is None:
            self._services.alarms.cancel(name)
        else:
            seconds = max(due - self._services.now(), soonest)
            self.runner.later(name, seconds, table, partial(self._deadline, table, live.game_id))

    async def _play_decision(
        self, table: Table, game_id: int, step: int, decision: Decision
    ) -> None:
        """Play a decision if the game is still at that step; else another one is planned."""
        live = await self._on(table, game_id)
        seat = decision.action.seat
        if live is not None and live.step == step and autoplay.next_seat(live) == seat:
            await self.submit(live, decision.action, kind=decision.kind)
            await self.advance(table, live, acted=seat)

    async def _on(self, table: Table, game_id: int) -> LiveGame | None:
        """Return the game with this id, None if it is no longer on."""
        return await self.current(table) if table.game_id == game_id else None

    async def _deadline(self, table: Table, game_id: int) -> None:
        """Play for one person whose time is up, else ring the people who are due."""
        live = await self._on(table, game_id)
        if live is None:
            return
        soonest, now = 0.0, self._services.now()
        for seat, deadline in list(live.deadlines.items()):
            if deadline.until is None or deadline.until > now:
                continue
            if not await self._held_up(table, live, seat):
                await self._expire(table, live, seat)
                return
            soonest = HELD_SECONDS
        await self._commit.due_rings(live, now)
        for seat in self._to_ring(live):
            await self._presenter.hand(table, live, seat, repost=True)
        self._plan(table, live, soonest=soonest)

    def _to_ring(self, live: LiveGame) -> list[int]:
        ringing = live.take_ringing()
        for seat in ringing:
            log.info("rung game=%s step=%s seat=%s", live.game_id, live.step, seat)
        return ringing

    async def _held_up(self, table: Table, live: LiveGame, seat: int) -> bool:
        """Extend the deadline of a seat whose hand was shown late; tell if time is left."""
        late = self._presenter.late(live, seat)
        if late is None:
            return True
        if late <= live.deadlines[seat].since:
            return False
        longer = extended(live, seat, late)
        if longer.until is None or longer.until <= self._services.now():
            return False
        await self._commit.await_until(live, live.deadlines | {seat: longer})
        await self._presenter.game(table, live)
        return True

    async def _expire(self, table: Table, live: LiveGame, seat: int) -> None:
        """Play for a person whose time is up; a thrower passes for the rest of the bout."""
        decision, counted = autoplay.overdue(live, seat), counts(live, seat)
        passes = decision.action.verb is Verb.PASS
        answer = autoplay.passes_for_bout(live, seat) if passes else None
        await self.submit(live, decision.action, kind=decision.kind, answer=answer, missed=counted)
        if seat in live.misses:
            log.info("missed game=%s seat=%s times=%s", live.game_id, seat, live.misses[seat])
        await self.advance(table, live, acted=seat)

    async def begin_again(self, table: Table, last: LiveGame) -> None:
        """Begin the next game with the remaining seats of the last one, and show it."""
        await self._dealer.begin_again(table, last)
        await self.go_on(table)

    async def go_on(self, table: Table) -> None:
        """Show a game that has begun: the deck to be cut, or the cards."""
        if table.pending is not None:
            await self._resume_cut(table)
        elif table.live is not None:
            await self.advance(table, table.live, repost=True)

    async def cut(self, table: Table, depth: int | None = None) -> None:
        """Cut the pending deck, at a drawn depth for None, deal it, and show the game."""
        await self._cut(table, depth)
        if table.live is not None:
            await self.advance(table, table.live, repost=True)

    async def hurry(self, table: Table) -> None:
        """Cut a pending redeal at a drawn depth now, without waiting for its cutter."""
        if table.pending is not None and table.pending.game_id is not None:
            await self._cut(table)

    async def _cut(self, table: Table, depth: int | None = None) -> None:
        pending = table.pending
        assert pending is not None
        live = None if pending.game_id is None else await self.current(table)
        if live is not None and depth is not None:
            live.pressed[pending.seat] = self._services.now()
        await self._dealer.cut(table, pending, live, depth)

    def _person_cuts(self, table: Table) -> bool:
        """Tell whether the cutter is a person who is there and has time left."""
        pending, live = table.pending, table.live
        assert pending is not None
        if pending.cutter.user_id is None or pending.until <= self._services.now():
            return False
        if pending.game_id is None or live is None:
            return True
        return live.decides(pending.seat) and pending.seat not in live.game.state.resigned

    async def _resume_cut(self, table: Table) -> None:
        if table.pending is None:
            return
        if self._person_cuts(table):
            await self._await_cut(table)
        else:
            await self.cut(table)

    async def _await_cut(self, table: Table) -> None:
        pending = table.pending
        assert pending is not None
        seconds = pending.until - self._services.now()
        work = partial(self._cut_expired, table, pending.deal_id)
        self.runner.later(("cut", pending.deal_id), seconds, table, work)
        await self._dealer.cuts.show(table, pending)

    async def _cut_expired(self, table: Table, deal_id: int) -> None:
        if table.pending is not None and table.pending.deal_id == deal_id:
            await self.cut(table)

    async def show_cut(self, table: Table) -> None:
        """Post the deck that waits for its cut again at the bottom."""
        if table.pending is not None:
            await self._dealer.cuts.show(table, table.pending, repost=True)

    async def tidy_cut(self, table: Table, slot: Slot, past: PastDeal) -> None:
        """Update a message about a deal that ended before a restart, for the last time."""
        await self._dealer.cuts.tidy(table, slot, past)

    async def begin(self, table: Table, lobby: Lobby, left_out: Sequence[str] = ()) -> None:
        """Begin the first game of the lobby that is open, and show it instead of the lobby.

        `lobby` has the seats that are dealt to; `left_out` are the names on the others.
        """
        await self._dealer.begin(table, lobby)
        await self._presenter.closed_lobby(table, lobby, "dealt", left_out)
        await self.go_on(table)

    async def call_off(self, table: Table) -> None:
        """Call off the pending deal."""
        await self._dealer.call_off(table)

    async def learn_rings(self, table: Table) -> None:
        """Load again when people want to be rung, and set the alarms by it."""
        if (live := await self.current(table)) is not None:
            await self._commit.learn_rings(live)
            self._plan(table, live)

    async def resume(self, table: Table) -> None:
        """Resume what is on at a table from storage."""
        live = await self.current(table)
        if live is not None:
            await self.advance(table, live)
        await self._resume_cut(table)

    async def stop(self, table: Table, live: LiveGame, reason: EndReason | None = None) -> None:
        """End a game for all without a result; `reason` is None where a person stopped it."""
        now = self._services.now()
        await games.end_game(self._services.db, live.game_id, "stopped", now, reason)
        log.info("stopped game=%s by=%s", live.game_id, "clock" if reason else "person")
        await self._leave_table(table, live)
        await self._presenter.ended(table, live, reason or "stopped")

    async def expire_idle(self, table: Table, game_id: int) -> None:
        """End a game untouched in storage for long, unless a person has pressed since."""
        live = await self._on(table, game_id)
        if live is None:
            return
        quiet = max(DAY, 2 * live.stored.deal.clock)
        if all(at + quiet <= self._services.now() for at in live.pressed.values()):
            log.info("expired game=%s", game_id)
            await self.stop(table, live, "expired")

    async def unload(self, table: Table, now: float) -> None:
        """Drop a resting game from memory; it is loaded again when needed."""
        live = table.live
        if live is None or live.asked or autoplay.next_seat(live) is not None:
            return
        if max(live.at, *live.pressed.values(), 0.0) + SLEEP_SECONDS <= now:
            table.live = None

    async def _end(self, table: Table, live: LiveGame) -> None:
        """Show the end of a game; deal a void one again (docs/rules.md §8)."""
        await self._leave_table(table, live)
        log.info("ended game=%s actions=%s", live.game_id, live.step)
        result = live.game.result
        again = False
        if result is not None and result.void and not table.busy:
            again = await self._begin_void_again(table, live)
        await self._presenter.ended(table, live)
        await self._services.rank_pictures.begin(table, live)
        if again:
            await self._presenter.tell(table, "note-dealt-again")
            await self.go_on(table)

    async def _begin_void_again(self, table: Table, live: LiveGame) -> bool:
        if not live.people_in or len(staying(live)) < 2:
            return False
        try:
            await self._dealer.begin_again(table, live)
        except FAILURES:
            log.exception("not_dealt_again game=%s", live.game_id)
            return False
        return True

    async def show_left(self, table: Table, user_id: int) -> None:
        """Show the game for the last time to a person who left it just before a crash."""
        live = await self.current(table)
        seat = None if live is None else live.seat_of(user_id)
        if live is not None and seat is not None and seat in live.left:
            await self._presenter.hand(table, live, seat)
            self._services.delivery.forget(hand_slot(live.game_id, user_id))

    async def show_end(self, table: Table, game_id: int) -> None:
        """Show the end of a game that ended just before a crash, unseen."""
        try:
            live = await self._commit.load(game_id)
        except (RecordError, Unreadable):
            await self._show_broken(table, game_id)
            return
        newest = await games.last_game_at(self._services.db, live.stored.deal.table_id)
        if live.stored.status == "void" and newest == game_id:
            await self._end(table, live)
        else:
            stopped = live.stored.status == "stopped"
            ended = live.stored.reason or "stopped"
            await self._presenter.ended(table, live, ended if stopped else None)

    async def _break(self, table: Table, game_id: int, *, readable: bool = True) -> None:
        now = self._services.now()
        await games.end_game(self._services.db, game_id, "broken", now, readable=readable)
        self._services.index.set_game(table, None)
        await self._dealer.drop_redeal(table)
        await self._show_broken(table, game_id)

    async def given_up(self, table: Table) -> None:
        """Say that what was to be played at a table can't be read any more."""
        await self._presenter.tell(table, "ended-broken")

    async def _show_broken(self, table: Table, game_id: int) -> None:
        stored = await games.remains(self._services.db, game_id)
        if stored is not None:
            await self._presenter.broken(table, stored)

    async def _leave_table(self, table: Table, live: LiveGame) -> None:
        self._services.index.set_game(table, None)
        await self._dealer.drop_redeal(table)
        for slot in live.asked.values():
            self._services.delivery.remove(slot)
        self.runner.unplan(live.game_id)
        self._services.alarms.cancel(("deadline", live.game_id))
