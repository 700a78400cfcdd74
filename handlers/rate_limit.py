"""A rate limit for each person, so that a burst of updates does not delay others."""

from typing import Literal

from aiogram import Bot
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import Update

from bot.model.protocols import Clock
from bot.runtime.bucket import Bucket, MonotonicTime
from bot.services.greetings import Greetings
from handlers.callback_answers import answer_press
from handlers.identity import Identity
from handlers.services import Services

BURST, PER_SECOND = 30, 3.0
"""How many updates of a person are served after a rest, and per second after that."""
FORGET_SECONDS = BURST / PER_SECOND
"""After a rest of this length a person has the whole burst again, and is forgotten."""

Verdict = Literal["serve", "tell", "drop"]


class _Person:
    """A person: when the last update came, and whether they were told to slow down."""

    def __init__(self) -> None:
        self.bucket = Bucket(PER_SECOND, BURST)
        self.seen = 0.0
        self.told = False


class PersonRates:
    """Limits the rate of each person; people who rest are forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._time = MonotonicTime(clock)
        # In the order of their last updates.
        self._people: dict[int, _Person] = {}

    def now(self) -> float:
        """Return monotonic seconds."""
        return self._time.now()

    @property
    def known(self) -> int:
        """Return how many people are remembered."""
        return len(self._people)

    def judge(self, person_id: int) -> Verdict:
        """Count an update of a person, and return what to do with it.

        Beyond the rate the answer is "tell" once, then "drop" until the person rests.
        """
        now = self.now()
        self._forget(now)
        person = self._people.pop(person_id, None) or _Person()
        self._people[person_id], person.seen = person, now
        if person.bucket.wait(now):
            verdict: Verdict = "drop" if person.told else "tell"
            person.told = True
            return verdict
        if not person.bucket.wait(now, reserve=BURST // 2):
            person.told = False
        person.bucket.take(now)
        return "serve"

    def beyond(self, person_id: int) -> bool:
        """Tell whether a person was told to slow down and has not rested since."""
        person = self._people.get(person_id)
        return person is not None and person.told

    def _forget(self, now: float) -> None:
        while self._people:
            person_id, person = next(iter(self._people.items()))
            if now - person.seen <= FORGET_SECONDS:
                return
            del self._people[person_id]


async def slow_down(update: Update, bot: Bot, identity: Identity, services: Services) -> None:
    """Ask the person of an update for patience."""
    if query := update.callback_query:
        person = await identity.person(query.from_user)
        answer = services[Greetings].slow_down_answer(person.reader)
        call = AnswerCallbackQuery(callback_query_id=query.id, text=answer.text)
        await answer_press(bot, call)
    elif message := update.message:
        place, _ = await identity.anyone(message)
        services[Greetings].slow_down(place)
