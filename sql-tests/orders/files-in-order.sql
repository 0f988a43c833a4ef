-- A file whose rows are in the order of GROUP BY or ORDER BY is scanned: no rows are kept.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 5000)
SELECT n, n / 7 AS seven, CASE WHEN n > 50 THEN printf('%05d', n / 100) END AS word, CASE WHEN n > 9 THEN n / 3 * 0.5 END AS real,
       -n AS down, date(n / 10 * 86400, 'unixepoch') AS day, n % 3 AS small, CASE WHEN n < 5000 THEN n ELSE 0 END AS nearly FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'SELECT *, CAST(day AS TEXT) AS date FROM native', 'row_group_size=1100', 'types=date=DATE');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet');
CREATE TEMP VIEW kept AS SELECT rows_kept, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! host >= 3.38.0
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY seven LIMIT -1 OFFSET 0);
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
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY word DESC, n LIMIT -1 OFFSET 0));
SELECT * FROM kept;
--! end
-- All as in the ordinary table.
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
