-- A file that is missing when the schema is loaded: whatever a statement asks of the table, the error names the
-- path; the table works as soon as the file is back; and it can be renamed and dropped in between.
CREATE TABLE files(id INTEGER PRIMARY KEY, content BLOB);
INSERT INTO files VALUES (7, readfile('sql-tests/data/fruits_a.parquet'));
CREATE TABLE other(x);
INSERT INTO other VALUES (1);
--! shell mkdir "${TESTTMP}/d" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/f.parquet" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/d/1.parquet"
CREATE VIRTUAL TABLE f USING parquet('${TESTTMP}/f.parquet');
CREATE VIRTUAL TABLE d USING parquet('${TESTTMP}/d');
CREATE VIRTUAL TABLE b USING parquet('7', blob='files.content');
CREATE VIEW names AS SELECT name FROM f;
--! reopen
--! shell rm -r "${TESTTMP}/f.parquet" "${TESTTMP}/d"
UPDATE files SET id = 8;
SELECT name FROM f;
SELECT * FROM f;
SELECT count(*) FROM f WHERE f.id = 2;
SELECT name FROM names;
SELECT (SELECT max(name) FROM f) FROM other;
SELECT x FROM other, f WHERE f.id = x;
INSERT INTO other SELECT id FROM f;
DELETE FROM other WHERE x IN (SELECT id FROM f);
CREATE TABLE copy AS SELECT * FROM f;
WITH RECURSIVE r(n) AS (SELECT id FROM f UNION ALL SELECT n + 1 FROM r) SELECT n FROM r;
EXPLAIN QUERY PLAN SELECT name FROM f;
SELECT max(name) FROM d;
SELECT max(name) FROM b;

-- The files are back.
--! shell mkdir "${TESTTMP}/d" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/f.parquet" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/d/1.parquet"
UPDATE files SET id = 7;
SELECT max(name) FROM f;
SELECT max(name) FROM names;
SELECT max(name) FROM d;
SELECT max(name) FROM b;

-- What only checks a table, or needs none of its columns, does without its file.
--! reopen
--! shell rm -r "${TESTTMP}/f.parquet" "${TESTTMP}/d"
UPDATE files SET id = 8;
DROP VIEW names;
ALTER TABLE other RENAME COLUMN x TO y;
ALTER TABLE f RENAME TO g;
SELECT name FROM g;
PRAGMA integrity_check;
PRAGMA quick_check;
DROP TABLE d;
DROP TABLE b;
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/f.parquet"
--! reopen
SELECT max(name) FROM g;
--! shell rm -r "${TESTTMP}/f.parquet"
SELECT max(name) FROM g;
DROP TABLE g;
SELECT name FROM sqlite_master ORDER BY name;

-- A statement that names the table as one to change, or in SET, leaves it without columns
-- until the database is opened again.
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/f.parquet"
CREATE VIRTUAL TABLE f USING parquet('${TESTTMP}/f.parquet');
--! reopen
--! shell rm -r "${TESTTMP}/f.parquet"
DELETE FROM f;
SELECT * FROM f;
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/f.parquet"
SELECT * FROM f;
--! reopen
SELECT max(name) FROM f;

-- Programs that show the columns of all tables go on.
--! shell rm -r "${TESTTMP}/f.parquet"
--! reopen
SELECT name FROM pragma_table_info('f');
SELECT * FROM f;
