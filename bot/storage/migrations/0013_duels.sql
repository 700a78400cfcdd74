-- Duels and new people count less (docs/score.md), so every game is counted again at the start.

-- `people` at the deal; `new`: this person was until this game; `counts` on boards.
ALTER TABLE results ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN new INTEGER NOT NULL DEFAULT 0 CHECK (new IN (0, 1));
ALTER TABLE results ADD COLUMN counts INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1));
-- Games by which somebody comes to be ranked: those with one person are one. `few` follows from it.
ALTER TABLE totals ADD COLUMN varied INTEGER NOT NULL DEFAULT 0;
-- Those who are not ranked stand below on every board; who has pogony and no game is on none.
DROP INDEX totals_by_defeats;
DROP INDEX totals_by_wins;
DROP INDEX totals_by_rating;
DROP INDEX totals_by_pogony;
CREATE INDEX totals_by_defeats ON totals (period, few, share, games DESC, user_id)
    WHERE board = 0 AND games > 0;
CREATE INDEX totals_by_wins ON totals (period, few, won DESC, games, user_id)
    WHERE board = 0 AND games > 0;
CREATE INDEX totals_by_rating ON totals (period, few, rating DESC, games DESC, user_id)
    WHERE board = 0 AND games > 0;
CREATE INDEX totals_by_pogony ON totals (period, few, hung DESC, worn, games DESC, user_id)
    WHERE board = 0 AND games > 0;

DELETE FROM results;
DELETE FROM totals;
DELETE FROM ratings;
DELETE FROM straps;
UPDATE tallies SET counted = 0;
