-- What the server writes every few seconds to learn whether anything can be kept; only the newest row stays.
CREATE TABLE health (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    filling BLOB NOT NULL
) STRICT;
