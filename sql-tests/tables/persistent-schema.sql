-- A table in a database file whose Parquet file is removed: the database opens, other
-- tables work, DROP works, and a query names the missing path.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/spoiled.parquet"
CREATE TABLE other(x);
INSERT INTO other VALUES(1), (2);
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
CREATE VIRTUAL TABLE spoiled USING parquet('${TESTTMP}/spoiled.parquet');
CREATE VIRTUAL TABLE steady USING parquet('sql-tests/data/fruits_b.parquet');
CREATE VIEW names AS SELECT * FROM fruits;
SELECT count(*) FROM fruits;
--! reopen
SELECT id, name FROM fruits WHERE id = 2;
SELECT name FROM names ORDER BY name;
--! reopen
--! shell rm "${TESTTMP}/fruits.parquet"
SELECT * FROM other;
SELECT count(*) FROM steady;
SELECT * FROM fruits;
SELECT count(*) FROM fruits;
SELECT rowid FROM fruits WHERE rowid = 1;
SELECT other.x FROM other LEFT JOIN fruits ON fruits.rowid = other.x;
INSERT INTO other VALUES(3);
UPDATE other SET x = x + 10;
SELECT sum(x) FROM other;
SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;
PRAGMA integrity_check;
ALTER TABLE other RENAME COLUMN x TO y;
DELETE FROM fruits;

-- A missing file is still refused at CREATE.
CREATE VIRTUAL TABLE again USING parquet('${TESTTMP}/fruits.parquet');

-- The file comes back, and so do the rows.
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
--! reopen
SELECT count(*), min(name) FROM fruits;
SELECT name FROM names ORDER BY name LIMIT 1;

-- A file that is no longer Parquet is treated like a missing one.
--! reopen
--! shell echo "no Parquet file at all" > "${TESTTMP}/spoiled.parquet"
SELECT sum(y) FROM other;
SELECT * FROM spoiled;
DROP TABLE spoiled;
SELECT * FROM spoiled;

-- RENAME and DROP of a table whose file is gone.
--! reopen
--! shell rm "${TESTTMP}/fruits.parquet"
DROP VIEW names;
ALTER TABLE fruits RENAME TO lost;
SELECT * FROM lost;
DROP TABLE lost;
SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name;
--! reopen
SELECT count(*) FROM steady;
SELECT * FROM fruits;
