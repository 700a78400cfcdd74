-- Deals that can be checked (docs/fair-deal.md): what was promised before, and how it was cut.
-- One that waits for its cut has no `ended_at`, one that was called off no `depth`. `plan` is the
-- game that it begins, as long as that is not there; a redeal has its game from the first.
CREATE TABLE deals (
    deal_id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables,
    game_id INTEGER REFERENCES games,
    number INTEGER NOT NULL,
    seed TEXT NOT NULL,
    commitment TEXT NOT NULL,
    seat INTEGER NOT NULL,
    plan TEXT,
    since REAL NOT NULL,
    until REAL NOT NULL,
    ended_at REAL,
    depth INTEGER,
    drawn INTEGER CHECK (drawn IN (0, 1)),
    CHECK (depth IS NULL OR (ended_at IS NOT NULL AND game_id IS NOT NULL AND drawn IS NOT NULL))
);
CREATE UNIQUE INDEX deals_one_waiting ON deals (table_id) WHERE ended_at IS NULL;
CREATE INDEX deals_by_game ON deals (game_id) WHERE game_id IS NOT NULL;
