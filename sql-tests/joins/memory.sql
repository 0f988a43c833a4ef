-- Look-ups keep rows only where memory allows; rows are right either way.
CREATE TABLE native_p AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 60000)
SELECT n, n * 7919 % 59999 AS k, date('1900-01-01', (n % 40000) || ' days') AS d, printf('%040d', n) AS t FROM i;
CREATE TABLE o AS SELECT n, k, d FROM native_p WHERE n % 6000 = 0 OR n = 5;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native_p', 'row_group_size=20000', 'types=d=DATE', 'encoding=plain', 'page_size=20000');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet', memory_limit='6MiB');
CREATE VIRTUAL TABLE tiny USING parquet('${TESTTMP}/p.parquet', memory_limit='1MiB');
CREATE VIEW latest AS SELECT loops, look_ups > 0 AS looked_up, rows_kept FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

SELECT count(*), sum(p.n) FROM o CROSS JOIN p WHERE p.k = o.k;
SELECT * FROM latest;
-- The limit is too small for the rows.
SELECT count(*), sum(tiny.n) FROM o CROSS JOIN tiny WHERE tiny.k = o.k;
SELECT * FROM latest;
-- A constant term leaves few of them.
SELECT count(*), sum(tiny.n) FROM o CROSS JOIN tiny WHERE tiny.k = o.k AND tiny.n % 2 = 0 AND tiny.n <= 9000;
SELECT * FROM latest;
-- The texts do not fit and are read from the file.
SELECT count(*), sum(p.t) FROM o CROSS JOIN p WHERE p.k = o.k;
SELECT * FROM latest;
-- Dates are compared as text, of some rows at a time.
SELECT count(*), sum(p.n) FROM o CROSS JOIN p WHERE p.n > o.n - 30000 AND p.d = o.d COLLATE NOCASE;
SELECT count(*), sum(p.n) FROM o CROSS JOIN native_p AS p WHERE p.n > o.n - 30000 AND p.d = o.d;
SELECT loops, look_ups > 0 OR sqlite_version() < '3.38' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
-- The result's positions and their order need memory, too.
SELECT count(*), sum(n) FROM (SELECT (SELECT p.n FROM p WHERE p.k > o.k ORDER BY p.k LIMIT 1) AS n FROM o);
SELECT count(*), sum(n) FROM (SELECT (SELECT p.n FROM native_p AS p WHERE p.k > o.k ORDER BY p.k LIMIT 1) AS n FROM o);
-- Where kept rows take the memory that a page needs, they are given up.
SELECT parquet_write('${TESTTMP}/wide.parquet', 'SELECT n, k, printf(''%0100d'', n) AS t, printf(''%0100d'', k) AS w FROM native_p', 'row_group_size=60000', 'encoding=plain', 'page_size=100MB', 'data_page_row_limit=1000000', 'bloom_filter=none');
CREATE VIRTUAL TABLE wide USING parquet('${TESTTMP}/wide.parquet', memory_limit='7MiB');
SELECT count(*), sum(length(wide.t)) FROM o CROSS JOIN wide WHERE +wide.k = o.n;
SELECT count(*), sum(length(wide.t)) FROM o CROSS JOIN wide WHERE wide.k = o.n;
SELECT loops > look_ups + 3 AS has_given_up FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE wider USING parquet('${TESTTMP}/wide.parquet', memory_limit='13MiB');
SELECT count(*), sum(length(wider.t)), sum(length(wider.w)) FROM o CROSS JOIN wider WHERE +wider.k = o.n;
SELECT count(*), sum(length(wider.t)), sum(length(wider.w)) FROM o CROSS JOIN wider WHERE wider.k = o.n;
