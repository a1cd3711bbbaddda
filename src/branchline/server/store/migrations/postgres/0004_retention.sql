-- Since when games are removed at all: those of earlier versions were promised to stay, so their time begins now.
CREATE TABLE retention (since DOUBLE PRECISION NOT NULL);
INSERT INTO retention
SELECT CASE WHEN EXISTS (SELECT FROM seating) THEN extract(epoch FROM clock_timestamp()) ELSE 0 END;
