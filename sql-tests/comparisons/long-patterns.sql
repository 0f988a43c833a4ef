-- Patterns that are too long for SQLite fail as they do with an ordinary table.
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet');
CREATE TABLE native AS SELECT vendor FROM trips;
CREATE TABLE patterns AS SELECT printf('%.*c', 50001, 'x') AS long, printf('%.*c', 50000, 'x') AS short;
SELECT count(*) FROM native WHERE vendor LIKE (SELECT long FROM patterns);
SELECT count(*) FROM trips WHERE vendor LIKE (SELECT long FROM patterns);
SELECT count(*) FROM native WHERE vendor GLOB (SELECT long FROM patterns);
SELECT count(*) FROM trips WHERE vendor GLOB (SELECT long FROM patterns);
SELECT count(*) FROM native WHERE vendor LIKE (SELECT short FROM patterns);
SELECT count(*) FROM trips WHERE vendor LIKE (SELECT short FROM patterns);
