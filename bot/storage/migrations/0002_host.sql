-- Whoever opened the lobby may stop the game for all.
ALTER TABLE games ADD COLUMN host_id INTEGER;
