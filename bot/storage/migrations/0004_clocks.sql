-- How long somebody may think, in seconds (0: no clock), and when people last did something.
ALTER TABLE lobbies ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lobbies ADD COLUMN touched_at REAL NOT NULL DEFAULT 0;
UPDATE lobbies SET touched_at = CAST(strftime('%s', 'now') AS REAL) WHERE closed_at IS NULL;

-- Why a game was stopped, where nobody said so.
ALTER TABLE games ADD COLUMN reason TEXT CHECK (reason IN ('expired'));
ALTER TABLE games ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN touched_at REAL NOT NULL DEFAULT 0;
UPDATE games SET touched_at = CAST(strftime('%s', 'now') AS REAL) WHERE status = 'live';

-- Who is awaited: for the decision at `step`, since when, and until when (NULL: for ever).
CREATE TABLE waits (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    step INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;

-- How many decisions in a row a person has let pass.
CREATE TABLE misses (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;

-- Who wants the person on a seat out of the game.
CREATE TABLE votes (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat, user_id)
) WITHOUT ROWID;

ALTER TABLE people ADD COLUMN ring TEXT NOT NULL DEFAULT 'half'
    CHECK (ring IN ('now', 'half', 'never'));

-- When the bot was last known to run; one row.
CREATE TABLE pulse (
    only INTEGER PRIMARY KEY CHECK (only = 0),
    at REAL NOT NULL
);
