-- A query needs only the column that orders it: the passes that find the rows supply the
-- values, and no row is read again.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*), min(n), max(n) FROM (SELECT n FROM f ORDER BY n DESC LIMIT -1);
SELECT pages_read < 600 FROM parquet_scan_stats;
SELECT max(n) FROM f;
SELECT pages_read < 10 FROM parquet_scan_stats WHERE seq = 2;
SELECT n, code FROM f ORDER BY at DESC LIMIT 3;
SELECT rows_returned FROM parquet_scan_stats WHERE seq = 3;
