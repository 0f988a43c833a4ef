-- GROUP BY and ORDER BY of few values: their rows are read in a pass for each combination, and none is kept.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 70000)
SELECT n, n / 10 % 3 AS small, CASE WHEN n * 7919 % 3 > 0 THEN printf('word %d', n * 7919 % 3) END AS word, date(n / 20000 * 86400, 'unixepoch') AS day,
       n * 7919 % 1000 AS many, n % 4 * 0.25 AS real, CASE WHEN n < 60000 THEN 'early' ELSE 'late ' || n END AS late, n * 0.5 AS x, 'a longer text of row ' || n AS text FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'SELECT n, small, word, CAST(day AS TEXT) AS day, many, real, late, x, text FROM native',
                     'row_group_size=25000', 'types=day=DATE');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet', threads=2);
CREATE VIRTUAL TABLE temp.one USING parquet('${TESTTMP}/p.parquet', threads=1);
CREATE TEMP VIEW last AS SELECT plan, rows_kept, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! host >= 3.38.0
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM p GROUP BY small LIMIT -1 OFFSET 0);
SELECT * FROM last;
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM p WHERE day <> '1970-01-02' AND word NOT NULL GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT * FROM last;
-- No passes: more values, a column with long texts, REAL with its two zeros, one thread.
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM p GROUP BY many LIMIT -1 OFFSET 0);
SELECT * FROM last;
SELECT count(*) FROM (SELECT max(text) AS s FROM p GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT * FROM last;
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM p GROUP BY real LIMIT -1 OFFSET 0);
SELECT * FROM last;
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM one GROUP BY small LIMIT -1 OFFSET 0);
SELECT * FROM last;
-- More combinations than the first row group's dictionaries have values: a null, other values in later row groups.
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM p GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT * FROM last;
SELECT count(*), sum(s) FROM (SELECT sum(x) AS s FROM p GROUP BY late, small LIMIT -1 OFFSET 0);
SELECT * FROM last;
--! end
-- The same as in the ordinary table.
SELECT small, count(*), sum(x), min(n), max(rowid) FROM p GROUP BY small;
SELECT small, count(*), sum(x), min(n), max(rowid) FROM native GROUP BY small;
SELECT word, count(*), sum(x), min(n), max(rowid) FROM p GROUP BY word;
SELECT word, count(*), sum(x), min(n), max(rowid) FROM native GROUP BY word;
SELECT day, small, count(*), sum(x) FROM p GROUP BY day, small HAVING count(*) > 6000;
SELECT day, small, count(*), sum(x) FROM native GROUP BY day, small HAVING count(*) > 6000;
SELECT word, sum(x) FILTER (WHERE small = 1), count(DISTINCT many) FROM p WHERE word > 'word 1' OR word IS NULL GROUP BY word;
SELECT word, sum(x) FILTER (WHERE small = 1), count(DISTINCT many) FROM native WHERE word > 'word 1' OR word IS NULL GROUP BY word;
SELECT word, small, sum(x) FROM p WHERE word IN ('word 1', 'word 3', 'word 9') AND small <> 1 AND many < 100 GROUP BY word, small ORDER BY word DESC, small DESC;
SELECT word, small, sum(x) FROM native WHERE word IN ('word 1', 'word 3', 'word 9') AND small <> 1 AND many < 100 GROUP BY word, small ORDER BY word DESC, small DESC;
SELECT small, sum(x) FROM p WHERE n < 0 GROUP BY small;
SELECT count(*), sum(many) FROM (SELECT late, count(*), sum(many) AS many FROM p GROUP BY late);
SELECT count(*), sum(many) FROM native;
-- Rows in an order: those with equal values in that of the file.
SELECT (SELECT group_concat(n) FROM (SELECT n FROM p ORDER BY word, small DESC)) = (SELECT group_concat(n) FROM (SELECT n FROM native ORDER BY word, small DESC, n));
SELECT (SELECT group_concat(r) FROM (SELECT rowid AS r, x FROM p ORDER BY day DESC)) = (SELECT group_concat(n) FROM (SELECT n FROM native ORDER BY day DESC, n));
SELECT count(*), sum(x), min(word), max(word) FROM (SELECT word, x FROM p ORDER BY word LIMIT 20000 OFFSET 30000);
SELECT count(*), sum(x), min(word), max(word) FROM (SELECT word, x FROM native ORDER BY word, n LIMIT 20000 OFFSET 30000);
SELECT small, n FROM p ORDER BY small DESC LIMIT 3;
SELECT count(*), sum(first) FROM (SELECT first_value(n) OVER (PARTITION BY word) AS first FROM p);
SELECT count(*), sum(first) FROM (SELECT first_value(n) OVER (PARTITION BY word ORDER BY n) AS first FROM native);
-- Again and again, with values that change, and two at a time.
SELECT v, (SELECT group_concat(g, ' ') FROM (SELECT small || ':' || sum(x) AS g FROM p WHERE n <= v GROUP BY small)) FROM (SELECT 5 AS v UNION ALL SELECT 5 UNION ALL SELECT 9000 UNION ALL SELECT 0 UNION ALL SELECT 9000);
SELECT a.small, count(*) FROM p AS a JOIN (SELECT small, sum(x) AS s FROM p GROUP BY small) AS b ON a.small = b.small AND b.s > 10 AND a.n < 100 GROUP BY a.small;
SELECT small, sum(x) FROM p GROUP BY small UNION ALL SELECT small, sum(x) FROM p GROUP BY small;
-- Several files.
SELECT parquet_write('${TESTTMP}/folder', 'SELECT n, small, word, x FROM native', 'partition_by=small', 'rows_per_file=9000');
CREATE VIRTUAL TABLE temp.files USING parquet('${TESTTMP}/folder', threads=2);
SELECT small, count(*), sum(x), max(n) FROM files GROUP BY small;
SELECT word, count(*), sum(x), max(n) FROM files GROUP BY word;
SELECT word, small, count(*), sum(x), max(n) FROM files WHERE small > 0 GROUP BY word, small;
SELECT word, small, count(*), sum(x), max(n) FROM native WHERE small > 0 GROUP BY word, small;
