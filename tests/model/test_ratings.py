"""How much a game weighs for a rating."""

import pytest

from bot.model.ratings import KNOWN, RatedPlayer, Rating, rated, weight


def test_new_and_often_met_opponents_weigh_little():
    assert [weight(games, 0) for games in (0, 4, KNOWN - 1, KNOWN, 500)] == [0.1, 0.5, 1, 1, 1]
    assert [weight(500, met) for met in (0, 1, 2)] == pytest.approx([1, 0.8, 0.64])
    assert sum(weight(500, met) for met in range(1000)) == pytest.approx(5)


@pytest.mark.parametrize(("games", "met", "share"), [(0, 0, 0.1), (99, 3, 0.512), (4, 1, 0.4)])
def test_a_game_moves_a_rating_by_its_weight(games, met, share):
    def winner(games, met):
        players = [
            RatedPlayer(1, 0, 1, Rating(), 99, {2: met}),
            RatedPlayer(2, 1, 2, Rating(), games, {1: 0}),
        ]
        return rated(players)[1]

    whole, part = winner(99, 0), winner(games, met)
    assert part.mu - Rating().mu == pytest.approx(share * (whole.mu - Rating().mu))
    assert Rating().sigma - part.sigma == pytest.approx(share * (Rating().sigma - whole.sigma))


def test_a_weight_is_the_mean_over_opponents():
    players = [
        RatedPlayer(1, 0, 1, Rating(), 99, {2: 0, 3: 1}),
        RatedPlayer(2, 1, 2, Rating(), 99, {}),
        RatedPlayer(3, 2, 3, Rating(), 0, {}),
    ]
    known = [*players[:2], RatedPlayer(3, 2, 3, Rating(), 99, {})]
    whole = rated([RatedPlayer(1, 0, 1, Rating(), 99, {}), *known[1:]])[1].mu - Rating().mu
    assert rated(players)[1].mu - Rating().mu == pytest.approx((1 + 0.08) / 2 * whole)
