"""Token buckets never exceed the limits."""

from bot.delivery.rate_limits import RateLimits
from bot.runtime.bucket import Bucket, MonotonicTime
from tests.delivery.conftest import StillClock


def calls_within(bucket, seconds):
    """How many calls a bucket lets through when each is made as soon as it may."""
    now, made = 0.0, 0
    while (now := now + bucket.wait(now)) < seconds:
        bucket.take(now)
        made += 1
    return made


def test_a_group_gets_no_more_than_its_minute_allows():
    assert 19 <= calls_within(RateLimits(20, 1, 30).chat(-1), 60) <= 20


def test_a_private_chat_has_a_short_burst_then_one_a_second():
    bucket = RateLimits(20, 1, 30).chat(1)
    waits = []
    for _ in range(4):
        waits.append(round(bucket.wait(0.0), 3))
        bucket.take(0.0)
    assert waits == [0, 0, 0, 1]


def test_a_tiny_pace_still_lets_calls_through():
    assert RateLimits(1, 0.5, 0.5).chat(-1).wait(0.0) == 0
    assert RateLimits(1, 0.5, 0.5).chat(1).wait(0.0) == 0
    assert RateLimits(1, 0.5, 0.5).total().wait(0.0) == 0


def test_a_call_made_too_early_delays_the_next():
    bucket = Bucket(1, 1)
    bucket.take(0.0)
    bucket.take(0.0)
    assert round(bucket.wait(0.0), 3) == 2


def test_steady_time_goes_on_where_the_clock_is_set_back():
    clock = StillClock()
    time = MonotonicTime(clock)
    seen = [time.now()]
    for seconds in (10, -3600, 1, 1):
        clock.pass_by(seconds)
        seen.append(time.now() - seen[0])
    assert seen[1:] == [10, 10, 11, 12]
