-- Bounds in page headers: each page, of 3, 1 and 2 values, is excluded by its own bounds.
CREATE TEMP VIEW last AS SELECT pages_read, pages_skipped, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.t0 USING parquet('testdata/regressions/bounds_in_headers.parquet');
SELECT rowid, a FROM t0 WHERE a = 2;
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.t1 USING parquet('testdata/regressions/bounds_in_headers.parquet');
SELECT rowid, a FROM t1 WHERE a = 10;
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.t2 USING parquet('testdata/regressions/bounds_in_headers.parquet');
SELECT rowid, a FROM t2 WHERE a >= 21;
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.t3 USING parquet('testdata/regressions/bounds_in_headers.parquet');
SELECT rowid, a FROM t3 WHERE a = 15;
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.t4 USING parquet('testdata/regressions/bounds_in_headers.parquet');
SELECT rowid, a FROM t4 WHERE a = 30;
SELECT * FROM last;
SELECT rowid, a FROM t0;

-- The last page claims more values than there are rows left: its bounds do not hide that.
CREATE VIRTUAL TABLE temp.m USING parquet('testdata/regressions/bounds_in_headers_of_too_many.parquet');
SELECT rowid, a FROM m WHERE a = 15;
SELECT rowid, a FROM m WHERE a = 20;
