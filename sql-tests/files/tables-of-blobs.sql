-- Which tables can hold files as BLOBs, and which cannot.
CREATE TABLE named(_rowid_ TEXT, rowid TEXT, content BLOB);
INSERT INTO named(_rowid_, rowid, oid, content) VALUES
    ('1', '2', 2, readfile('sql-tests/data/fruits_a.parquet')), ('2', '1', 1, NULL);
SELECT count(*) FROM read_parquet(2, 'blob=named.content');
SELECT count(*) FROM read_parquet(1, 'blob=named.content');
SELECT count(*) FROM read_parquet(3, 'blob=named.content');
CREATE TABLE keys(_rowid_ INTEGER PRIMARY KEY, content BLOB);
INSERT INTO keys VALUES (-9223372036854775808, readfile('sql-tests/data/fruits_a.parquet')),
    (9223372036854775807, readfile('sql-tests/data/fruits_b.parquet'));
SELECT count(*) FROM read_parquet('-9223372036854775808', 'blob=keys.content');
SELECT count(*) FROM read_parquet(9223372036854775807, 'blob=keys.content');
CREATE TABLE "a ""b"".[c]"("x.""y" BLOB);
INSERT INTO "a ""b"".[c]" VALUES (readfile('sql-tests/data/fruits_a.parquet'));
CREATE VIRTUAL TABLE quoted USING parquet('1', blob='"a ""b"".[c]"."x.""y"');
SELECT count(*) FROM quoted;
CREATE TABLE texts(content TEXT);
INSERT INTO texts VALUES (readfile('sql-tests/data/fruits_a.parquet'));
SELECT count(*) FROM read_parquet(1, 'blob=texts.content');
CREATE TABLE generated(one AS (1), content BLOB, secret BLOB);
INSERT INTO generated VALUES (readfile('sql-tests/data/fruits_a.parquet'), readfile('sql-tests/data/fruits_b.parquet'));
SELECT count(*) FROM read_parquet(1, 'blob=generated.content');
CREATE TEMP TABLE kept(content BLOB);
INSERT INTO kept VALUES (readfile('sql-tests/data/fruits_a.parquet'));
CREATE VIRTUAL TABLE temp.fruits USING parquet('1', blob='kept.content');
SELECT count(*) FROM fruits;
SELECT count(*) FROM read_parquet(1, 'blob=KEPT.content');
CREATE VIRTUAL TABLE temp.of_main USING parquet('1', blob='texts.content');
SELECT count(*) FROM of_main;
CREATE VIRTUAL TABLE main.wrong USING parquet('1', blob='kept.content');
CREATE VIRTUAL TABLE main.wrong USING parquet('1', blob='temp.kept.content');

-- A column that is missing is none of the text of its name.
CREATE TABLE files(content BLOB);
INSERT INTO files VALUES (readfile('sql-tests/data/fruits_a.parquet'));
SELECT count(*) FROM read_parquet(1, 'blob=files.fruits');

-- A table whose file would be in the table itself, by way of a view.
CREATE VIRTUAL TABLE circle USING parquet('1', blob='files.content');
DROP TABLE files;
--! reopen
SELECT count(*) FROM circle;
CREATE VIEW files AS SELECT unavailable AS content, rowid FROM circle;
SELECT count(*) FROM circle;
SELECT count(*) FROM files;
DROP VIEW files;
DROP TABLE circle;

-- After a transaction has written to the database, a BLOB is opened for writing, since ROLLBACK could
-- otherwise exchange it while it is read. An index or a foreign key on its column prevents that.
CREATE TABLE files(id INTEGER PRIMARY KEY, content BLOB UNIQUE);
INSERT INTO files VALUES (1, readfile('sql-tests/data/fruits_a.parquet'));
CREATE VIRTUAL TABLE fruits_of_unique USING parquet('1', blob='files.content');
CREATE VIRTUAL TABLE fixed USING parquet('1', blob='files.content', immutable=on);
CREATE TABLE copies AS SELECT name FROM fruits_of_unique;
SELECT count(*) FROM copies;
BEGIN;
SELECT count(*) FROM fruits_of_unique;
INSERT INTO copies VALUES ('plum');
--! host >= 3.34.0
SELECT count(*) FROM fruits_of_unique;
--! end
SELECT count(*) FROM fixed;
SELECT count(*) FROM copies;
ROLLBACK;
SELECT count(*) FROM fruits_of_unique;

-- Statements that change the table whose BLOB they read.
CREATE TABLE others(id INTEGER PRIMARY KEY, content BLOB, note);
INSERT INTO others SELECT id, content, 0 FROM files;
CREATE VIRTUAL TABLE fruits_of_others USING parquet('1', blob='others.content');
INSERT INTO others SELECT id + 10, NULL, name FROM fruits_of_others;
BEGIN;
INSERT INTO others SELECT id + 20, NULL, name FROM fruits_of_others;
COMMIT;
SELECT id, note FROM others;
UPDATE others SET note = (SELECT count(*) FROM fruits_of_others) WHERE id = 1;
DELETE FROM others WHERE id - 10 IN (SELECT id FROM fruits_of_others);
SELECT id, note FROM others;
PRAGMA integrity_check;
VACUUM;
SELECT count(*) FROM fruits_of_others;
ALTER TABLE others RENAME TO renamed;
SELECT count(*) FROM fruits_of_others;
