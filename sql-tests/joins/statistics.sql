-- A subquery that runs for each row of the outer query is one line of the scan statistics,
-- however many cursors SQLite opens for it.
SELECT parquet_write('${TESTTMP}/s.parquet', 'WITH i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 3000) SELECT n, n * 7919 % 3000 AS k FROM i', 'row_group_size=1000');
CREATE VIRTUAL TABLE s USING parquet('${TESTTMP}/s.parquet');
CREATE TABLE o AS SELECT n FROM s WHERE n % 5 = 0;
CREATE VIEW latest AS SELECT table_name, plan, loops, rows_returned, row_groups FROM parquet_scan_stats WHERE seq > (SELECT seq FROM mark) ORDER BY seq;
CREATE TABLE mark AS SELECT max(seq) AS seq FROM parquet_scan_stats;
SELECT count(*), sum((SELECT count(*) FROM s WHERE s.k = o.n)) FROM o;
SELECT table_name, plan, loops, rows_returned FROM latest;
-- The next statement begins a new line.
SELECT count(*), sum((SELECT count(*) FROM s WHERE s.k = o.n)) FROM o WHERE n < 100;
SELECT table_name, plan, loops, rows_returned FROM latest;
UPDATE mark SET seq = (SELECT max(seq) FROM parquet_scan_stats);
-- Subqueries with another plan have their own lines; so do the tables of a join, and scans
-- of a table one after the other.
SELECT count(*), sum((SELECT count(*) FROM s WHERE s.k = o.n) + (SELECT count(*) FROM s WHERE s.k = o.n + 1) + (SELECT count(*) FROM s WHERE s.n = o.n)) FROM o WHERE n < 100;
SELECT plan, count(*) <= 2, sum(loops), sum(rows_returned) FROM latest GROUP BY plan;
UPDATE mark SET seq = (SELECT max(seq) FROM parquet_scan_stats);
SELECT count(*) FROM s AS a CROSS JOIN s AS b WHERE a.n < 10 AND b.n < 10;
SELECT plan, loops, rows_returned FROM latest;
UPDATE mark SET seq = (SELECT max(seq) FROM parquet_scan_stats);
SELECT (SELECT count(*) FROM s WHERE n > 2000), (SELECT count(*) FROM s WHERE n > 2000);
SELECT plan, loops, rows_returned FROM latest;
UPDATE mark SET seq = (SELECT max(seq) FROM parquet_scan_stats);
-- What scans of a line count is added up, as is why row groups were not skipped.
SELECT count(*), sum((SELECT count(*) FROM s WHERE s.n > o.n - 3 AND s.n + 0 < 0)) FROM o WHERE n <= 10;
SELECT plan, loops, row_groups FROM latest;
SELECT kept_because FROM parquet_scan_stats WHERE seq > (SELECT seq FROM mark);
