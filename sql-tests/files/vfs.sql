-- A file is read through a VFS of SQLite.
--! host < 3.32.0
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet', vfs='unix');
--! end
--! host >= 3.32.0
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet', vfs='unix');
CREATE VIRTUAL TABLE same USING parquet('testdata/trips.parquet');
SELECT count(*), sum(trip_id), min(vendor) FROM trips;
SELECT * FROM trips EXCEPT SELECT * FROM same;
SELECT trip_id, _file FROM trips WHERE trip_id = 101900;
SELECT count(*) FROM trips AS a JOIN trips AS b ON a.trip_id = b.trip_id + 1;
SELECT file_name, num_rows FROM parquet_file_metadata('testdata/trips.parquet', 'vfs=unix');
SELECT count(*) FROM parquet_check('testdata/trips.parquet', 'vfs=unix');
SELECT count(*) FROM orc_schema('testdata/orc/pyarrow_sorted.orc', 'vfs=unix');
SELECT count(*) FROM orc_check('testdata/orc/pyarrow_sorted.orc', 'vfs=unix');
SELECT count(*) FROM read_parquet('testdata/trips.parquet', 'vfs=unix');
CREATE VIRTUAL TABLE words USING parquet('testdata/orc/pyarrow_bloom.orc', vfs='unix');
CREATE VIRTUAL TABLE same_words USING parquet('testdata/orc/pyarrow_bloom.orc');
SELECT count(*) FROM words WHERE word = (SELECT word FROM same_words WHERE rowid = 77);
SELECT count(*) FROM (SELECT * FROM words EXCEPT SELECT * FROM same_words);
SELECT max(id) FROM words;

-- More than 1 MiB in one piece.
SELECT parquet_write('${TESTTMP}/large.parquet', 'WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 60000) SELECT n, n * 7919 % 1000003 AS k, printf(''%040d'', n) AS t FROM i', 'compression=uncompressed', 'page_size=4MiB', 'data_page_row_limit=100000', 'encoding=PLAIN');
CREATE VIRTUAL TABLE large USING parquet('${TESTTMP}/large.parquet', vfs='unix');
CREATE VIRTUAL TABLE same_large USING parquet('${TESTTMP}/large.parquet');
SELECT count(*), sum(n), sum(k), min(t), max(t) FROM large;
SELECT count(*) FROM (SELECT * FROM large EXCEPT SELECT * FROM same_large);

-- A file that is cut off, although it is immutable.
--! shell cp "${TESTTMP}/large.parquet" "${TESTTMP}/cut.parquet"
CREATE VIRTUAL TABLE cut USING parquet('${TESTTMP}/cut.parquet', vfs='unix', immutable=on);
SELECT count(*) FROM cut;
--! shell head -c 1000 "${TESTTMP}/large.parquet" > "${TESTTMP}/cut.parquet"
SELECT sum(length(t)) FROM cut;

-- A path may be a URI; its parameters are the VFS's.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/a b%.parquet"
SELECT count(*) FROM read_parquet('file:${TESTTMP}/a%20b%25.parquet?color=red&size=%41#part', 'vfs=unix');
SELECT count(*) FROM read_parquet('file://${TESTTMP}/a%20b%25.parquet', 'vfs=unix');
SELECT count(*) FROM read_parquet('file://localhost${TESTTMP}/a%20b%25.parquet', 'vfs=unix');
SELECT count(*) FROM read_parquet('file://elsewhere${TESTTMP}/a%20b%25.parquet', 'vfs=unix');
SELECT count(*) FROM read_parquet('file:${TESTTMP}/a%00b.parquet', 'vfs=unix');
SELECT count(*) FROM read_parquet('${TESTTMP}/a b%.parquet', 'vfs=unix');
SELECT count(*) FROM read_parquet('file:./sql-tests/data/fruits_a.parquet', 'vfs=unix');

-- The next statement sees another file, unless the table is immutable.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet', vfs=unix);
CREATE VIRTUAL TABLE fixed USING parquet('${TESTTMP}/fruits.parquet', vfs=unix, immutable=on);
SELECT id, name FROM fruits;
SELECT count(*) FROM fixed;
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/new" && mv "${TESTTMP}/new" "${TESTTMP}/fruits.parquet"
SELECT id, name FROM fruits;
SELECT count(*), min(id) FROM fixed;
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
--! between cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
SELECT id, name FROM fruits;
--! shell rm "${TESTTMP}/fruits.parquet"
SELECT id, name FROM fruits;

-- Mistakes.
CREATE VIRTUAL TABLE wrong USING parquet('testdata/trips.parquet', vfs='absent');
CREATE VIRTUAL TABLE wrong USING parquet('testdata/trips.parquet', vfs='');
CREATE VIRTUAL TABLE wrong USING parquet('testdata/absent.parquet', vfs='unix');
CREATE VIRTUAL TABLE wrong USING parquet('testdata/*.parquet', vfs='unix');
CREATE VIRTUAL TABLE wrong USING parquet('testdata', vfs='unix');
CREATE VIRTUAL TABLE wrong USING parquet('/dev/null', vfs='unix');

-- A VFS knows nothing of the folders that a connection may read.
SELECT parquet_restrict('read=testdata');
SELECT count(*) FROM trips;
SELECT count(*) FROM fixed;
SELECT count(*) FROM same;
SELECT count(*) FROM parquet_check('testdata/trips.parquet', 'vfs=unix');
--! end
