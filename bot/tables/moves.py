"""Presses on a hand: a move, a card that asks why not, an answer given ahead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.buttons import AheadPress, CardPress, MovePress
from bot.model.people import Person
from bot.model.screen import Answer
from bot.screens.text import message, refusal
from bot.storage.database import Database
from bot.storage.queued_answers import QueuedAnswer
from bot.tables.game import LiveGame, forget_answer, keep_answer
from bot.tables.presenter import Presenter
from bot.tables.progress import Progress
from bot.tables.table import Table
from engine import Action, Card, IllegalAction, Reason, Verb, View

HandPress = MovePress | CardPress | AheadPress


class Moves:
    """What people press on their hands. Its methods run in the room's lane."""

    def __init__(self, db: Database, screens: Presenter, play: Progress) -> None:
        self._db = db
        self._presenter = screens
        self._progress = play

    async def press(self, table: Table, person: Person, press: HandPress) -> Answer:
        """Do what a press on a hand means now, or say why not and show the hand as it is."""
        live = await self._progress.current(table)
        if live is None or live.game_id != press.game:
            return Answer(message("toast-game-over", person.language))
        seat = live.seat_of(person.user_id)
        if seat is None:
            return Answer(message("toast-not-in-game", person.language))
        if not await self._progress.present(table, live, seat):
            return Answer(message("toast-old-button", person.language))
        view = live.game.view(seat)
        if seat in view.resigned or (seat in view.out and not live.game.legal_for(seat)):
            return await self._refuse(
                table, live, seat, message("toast-already-gone", person.language)
            )
        if _is_old(press, view):
            return await self._refuse(
                table, live, seat, message("toast-old-button", person.language)
            )
        if isinstance(press, AheadPress):
            return await self._answer_ahead(table, live, view, press, person)
        if isinstance(press, CardPress):
            return await self._card(table, live, view, press.card, person)
        actions = _actions(seat, press)
        if not actions:
            return Answer(message("toast-unknown", person.language))
        return await self._do(table, live, actions, person)

    async def _do(
        self, table: Table, live: LiveGame, actions: Sequence[Action], person: Person
    ) -> Answer:
        """Play one action after another, up to the first that is refused."""
        done = 0
        answer = Answer(message("toast-done", person.language))
        for action in actions:
            try:
                await self._progress.submit(live, action, "person", person.user_id)
            except IllegalAction as error:
                answer = Answer(refusal(error.reason, person.language))
                break
            done += 1
        if not done:
            return await self._refuse(table, live, actions[0].seat, answer.text)
        await self._progress.advance(table, live, acted=actions[0].seat)
        return answer

    async def _card(
        self, table: Table, live: LiveGame, view: View, card: Card, person: Person
    ) -> Answer:
        """Say why a card can't be played; or, if by now it can, that its button has changed.

        Nothing is played: when the button was shown, no move stood behind it.
        """
        assert view.seat is not None
        ways = [
            action
            for action in live.game.legal_for(view.seat)
            if action.verb is not Verb.RETRACT and action.cards[-1:] == (card,)
        ]
        if len(ways) == 1 and ways[0].verb not in (Verb.TRANSFER, Verb.SHOW):
            words = message("toast-can-now", person.language)
        elif ways:
            words = message("toast-choose-pair", person.language)
        else:
            words = refusal(_why_not(live, view, card), person.language)
        return await self._refuse(table, live, view.seat, words)

    async def _answer_ahead(
        self, table: Table, live: LiveGame, view: View, press: AheadPress, person: Person
    ) -> Answer:
        seat = view.seat
        assert seat is not None
        if press.kind == "none":
            await forget_answer(self._db, live, seat)
            return await self._refuse(
                table, live, seat, message("toast-ahead-off", person.language)
            )
        if seat == view.defender:
            words = refusal(Reason.OWN_DEFENCE, person.language)
            return await self._refuse(table, live, seat, words)
        seen = press.seen if press.kind == "pass" else None
        await keep_answer(self._db, live, QueuedAnswer(seat, press.kind, press.bout, seen))
        at_once = Action(seat, Verb.PASS) in live.game.legal_for(seat)
        await self._progress.advance(table, live, acted=seat)
        return Answer(message("toast-done" if at_once else "toast-kept-ahead", person.language))

    async def _refuse(self, table: Table, live: LiveGame, seat: int, words: str) -> Answer:
        await self._presenter.hand(table, live, seat)
        return Answer(words)


def _is_old(press: HandPress, view: View) -> bool:
    """Whether the press means something else by now than when its button was shown."""
    if (press.deal, press.bout) != (view.deal, view.bout):
        return True
    if isinstance(press, MovePress):
        return press.verb in (Verb.TAKE, Verb.PASS) and press.seen != view.seen
    return isinstance(press, AheadPress) and press.kind == "pass" and press.seen != view.seen


def _actions(seat: int, press: MovePress) -> list[Action]:
    """The actions of a press, several for equal cards laid together; none if it makes no sense."""
    if press.verb is Verb.RESIGN:
        return []
    actions = [Action(seat, press.verb, press.cards)]
    if press.verb in (Verb.LEAD, Verb.THROW) and len(press.cards) > 1:
        first, *others = press.cards
        actions = [Action(seat, press.verb, (first,))]
        actions += [Action(seat, Verb.THROW, (card,)) for card in others]
    try:
        return [Action.parse(str(action)) for action in actions]
    except ValueError:
        return []


def _why_not(live: LiveGame, view: View, card: Card) -> Reason:
    """Why the most natural thing to do with a card is not legal."""
    assert view.seat is not None
    if card not in view.hand:
        return Reason.NO_SUCH_CARD
    natural = Action(view.seat, Verb.THROW, (card,))
    if not view.table:
        natural = Action(view.seat, Verb.LEAD, (card,))
    elif view.seat == view.defender and view.unbeaten:
        natural = Action(view.seat, Verb.BEAT, (view.unbeaten[0], card))
    try:
        live.game.copy().apply(natural)
    except IllegalAction as error:
        return error.reason
    raise AssertionError("a legal card has a way to be played")
