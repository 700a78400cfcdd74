-- How well the computers of a lobby play.
ALTER TABLE lobbies ADD COLUMN level TEXT NOT NULL DEFAULT 'amateur';
UPDATE game_seats SET level = 'amateur' WHERE level = 'plain';
