-- Since when games are removed at all: those of earlier versions were promised to stay, so their time begins now.
CREATE TABLE retention (since REAL NOT NULL) STRICT;
INSERT INTO retention SELECT CASE WHEN EXISTS (SELECT 1 FROM seating) THEN unixepoch() ELSE 0 END;
