-- Queries read no more than they need, as parquet_scan_stats shows.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

-- A point lookup in 164 row groups with Bloom filters: statistics exclude none; the filters
-- leave the row group that has the value, and at most a few false positives.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_lookup.parquet');
SELECT name FROM f WHERE id = 89146;
SELECT row_groups, row_groups_by_statistics < 20, rows_returned,
       row_groups - row_groups_by_statistics - row_groups_by_bloom BETWEEN 1 AND 5,
       rows_tested = 16 * (row_groups - row_groups_by_statistics - row_groups_by_bloom)
  FROM last;
SELECT id FROM f WHERE name = 'name 89146';
SELECT row_groups, row_groups - row_groups_by_statistics - row_groups_by_bloom BETWEEN 1 AND 5,
       pages_read <= 6 FROM last;
SELECT count(*) FROM f WHERE name = 'name 0815';
SELECT row_groups - row_groups_by_statistics - row_groups_by_bloom < 5, pages_read < 5 FROM last;
DROP TABLE f;

-- One week of 28: the query reads seven pages of each column that it names, and nothing of
-- other columns or row groups.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*), min(code), max(mixed) FROM f WHERE at >= '2023-03-06' AND at < '2023-03-13';
SELECT row_groups, row_groups_by_statistics, pages_read, rows_tested, rows_returned FROM last;
DROP TABLE f;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(mixed) FROM f WHERE at BETWEEN '2023-02-15 12:00:00' AND '2023-02-22 11:00:00';
SELECT row_groups, row_groups_by_statistics, pages_read, rows_tested, rows_returned FROM last;
DROP TABLE f;

-- One value: the page that contains it, and the matching page of each other column.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT mixed FROM f WHERE n = 1000;
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT n, mixed FROM f WHERE code = 'd100 m';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT n FROM f WHERE code = 'd042 y';
SELECT row_groups_by_statistics, row_groups_by_pages, pages_read, rows_tested FROM last;
DROP TABLE f;

-- Ten values: ten pages.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(code) FROM f WHERE n IN (5, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500);
SELECT pages_read, rows_tested, rows_returned FROM last;
DROP TABLE f;

-- Statistics; a dictionary that lacks the value although it lies between the bounds.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*) FROM f WHERE n > 1000000;
SELECT row_groups, row_groups_by_statistics, pages, bytes_read FROM last;
SELECT count(*) FROM f WHERE kind = 'bee';
SELECT row_groups, row_groups_by_statistics, row_groups_by_dictionary, pages_read, rows_tested
  FROM last;
SELECT count(*) FROM f WHERE kind LIKE 'b%';
SELECT row_groups_by_statistics + row_groups_by_dictionary, pages_read FROM last;

-- Columns without nulls and with some.
SELECT count(*) FROM f WHERE n IS NULL;
SELECT row_groups_by_statistics, pages FROM last;
SELECT count(*), min(n) FROM f WHERE gaps IS NULL;
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT count(*) FROM f WHERE gaps IS NOT NULL AND n BETWEEN 2352 AND 2375;
SELECT row_groups_by_statistics, row_groups_by_pages, pages_read FROM last;
DROP TABLE f;

-- A prefix of text.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*) FROM f WHERE code GLOB 'd150*';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
DROP TABLE f;

-- Other columns are not read where the first condition leaves no rows: only the pages of
-- `mixed` whose bounds include the value are read.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*) FROM (SELECT min(mixed) AS low, max(mixed) AS high FROM f GROUP BY n / 24)
  WHERE 100 BETWEEN low AND high;
DROP TABLE f;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet', threads=1);
SELECT at, code FROM f WHERE mixed = 100;
SELECT pages_read, rows_tested = 24 * pages_read, rows_returned FROM last;
SELECT at, code, kind FROM f WHERE mixed = 438;
SELECT pages_read - rows_tested / 24, rows_returned FROM last;
DROP TABLE f;

-- Some rows by number; a row group by number.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(code) FROM f WHERE rowid BETWEEN 1000 AND 1020;
SELECT row_groups, pages_read, rows_tested, rows_returned FROM last;
SELECT count(code) FROM f WHERE _row_group = 3 AND mixed = 20000;
SELECT row_groups, row_groups_by_statistics, pages_read FROM last;
DROP TABLE f;

-- pushdown=off leaves all conditions to SQLite.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet', pushdown=off);
SELECT mixed FROM f WHERE n = 1000;
SELECT plan, row_groups, row_groups_by_statistics, rows_tested, rows_returned FROM last;
SELECT count(*) FROM f WHERE rowid = 1000;
SELECT plan, rows_returned FROM last;
DROP TABLE f;

-- Other writers.  DuckDB: Bloom filters and dictionaries.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/duckdb_bloom.parquet');
SELECT count(*) FROM f WHERE s = 'w4x';
SELECT row_groups, row_groups_by_bloom, pages FROM last;
SELECT count(*) FROM f WHERE day = '2020-01-17';
SELECT row_groups_by_bloom, rows_tested, rows_returned FROM last;
DROP TABLE f;
-- parquet-java: a page index, many pages, truncated bounds.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/java_bloom.parquet');
SELECT count(*) FROM f WHERE id = -5;
SELECT row_groups_by_statistics + row_groups_by_bloom = row_groups, pages FROM last;
DROP TABLE f;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/java_pages_v1.parquet');
SELECT count(*) FROM f WHERE id = 77;
SELECT pages_read, rows_returned FROM last;
DROP TABLE f;
-- arrow-rs: pages of 40 rows, two row groups.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/rust_pages_v2.parquet');
SELECT count(*) FROM f WHERE id = 77;
SELECT pages_read, rows_tested, rows_returned FROM last;
DROP TABLE f;
-- pyarrow: pages of 25 rows, no statistics but those of the page index; no page index.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_tiny_pages_v1.parquet');
SELECT count(*) FROM f WHERE id = 77;
SELECT row_groups, pages_read, rows_tested, rows_returned FROM last;
DROP TABLE f;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_row_groups.parquet');
SELECT count(*) FROM f WHERE id = 77;
SELECT row_groups, row_groups_by_statistics, pages_read, rows_tested, rows_returned FROM last;
DROP TABLE f;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_no_statistics.parquet');
SELECT count(*) FROM f WHERE id = 77;
SELECT row_groups, row_groups_by_statistics, rows_tested, rows_returned FROM last;
DROP TABLE f;

-- The path of another file excludes all rows.
CREATE VIRTUAL TABLE temp.path USING parquet('testdata/trips.parquet');
SELECT count(fare) FROM path WHERE _file = 'other';
--! host >= 3.38.0
SELECT row_groups, pages_read FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
SELECT count(fare) FROM path WHERE _file = 'testdata/trips.parquet';
SELECT row_groups, pages_read > 0 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
