-- The files of boards that are somebody's own, each once, for as long as a table is played on it.
CREATE TABLE board_file (
    digest TEXT PRIMARY KEY, -- The SHA-256 of the content, in hexadecimal digits.
    content BLOB NOT NULL
) STRICT, WITHOUT ROWID;
ALTER TABLE seating ADD COLUMN board_file TEXT REFERENCES board_file (digest);
CREATE INDEX seating_by_board_file ON seating (board_file) WHERE board_file IS NOT NULL;
