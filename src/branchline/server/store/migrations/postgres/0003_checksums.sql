-- Checksums of the log (`store/chain.py`): of each entry, and of the last one at its table. Earlier entries have none.
ALTER TABLE entry ADD COLUMN digest BYTEA;
ALTER TABLE seating ADD COLUMN digest BYTEA;
