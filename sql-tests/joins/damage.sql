-- A damaged page is an error of a join only where it would be one without look-ups.  The
-- column c of rows 11 to 20 cannot be read.
CREATE VIRTUAL TABLE t USING parquet('testdata/bad/second_row_group.parquet');
CREATE TABLE o AS WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 100) SELECT n, n % 10 + 1 AS row, (SELECT c FROM t WHERE t.rowid = n % 10 + 1) AS c, (SELECT ok FROM t WHERE t.rowid = n % 10 + 1) AS ok FROM i;
SELECT count(ok), min(ok), max(ok), max(rowid) FROM t;
-- A column that is returned: it cannot be loaded whole.
SELECT count(*), sum(t.c = o.c) FROM o CROSS JOIN t WHERE t.ok = o.ok AND t.rowid <= o.row;
SELECT loops, look_ups > 0 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
-- A column that is compared.
SELECT count(*) FROM o CROSS JOIN t WHERE t.c = o.c AND t.rowid <= o.row;
SELECT loops, look_ups > 0 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM o CROSS JOIN t WHERE t.c = o.c AND t.rowid <= 10;
SELECT loops, look_ups > 0 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
-- Damage that is reached.
SELECT count(*) FROM o CROSS JOIN t WHERE t.c = o.c;
SELECT count(*), sum(length(t.c)) FROM o CROSS JOIN t WHERE t.rowid = o.n % 20 + 1;
-- Salvaged tables: values that are lost are null, or their rows are left out.
CREATE VIRTUAL TABLE salvaged USING parquet('testdata/bad/second_row_group.parquet', salvage=on);
CREATE VIRTUAL TABLE skipped USING parquet('testdata/bad/second_row_group.parquet', salvage=skip);
CREATE TABLE native_salvaged AS SELECT rowid AS row, * FROM salvaged;
CREATE TABLE native_skipped AS SELECT rowid AS row, * FROM skipped;
SELECT count(*), sum(o.n), sum(t.rowid), sum(t.c) FROM o CROSS JOIN salvaged AS t WHERE t.ok = o.ok;
SELECT look_ups > 0, rows_kept FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*), sum(o.n), sum(t.row), sum(t.c) FROM o CROSS JOIN native_salvaged AS t WHERE t.ok = o.ok;
SELECT count(*), sum(o.n), sum(t.rowid), sum(t.ok) FROM o CROSS JOIN skipped AS t WHERE t.ok = o.ok;
SELECT look_ups > 0, rows_kept FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*), sum(o.n), sum(t.row), sum(t.ok) FROM o CROSS JOIN native_skipped AS t WHERE t.ok = o.ok;
SELECT count(*), sum(o.n), sum(t.c) FROM o CROSS JOIN skipped AS t WHERE t.rowid = o.n % 20 + 1;
SELECT count(*), sum(o.n), sum(t.c) FROM o CROSS JOIN native_skipped AS t WHERE t.row = o.n % 20 + 1;
