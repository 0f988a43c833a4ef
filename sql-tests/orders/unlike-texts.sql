-- Texts that differ in most rows are left to SQLite's sorter, unless it would be slow: where it keeps the rows of a large limit in a
-- tree, and where a small row group cannot say how many texts there are.
CREATE TABLE native AS WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 24000)
SELECT n, 'a long beginning of all texts ' || (n * 7919 % 24001) AS u, 'text ' || (n * 31 % 3001) AS t,
  CASE WHEN n % 3 THEN substr('abcdefghij' || (n * 7919 % 24001), n % 9) END AS s FROM i;
SELECT parquet_write('${TESTTMP}/large.parquet', 'native');
SELECT parquet_write('${TESTTMP}/small.parquet', 'native', 'row_group_size=1000');
CREATE VIRTUAL TABLE large USING parquet('${TESTTMP}/large.parquet');
CREATE VIRTUAL TABLE small USING parquet('${TESTTMP}/small.parquet');
CREATE VIEW limited AS SELECT 1 AS source, row_number() OVER () AS place, n FROM (SELECT n FROM large ORDER BY u DESC LIMIT 20000 OFFSET 5)
  UNION ALL SELECT 2, row_number() OVER (), n FROM (SELECT n FROM native ORDER BY u DESC LIMIT 20000 OFFSET 5);
SELECT count(*), sum(n) FROM limited;
SELECT count(*) FROM (SELECT place, n FROM limited GROUP BY place, n HAVING count(*) <> 2);
-- Texts that are shorter than what all begin with, nulls, and texts that are the same up to their eighth byte.
CREATE VIEW short AS SELECT 1 AS source, row_number() OVER () AS place, n FROM (SELECT n FROM large ORDER BY s, n DESC LIMIT 20000)
  UNION ALL SELECT 2, row_number() OVER (), n FROM (SELECT n FROM native ORDER BY s, n DESC LIMIT 20000);
SELECT count(*), sum(n) FROM short;
SELECT count(*) FROM (SELECT place, n FROM short GROUP BY place, n HAVING count(*) <> 2);
SELECT count(*), sum(c), sum(n) FROM (SELECT t, count(*) AS c, max(n) AS n FROM small GROUP BY t);
SELECT count(*), sum(c), sum(n) FROM (SELECT t, count(*) AS c, max(n) AS n FROM native GROUP BY t);
SELECT count(*), count(DISTINCT u) FROM (SELECT DISTINCT u FROM large);
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT u, max(n) FROM large GROUP BY u;
EXPLAIN QUERY PLAN SELECT t, max(n) FROM large GROUP BY t;
EXPLAIN QUERY PLAN SELECT t, max(n) FROM small GROUP BY t;
EXPLAIN QUERY PLAN SELECT n FROM large ORDER BY u;
EXPLAIN QUERY PLAN SELECT n FROM large ORDER BY u LIMIT 20000;
EXPLAIN QUERY PLAN SELECT u FROM large ORDER BY u LIMIT 20000;
EXPLAIN QUERY PLAN SELECT u FROM large ORDER BY u LIMIT 20;
-- DISTINCT may have a limit that SQLite keeps to itself.
SELECT count(*) FROM (SELECT DISTINCT u FROM large LIMIT 10);
SELECT plan, rows_returned < 2000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
