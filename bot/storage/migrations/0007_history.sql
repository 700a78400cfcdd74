-- Whether others may see the hands that a person held in games that have ended.
ALTER TABLE people ADD COLUMN open_hands INTEGER NOT NULL DEFAULT 1 CHECK (open_hands IN (0, 1));

CREATE INDEX games_by_table ON games (table_id, game_id);
