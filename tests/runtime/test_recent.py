"""A bounded mapping keeps what was used last."""

from bot.runtime.recent import Recent


def test_what_was_used_longest_ago_gives_way():
    recent: Recent[int, str] = Recent(2)
    recent.put(1, "a")
    recent.put(2, "b")
    assert recent.get(1) == "a"
    recent.put(3, "c")
    assert (recent.get(1), recent.get(2), recent.get(3)) == ("a", None, "c")
    recent.put(1, "d")
    recent.drop(3)
    recent.drop(4)
    assert (len(recent), recent.get(1)) == (1, "d")
