-- Which puzzle a person is at, the line they have played in it (JSON), whether they were given a
-- hint; and how many they have solved one after another, now and at best.
CREATE TABLE puzzle_players (
    user_id INTEGER PRIMARY KEY,
    puzzle TEXT NOT NULL,
    line TEXT NOT NULL,
    hinted INTEGER NOT NULL CHECK (hinted IN (0, 1)),
    done INTEGER NOT NULL CHECK (done IN (0, 1)),
    streak INTEGER NOT NULL,
    best INTEGER NOT NULL
);

CREATE TABLE puzzle_tries (
    user_id INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at REAL NOT NULL,
    PRIMARY KEY (user_id, puzzle)
) WITHOUT ROWID;
