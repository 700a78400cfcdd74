-- Times are seconds since 1970. Ids are never used twice: old buttons carry them.

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    username TEXT,
    language TEXT,
    language_chosen INTEGER NOT NULL DEFAULT 0 CHECK (language_chosen IN (0, 1)),
    can_write INTEGER NOT NULL DEFAULT 0 CHECK (can_write IN (0, 1)),
    updated_at REAL NOT NULL
);

CREATE TABLE chats (
    chat_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT,
    updated_at REAL NOT NULL
);

CREATE TABLE tables (
    table_id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL DEFAULT 0,
    kind TEXT NOT NULL CHECK (kind IN ('group', 'solo')),
    UNIQUE (chat_id, thread_id)
);

CREATE TABLE lobbies (
    lobby_id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables,
    host_id INTEGER NOT NULL,
    rules TEXT NOT NULL,
    opened_at REAL NOT NULL,
    closed_at REAL
);
CREATE UNIQUE INDEX lobbies_one_open ON lobbies (table_id) WHERE closed_at IS NULL;

CREATE TABLE lobby_seats (
    lobby_id INTEGER NOT NULL REFERENCES lobbies ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    waiting INTEGER NOT NULL CHECK (waiting IN (0, 1)),
    PRIMARY KEY (lobby_id, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX lobby_seats_one_each ON lobby_seats (lobby_id, user_id)
    WHERE user_id IS NOT NULL;

CREATE TABLE series (
    series_id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables,
    started_at REAL NOT NULL
);

-- A game's rules hold every key, so that a later default can't change it.
CREATE TABLE games (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    series_id INTEGER NOT NULL REFERENCES series,
    table_id INTEGER NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    rules TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    dealer INTEGER NOT NULL,
    leader INTEGER,
    deck TEXT NOT NULL,
    seed TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'live'
        CHECK (status IN ('live', 'over', 'void', 'stopped', 'broken')),
    started_at REAL NOT NULL,
    ended_at REAL,
    result TEXT,
    UNIQUE (series_id, number),
    CHECK ((status = 'live') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX games_one_live ON games (table_id) WHERE status = 'live';

CREATE TABLE game_seats (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    level TEXT,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
CREATE INDEX game_seats_by_person ON game_seats (user_id) WHERE user_id IS NOT NULL;

-- The key lets no two presses both be a game's action number N.
CREATE TABLE actions (
    game_id INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    actor_kind TEXT NOT NULL CHECK (actor_kind IN ('person', 'bot', 'clock', 'autopilot')),
    actor_id INTEGER,
    PRIMARY KEY (game_id, number)
) WITHOUT ROWID;

CREATE TABLE ahead (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    bout INTEGER NOT NULL,
    seen INTEGER,
    PRIMARY KEY (game_id, seat, kind)
) WITHOUT ROWID;

CREATE TABLE rings (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;

CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    table_kind TEXT NOT NULL CHECK (table_kind IN ('group', 'solo')),
    seat INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    place INTEGER,
    durak INTEGER NOT NULL CHECK (durak IN (0, 1)),
    lost INTEGER NOT NULL CHECK (lost IN (0, 1)),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    draw INTEGER NOT NULL CHECK (draw IN (0, 1)),
    hung INTEGER NOT NULL DEFAULT 0,
    worn INTEGER NOT NULL DEFAULT 0,
    ended_at REAL NOT NULL,
    PRIMARY KEY (game_id, user_id)
) WITHOUT ROWID;
CREATE INDEX results_by_chat ON results (chat_id, user_id);

CREATE TABLE slots (
    slot TEXT PRIMARY KEY,
    chat_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    updated_at REAL NOT NULL
) WITHOUT ROWID;
