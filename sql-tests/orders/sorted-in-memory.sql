-- GROUP BY, DISTINCT and ORDER BY return the rows of an ordinary table, in its order: by
-- several columns, with nulls, NaN, zeros of both signs, dates, and ties.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 5000)
SELECT n, nullif(n * 7919 % 13, 5) AS small, CASE n % 50 WHEN 0 THEN -0.0 WHEN 1 THEN 0.0 WHEN 2 THEN NULL ELSE n * 7919 % 97 / 4.0 - 9 END AS r,
  CASE WHEN n % 9 THEN 'text ' || (n * 31 % 17) END AS t, date('2020-01-01', (n * 13 % 200) || ' days') AS d,
  n * 7919 % 4999 - 2500 AS k, printf('%05d', n * 31 % 5003) AS u, zeroblob(n % 3) AS b FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native', 'row_group_size=700', 'types=d=DATE');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
SELECT small, count(*), sum(n), min(t), max(d), group_concat(n % 7, '') = '' FROM p GROUP BY small;
SELECT count(*) FROM (SELECT small, t, count(*) AS c, sum(n) AS s, max(u), min(r) FROM p GROUP BY small, t
  EXCEPT SELECT small, t, count(*), sum(n), max(u), min(r) FROM native GROUP BY small, t);
SELECT count(*), sum(c) FROM (SELECT d, r, count(*) AS c FROM p GROUP BY d, r);
SELECT count(*), sum(c) FROM (SELECT d, r, count(*) AS c FROM native GROUP BY d, r);
SELECT count(*) FROM (SELECT DISTINCT t, b FROM p WHERE k > 0);
SELECT count(*) FROM (SELECT DISTINCT t, b FROM native WHERE k > 0);
-- The same sequence of rows, and of rows of equal values.
CREATE VIEW orders AS SELECT 1 AS source, row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY small DESC, t, d DESC, n LIMIT -1 OFFSET 1)
  UNION ALL SELECT 2, row_number() OVER (), n FROM (SELECT n FROM native ORDER BY small DESC, t, d DESC, n LIMIT -1 OFFSET 1);
SELECT count(*) FROM (SELECT place, n FROM orders GROUP BY place, n HAVING count(*) <> 2);
SELECT n, r FROM p WHERE n < 400 ORDER BY r, n DESC LIMIT 5;
SELECT n, r FROM native WHERE n < 400 ORDER BY r, n DESC LIMIT 5;
SELECT n, u, d FROM p ORDER BY d DESC, u LIMIT 3 OFFSET 4000;
SELECT n, u, d FROM native ORDER BY d DESC, u LIMIT 3 OFFSET 4000;
SELECT rowid, small FROM p ORDER BY small DESC, rowid LIMIT 3 OFFSET 4900;
SELECT rowid, small FROM native ORDER BY small DESC, rowid LIMIT 3 OFFSET 4900;
SELECT t, n, max(k) FROM p GROUP BY t ORDER BY max(k) DESC, n LIMIT 3;
SELECT t, n, max(k) FROM native GROUP BY t ORDER BY max(k) DESC, n LIMIT 3;
-- Values that change: a subquery for each row, first as scans, then with rows looked up.
SELECT sum(x), count(x) FROM (SELECT (SELECT sum(c * place) FROM (SELECT small, count(*) AS c, row_number() OVER () AS place FROM p WHERE p.t = o.t AND p.n <> o.n GROUP BY small, d)) AS x FROM native AS o WHERE o.n <= 40);
SELECT sum(x), count(x) FROM (SELECT (SELECT sum(c * place) FROM (SELECT small, count(*) AS c, row_number() OVER () AS place FROM native AS p WHERE p.t = o.t AND p.n <> o.n GROUP BY small, d)) AS x FROM native AS o WHERE o.n <= 40);
SELECT sum(x), count(x) FROM (SELECT (SELECT sum(c * place) FROM (SELECT small, count(*) AS c, row_number() OVER () AS place FROM p WHERE p.k > o.k AND p.n <> o.n GROUP BY small, d)) AS x FROM native AS o WHERE o.n <= 40);
SELECT sum(x), count(x) FROM (SELECT (SELECT sum(c * place) FROM (SELECT small, count(*) AS c, row_number() OVER () AS place FROM native AS p WHERE p.k > o.k AND p.n <> o.n GROUP BY small, d)) AS x FROM native AS o WHERE o.n <= 40);
-- One row is all that max() asks for; then nothing is sorted.
SELECT max(u), n FROM p WHERE t LIKE 'text 1%';
SELECT max(u), n FROM native WHERE t LIKE 'text 1%';
-- One value and nulls between.
SELECT parquet_write('${TESTTMP}/one.parquet', 'SELECT n, CASE n % 2 WHEN 1 THEN ''x'' END AS x FROM native WHERE n < 6 ORDER BY n');
CREATE VIRTUAL TABLE one USING parquet('${TESTTMP}/one.parquet');
SELECT n, x FROM one ORDER BY x;
-- Of rows that SQLite sorts, the plan leaves none out.
SELECT n, u FROM p ORDER BY u LIMIT 2 OFFSET 2500;
SELECT n, u FROM native ORDER BY u LIMIT 2 OFFSET 2500;
-- No rows.
SELECT small, count(*) FROM p WHERE n < 0 GROUP BY small;
SELECT n FROM p WHERE k = 99999 ORDER BY t, d;
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT t, small, count(*) FROM p WHERE n > 7 GROUP BY t, small;
EXPLAIN QUERY PLAN SELECT n FROM p ORDER BY t DESC, small;
EXPLAIN QUERY PLAN SELECT n FROM p ORDER BY t, small LIMIT 3;
-- Left to SQLite: other collations, expressions.
EXPLAIN QUERY PLAN SELECT n FROM p ORDER BY t COLLATE NOCASE, small;
EXPLAIN QUERY PLAN SELECT count(*) FROM p GROUP BY small + 1;
--! end
