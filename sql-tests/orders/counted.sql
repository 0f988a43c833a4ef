-- Rows are counted, not kept, for GROUP BY and ORDER BY that need no other columns.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 20000)
SELECT n, n % 3 AS small, CASE WHEN n * 7919 % 11 > 2 THEN printf('word %d', n * 7919 % 11) END AS word, date(n * 7919 % 20 * 86400, 'unixepoch') AS day,
       n > 19000 AS flag, n % 4 * 0.25 AS real, n % 4 - 1.5 AS amount FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'SELECT n, small, word, CAST(day AS TEXT) AS day, flag, real, amount FROM native',
                     'row_group_size=7000', 'types=day=DATE, flag=BOOLEAN, amount=DECIMAL(4,2)');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet');
CREATE VIRTUAL TABLE temp.one USING parquet('${TESTTMP}/p.parquet', threads=1);
CREATE TEMP VIEW kept AS SELECT rows_kept, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! host >= 3.38.0
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY small LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM one GROUP BY word, small LIMIT -1 OFFSET 0);
SELECT * FROM kept;
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p WHERE word <> 'word 5' GROUP BY word LIMIT -1 OFFSET 0);
SELECT * FROM kept;
-- The number of a row is asked for in the third group.
SELECT count(*), sum(c) FROM (SELECT sum(CASE WHEN small = 2 THEN rowid > 10000 END) AS c FROM p GROUP BY small LIMIT -1 OFFSET 0);
SELECT * FROM kept;
-- REAL has two zeros, so its rows are kept.
SELECT count(*), sum(c) FROM (SELECT count(*) AS c FROM p GROUP BY real LIMIT -1 OFFSET 0);
SELECT * FROM kept;
--! end
-- The same as in the ordinary table.
SELECT small, count(*) FROM p GROUP BY small;
SELECT word, count(*), count(word), max(length(word)) FROM p GROUP BY word;
SELECT word, count(*), count(word), max(length(word)) FROM native GROUP BY word;
SELECT day, count(*) AS c FROM p GROUP BY day HAVING c > 999 AND day > '1970-01-17';
SELECT day, count(*) AS c FROM native GROUP BY day HAVING c > 999 AND day > '1970-01-17';
SELECT flag, count(*) FROM one GROUP BY flag ORDER BY flag DESC;
SELECT amount, count(*) FROM p GROUP BY amount;
SELECT small, word, count(*) FROM one WHERE n > 15000 GROUP BY small, word;
SELECT small, word, count(*) FROM native WHERE n > 15000 GROUP BY small, word;
SELECT count(*) FROM (SELECT small, word, day, flag, count(*) FROM p GROUP BY small, word, day, flag EXCEPT SELECT small, word, day, flag, count(*) FROM native GROUP BY small, word, day, flag);
SELECT small, count(*) FROM p WHERE n < 0 GROUP BY small;
SELECT count(*), count(small) FROM (SELECT small FROM p WHERE n < 0 GROUP BY small);
-- Rows in an order.
SELECT (SELECT group_concat(w) FROM (SELECT word AS w FROM p ORDER BY word)) = (SELECT group_concat(w) FROM (SELECT word AS w FROM native ORDER BY word));
SELECT (SELECT group_concat(w) FROM (SELECT day AS w FROM p ORDER BY day DESC, small)) = (SELECT group_concat(w) FROM (SELECT day AS w FROM native ORDER BY day DESC, small));
SELECT word FROM p ORDER BY word LIMIT 3 OFFSET 9090;
SELECT word FROM native ORDER BY word LIMIT 3 OFFSET 9090;
SELECT word FROM p ORDER BY word DESC LIMIT 3 OFFSET 14544;
SELECT word FROM native ORDER BY word DESC LIMIT 3 OFFSET 14544;
-- Statements that also use the rows' numbers.
SELECT small, count(*), min(rowid), max(rowid), sum(rowid) FROM p GROUP BY small;
SELECT (SELECT group_concat(g, ';') FROM (SELECT word || group_concat(rowid) AS g FROM p GROUP BY word)) = (SELECT group_concat(g, ';') FROM (SELECT word || group_concat(n) AS g FROM native GROUP BY word));
SELECT small, sum(CASE WHEN small = 1 THEN rowid END), sum(rowid > 5) FROM one GROUP BY small;
SELECT (SELECT group_concat(g, ';') FROM (SELECT word || group_concat(rowid) AS g FROM p WHERE word > 'c' GROUP BY word)) = (SELECT group_concat(g, ';') FROM (SELECT word || group_concat(n) AS g FROM native WHERE word > 'c' GROUP BY word));
SELECT small, count(*), sum(rowid) FROM p WHERE small IN (1, 3) GROUP BY small;
SELECT small, count(*), sum(n) FROM native WHERE small IN (1, 3) GROUP BY small;
SELECT small, sum(CASE WHEN small = 1 THEN n END), sum(n > 5) FROM native GROUP BY small;
SELECT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM p ORDER BY flag, day)) = (SELECT group_concat(r) FROM (SELECT n AS r FROM native ORDER BY flag, day));
-- Again and again, with values that change, and two at a time.
SELECT v, (SELECT group_concat(g, ' ') FROM (SELECT small || ':' || count(*) AS g FROM p WHERE n <= v GROUP BY small)) FROM (SELECT 5 AS v UNION ALL SELECT 5 UNION ALL SELECT 9000 UNION ALL SELECT 0 UNION ALL SELECT 9000);
SELECT v, (SELECT group_concat(g, ' ') FROM (SELECT small || ':' || count(*) AS g FROM p WHERE flag = 0 GROUP BY small)) FROM (SELECT 1 AS v UNION ALL SELECT 2);
SELECT a.small, count(*) FROM p AS a JOIN (SELECT small, count(*) AS c FROM p GROUP BY small) AS b ON a.small = b.small AND b.c > 6666 GROUP BY a.small;
SELECT small, count(*) OVER (PARTITION BY small) AS c FROM p GROUP BY small, word ORDER BY c, small LIMIT 2 OFFSET 8;
SELECT count(*) FROM (SELECT small FROM p ORDER BY small LIMIT 10000) WHERE small = 1;
-- Counting needs no memory for each row: it does not matter that the rows have no room.
SELECT parquet_write('${TESTTMP}/many.parquet', 'WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 100000) SELECT n % 7 AS kind, n FROM i');
CREATE VIRTUAL TABLE temp.many USING parquet('${TESTTMP}/many.parquet', memory_limit='1MiB');
SELECT kind, count(*) FROM many GROUP BY kind LIMIT 3;
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT kind, count(*) FROM many GROUP BY kind;
EXPLAIN QUERY PLAN SELECT kind, count(n) FROM many GROUP BY kind;
--! end
