-- A file whose rows are in the order of GROUP BY or ORDER BY is scanned: no rows are kept.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 5000)
SELECT n, n / 7 AS seven, CASE WHEN n > 50 THEN printf('%05d', n / 100) END AS word, CASE WHEN n > 9 THEN n / 3 * 0.5 END AS real,
       -n AS down, date(n / 10 * 86400, 'unixepoch') AS day, n % 3 AS small, CASE WHEN n < 5000 THEN n ELSE 0 END AS nearly FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'SELECT *, CAST(day AS TEXT) AS date FROM native', 'row_group_size=1100', 'types=date=DATE');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet');
SELECT parquet_write('${TESTTMP}/many.parquet', 'WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 70000) SELECT n, n * 7919 % 10 AS random FROM i');
CREATE VIRTUAL TABLE temp.many USING parquet('${TESTTMP}/many.parquet');
CREATE TEMP VIEW kept AS SELECT rows_kept, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! host >= 3.38.0
SELECT count(*), sum(c) FROM (SELECT count(n) AS c FROM p GROUP BY seven LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY word, n LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY real LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY date, seven LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY down DESC LIMIT -1 OFFSET 0));
SELECT * FROM kept;
-- These are not in order: the last row, or a column after equal values.
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY nearly LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(n) AS c FROM p GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY word DESC, n LIMIT -1 OFFSET 0));
SELECT * FROM kept;
-- The same of the rows that pass conditions, which may leave out the one that is not in order.
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p WHERE small > 0 GROUP BY seven LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p WHERE word > '00010' AND real < 700 GROUP BY word, n LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p WHERE small = 1 GROUP BY nearly LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p WHERE small = 2 GROUP BY nearly LIMIT -1 OFFSET 0);
SELECT * FROM kept;
-- Of 70,000 rows half pass, then a fifth, which are kept.
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM many WHERE random < 5 GROUP BY n LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM many WHERE random < 2 GROUP BY n LIMIT -1 OFFSET 0);
SELECT * FROM kept;
-- A value that changes: the first pass scans, the next ones keep rows.
SELECT v, (SELECT group_concat(g, ' ') FROM (SELECT nearly AS g FROM p WHERE n <= v GROUP BY nearly LIMIT 3 OFFSET 0)) FROM (SELECT 4999 AS v UNION ALL SELECT 4999 UNION ALL SELECT 5000 UNION ALL SELECT 2);
--! end
-- All as in the ordinary table.
SELECT v, (SELECT group_concat(g, ' ') FROM (SELECT nearly AS g FROM native WHERE n <= v GROUP BY nearly LIMIT 3 OFFSET 0)) FROM (SELECT 4999 AS v UNION ALL SELECT 4999 UNION ALL SELECT 5000 UNION ALL SELECT 2);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native WHERE small > 0 GROUP BY seven LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native WHERE word > '00010' AND real < 700 GROUP BY word, n LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native WHERE small = 1 GROUP BY nearly LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native WHERE small = 2 GROUP BY nearly LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native GROUP BY seven LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native GROUP BY word, n LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native GROUP BY real LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native GROUP BY day, seven LIMIT -1 OFFSET 0);
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM native ORDER BY down DESC LIMIT -1 OFFSET 0));
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native GROUP BY nearly LIMIT -1 OFFSET 0);
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM native GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM native ORDER BY word DESC, n LIMIT -1 OFFSET 0));
-- Only the rows that a limit leaves are read after the check; damage is reported where a scan finds it.
SELECT n, word FROM p ORDER BY n LIMIT 2 OFFSET 3000;
CREATE VIRTUAL TABLE temp.damaged USING parquet('testdata/salvage/damaged_flat_v1_index.parquet');
--! host >= 3.38.0
SELECT id FROM damaged GROUP BY id LIMIT 3;
--! end
SELECT count(*) FROM (SELECT id FROM damaged GROUP BY id);
