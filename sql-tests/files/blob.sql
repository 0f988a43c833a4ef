-- A file that is a BLOB in the database is read in place.
CREATE TABLE files(name TEXT, content BLOB);
INSERT INTO files VALUES
    ('trips', readfile('testdata/trips.parquet')),
    ('fruits', readfile('sql-tests/data/fruits_a.parquet')),
    ('an ORC file', readfile('testdata/orc/pyarrow_sorted.orc')),
    ('no file', 'some text'), ('nothing', NULL), ('a number', 1);
CREATE VIRTUAL TABLE trips USING parquet('1', blob='files.content');
CREATE VIRTUAL TABLE same USING parquet('testdata/trips.parquet');
SELECT count(*), sum(trip_id), min(vendor) FROM trips;
SELECT * FROM trips EXCEPT SELECT * FROM same;
SELECT * FROM same EXCEPT SELECT * FROM trips;
SELECT rowid, trip_id, vendor, _file, _row_group FROM trips WHERE trip_id IN (100700, 101900);
SELECT count(*) FROM trips WHERE trip_id = 100700;
SELECT s.row_groups, s.pages_skipped > 0 FROM parquet_scan_stats AS s ORDER BY rowid DESC LIMIT 1;

-- Joins, correlated subqueries, and a query within a query.
SELECT count(*) FROM trips AS a JOIN trips AS b ON a.trip_id = b.trip_id + 1;
SELECT count(*) FROM same WHERE distance_km > (SELECT avg(distance_km) FROM trips WHERE trips.vendor = same.vendor);
SELECT f.name, json_extract(r.row, '$.name') FROM files AS f, read_parquet(f.rowid, 'blob=files.content') AS r
    WHERE f.name = 'fruits';
SELECT f.name, r.num_rows FROM files AS f, parquet_file_metadata(f.rowid, 'blob=files.content') AS r
    WHERE f.name IN ('trips', 'fruits');

-- All functions that show what is in a file.
SELECT count(*) FROM parquet_schema(2, 'blob=files.content');
SELECT count(*) FROM parquet_metadata(2, 'blob=files.content');
SELECT count(*) FROM parquet_pages(2, 'blob=files.content');
SELECT count(*) FROM parquet_check(2, 'blob=files.content');
SELECT count(*) FROM parquet_summarize(2, 'blob=files.content');
SELECT count(*) FROM orc_schema(3, 'blob=files.content');
SELECT count(*) FROM orc_metadata(3, 'blob="files"."content"');
SELECT count(*) FROM orc_check(3, 'blob=files.content');
CREATE VIRTUAL TABLE orc USING parquet('3', blob='files.content');
CREATE VIRTUAL TABLE same_orc USING parquet('testdata/orc/pyarrow_sorted.orc');
SELECT count(*) FROM (SELECT * FROM orc EXCEPT SELECT * FROM same_orc);

-- What is written to the row is seen by the next statement, and what is rolled back is not.
CREATE VIRTUAL TABLE fruits USING parquet('2', blob='files.content');
SELECT id, name FROM fruits;
UPDATE files SET content = readfile('sql-tests/data/fruits_b.parquet') WHERE rowid = 2;
SELECT id, name FROM fruits;
BEGIN;
UPDATE files SET content = readfile('sql-tests/data/fruits_a.parquet') WHERE rowid = 2;
SELECT count(*) FROM fruits;
ROLLBACK;
SELECT count(*) FROM fruits;
SAVEPOINT s;
UPDATE files SET content = readfile('sql-tests/data/fruits_a.parquet') WHERE rowid = 2;
SELECT count(*) FROM fruits;
ROLLBACK TO s;
SELECT count(*) FROM fruits;
RELEASE s;
UPDATE files SET content = readfile('sql-tests/data/fruits_c.parquet') WHERE rowid = 2;
SELECT * FROM fruits;
UPDATE files SET content = readfile('sql-tests/data/fruits_a.parquet') WHERE rowid = 2;
SELECT count(*) FROM fruits;

-- What an authorizer denies cannot be read by way of the BLOB.
--! deny files
SELECT count(*) FROM fruits;
SELECT count(*) FROM read_parquet(2, 'blob=files.content');
--! deny nothing
SELECT count(*) FROM fruits;

-- A table can be in any database that is attached, but unless it is a TEMP table it reads BLOBs of its own.
ATTACH '${TESTTMP}/other.db' AS other;
CREATE TABLE other."the files"(id INTEGER PRIMARY KEY, "the.content" BLOB);
INSERT INTO other."the files" VALUES (-7, readfile('sql-tests/data/fruits_a.parquet'));
CREATE VIRTUAL TABLE other.fruits_there USING parquet('-7', blob='"the files"."the.content"');
SELECT count(*) FROM other.fruits_there;
CREATE VIRTUAL TABLE other.here USING parquet('2', blob='main.files.content');
CREATE VIRTUAL TABLE main.there USING parquet('-7', blob='other."the files"."the.content"');
CREATE VIRTUAL TABLE temp.there USING parquet('-7', blob='other.[the files].`the.content`');
SELECT count(*) FROM there;
SELECT count(*) FROM read_parquet(-7, 'blob=other."the files"."the.content"');
SELECT count(*) FROM read_parquet(-7, 'blob=other.[the files].[the.content]');
SELECT count(*) FROM read_parquet(-7, 'blob="the files"."the.content"');
DETACH other;
SELECT count(*) FROM there;

-- Mistakes.
CREATE VIRTUAL TABLE wrong USING parquet('4', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('5', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('6', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('7', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('one', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('9223372036854775808', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='files');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='a.b.c.d');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='files.absent');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='absent.content');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='files.content', blob='files.content');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='trips.trip_id');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='files.content', vfs='unix');
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='files.content', union_by_name=on);
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='files.content', hive_partitioning=on);
CREATE TABLE keyed(id INTEGER PRIMARY KEY, content) WITHOUT ROWID;
INSERT INTO keyed VALUES (1, readfile('sql-tests/data/fruits_a.parquet'));
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='keyed.content');
CREATE VIEW shown AS SELECT * FROM files;
CREATE VIRTUAL TABLE wrong USING parquet('1', blob='shown.content');

-- immutable=on: the file is not opened again for each statement.
CREATE VIRTUAL TABLE fixed USING parquet('2', blob='files.content', immutable=on);
SELECT count(*) FROM fixed;
SELECT count(*) FROM fixed WHERE id = (SELECT max(id) FROM fixed);
CREATE VIRTUAL TABLE wrong USING parquet('sql-tests/data/fruits_a.parquet', immutable=on);
CREATE VIRTUAL TABLE wrong USING parquet('2', blob='files.content', immutable=perhaps);

-- The table that holds the files can be changed and dropped, and the tables of its files come back.
ALTER TABLE files ADD COLUMN comment;
SELECT count(*) FROM fruits;
CREATE TABLE aside AS SELECT rowid AS id, * FROM files;
DROP TABLE files;
SELECT count(*) FROM fruits;
CREATE TABLE files AS SELECT id, name, content FROM aside ORDER BY id;
SELECT count(*) FROM fruits;

-- Restrictions are about files; a BLOB is the database's own.
SELECT parquet_restrict('read=none');
SELECT count(*) FROM fruits;
SELECT count(*) FROM same;

--! lost_memory
SELECT count(*), max(trip_id) FROM trips WHERE vendor = 'Blue Cab';
--! lost_memory
SELECT count(*) FROM parquet_schema(2, 'blob=files.content');
