-- Why nothing can be written to a chat now; a table whose topic is gone is shown in the chat itself.
ALTER TABLE chats ADD COLUMN shut TEXT CHECK (shut IN ('muted', 'removed'));
ALTER TABLE tables ADD COLUMN topic_gone INTEGER NOT NULL DEFAULT 0 CHECK (topic_gone IN (0, 1));
ALTER TABLE tables ADD COLUMN topic TEXT;
