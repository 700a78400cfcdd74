-- The score. All of it follows from ended games, in the order of their tallies (tally.py).

-- Every ended game, once; `counted` 0: its results are still to be made from its record.
CREATE TABLE tallies (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL UNIQUE REFERENCES games,
    counted INTEGER NOT NULL CHECK (counted IN (0, 1))
);
CREATE INDEX tallies_to_count ON tallies (number) WHERE counted = 0;
INSERT INTO tallies (game_id, counted)
    SELECT game_id, 0 FROM games WHERE status != 'live' ORDER BY ended_at, game_id;

-- `board` is the chat of a game between people; of one among computers the person's own id.
-- Ratings are NULL where the game was not rated.
DROP TABLE results;
CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games,
    user_id INTEGER NOT NULL,
    board INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    kind TEXT NOT NULL,
    teams INTEGER NOT NULL CHECK (teams IN (0, 1)),
    place INTEGER NOT NULL,
    durak INTEGER NOT NULL CHECK (durak IN (0, 1)),
    lost INTEGER NOT NULL CHECK (lost IN (0, 1)),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    draw INTEGER NOT NULL CHECK (draw IN (0, 1)),
    resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),
    taken INTEGER NOT NULL,
    beaten INTEGER NOT NULL,
    hung INTEGER NOT NULL,
    worn INTEGER NOT NULL,
    rating_before INTEGER,
    rating_after INTEGER,
    ended_at REAL NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID;
CREATE INDEX results_by_person ON results (user_id, ended_at);

-- Sums of results; board 0 is all chats. Periods are those of bot/model/periods.py. The board of all
-- chats can be so long that each of its orders (boards.py) has an index, for which `few` (played
-- too little to be ranked) and `share` (defeats a game) are columns, and `rating` is a copy.
CREATE TABLE totals (
    board INTEGER NOT NULL,
    period TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    durak INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    beaten INTEGER NOT NULL,
    hung INTEGER NOT NULL,
    worn INTEGER NOT NULL,
    rating INTEGER NOT NULL DEFAULT 0,
    few INTEGER NOT NULL,
    share REAL NOT NULL,
    PRIMARY KEY (board, period, user_id)
) WITHOUT ROWID;
CREATE INDEX totals_by_person ON totals (user_id);
CREATE INDEX totals_by_defeats ON totals (period, few, share, games DESC, user_id) WHERE board = 0;
CREATE INDEX totals_by_wins ON totals (period, won DESC, games, user_id) WHERE board = 0;
CREATE INDEX totals_by_rating ON totals (period, few, rating DESC, games DESC, user_id)
    WHERE board = 0;
CREATE INDEX totals_by_pogony ON totals (period, hung DESC, worn, games DESC, user_id)
    WHERE board = 0;

CREATE TABLE ratings (
    user_id INTEGER PRIMARY KEY,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL
);

-- Pogony as they were hung on people, in the order of each game's result.
CREATE TABLE straps (
    game_id INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,
    board INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    by_id INTEGER,
    at REAL NOT NULL,
    PRIMARY KEY (game_id, number)
) WITHOUT ROWID;
CREATE INDEX straps_by_wearer ON straps (board, user_id, at);
