-- What LIKE with a prefix reads: pages whose bounds have a text with that prefix between
-- them, in large or small letters.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*) FROM f WHERE code LIKE 'd151%';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT count(*) FROM f WHERE code LIKE 'D152 %';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT count(*) FROM f WHERE code LIKE '7%';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
