-- The seeds of a table's deals are links of a hash chain (docs/fair-deal.md). `tip` is its last link,
-- from which all others follow: as secret as anything here. `used` links have been promised.
CREATE TABLE chains (
    table_id INTEGER PRIMARY KEY REFERENCES tables,
    tip TEXT NOT NULL,
    used INTEGER NOT NULL
);
-- Where a deal's seed stands in its chain; all three are public. Deals made before have none.
ALTER TABLE deals ADD COLUMN anchor TEXT;
ALTER TABLE deals ADD COLUMN link INTEGER;
ALTER TABLE deals ADD COLUMN next_anchor TEXT;
CREATE UNIQUE INDEX deals_one_of_a_link ON deals (anchor, link) WHERE anchor IS NOT NULL;
