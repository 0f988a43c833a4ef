-- Where only the columns of an order fit in memory, the others are read for one part of the sorted rows after the other.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 30000)
SELECT n, n * 7919 % 19 AS small, n * 7919 % 30011 AS k, date(n * 31 % 20011, 'unixepoch') AS day,
       CASE WHEN n % 7 > 0 THEN n * 0.5 END AS half, CASE WHEN n % 5 > 0 THEN printf('%0100d', n * 31 % 20011) END AS wide FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'SELECT n, small, k, CAST(day AS TEXT) AS day, half, wide FROM native', 'row_group_size=7000', 'types=day=DATE');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet', memory_limit='4MiB');
CREATE VIRTUAL TABLE temp.one USING parquet('${TESTTMP}/p.parquet', memory_limit='4MiB', threads=1);
CREATE VIRTUAL TABLE temp.all_fits USING parquet('${TESTTMP}/p.parquet');
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT small, count(*), max(wide), sum(half) FROM p GROUP BY small;
EXPLAIN QUERY PLAN SELECT small, count(*), max(wide), sum(half) FROM all_fits GROUP BY small;
--! end
CREATE TEMP VIEW groups AS SELECT small, count(*), count(wide), max(wide), sum(half), min(day), sum(n) FROM native GROUP BY small;
SELECT count(*) FROM groups;
SELECT * FROM groups EXCEPT SELECT small, count(*), count(wide), max(wide), sum(half), min(day), sum(n) FROM p GROUP BY small;
SELECT * FROM groups EXCEPT SELECT small, count(*), count(wide), max(wide), sum(half), min(day), sum(n) FROM one GROUP BY small;
--! host >= 3.38.0
-- Few pages are read for each part.
SELECT count(*), sum(h) FROM (SELECT sum(half) AS h, max(wide) FROM one GROUP BY small LIMIT -1 OFFSET 0);
SELECT rows_kept, pages_read < 300 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
-- The same with a condition, and in an order.
SELECT small, count(*), count(wide), sum(half), min(day) FROM native WHERE k > 15000 GROUP BY small
EXCEPT SELECT small, count(*), count(wide), sum(half), min(day) FROM p WHERE k > 15000 GROUP BY small;
CREATE TEMP TABLE sorted AS SELECT n, day, half, wide FROM p ORDER BY small DESC, k;
SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY small DESC, k) AS place, n, day, half, wide FROM native) a
  JOIN sorted b ON a.place = b.rowid AND a.n = b.n AND a.day = b.day AND a.half IS b.half AND a.wide IS b.wide;
-- Rowid, several passes of one cursor, and the first rows only.
SELECT sum(place * r) FROM (SELECT row_number() OVER () AS place, r FROM (SELECT rowid AS r, wide FROM p ORDER BY small, k));
SELECT sum(place * r) FROM (SELECT row_number() OVER () AS place, r FROM (SELECT n AS r, wide FROM native ORDER BY small, k));
SELECT v.x, count(*), sum(length(g.wide)), sum(g.half) FROM (SELECT 1 AS x UNION ALL SELECT 2) AS v CROSS JOIN (SELECT max(wide) AS wide, sum(half) AS half FROM p GROUP BY small LIMIT -1 OFFSET 0) AS g GROUP BY 1;
SELECT small, min(n), length(min(wide)) FROM p GROUP BY small LIMIT 2;
-- Lists are assembled for one row at a time, and damage names its place.
SELECT parquet_write('${TESTTMP}/lists.parquet', 'SELECT n, small, json_array(n, small, day) AS list, wide FROM native', 'row_group_size=7000', 'types=list=JSON');
CREATE VIRTUAL TABLE temp.lists USING parquet('${TESTTMP}/lists.parquet', memory_limit='4MiB');
SELECT count(*), sum(json_extract(list, '$[0]') = n), sum(length(wide)) FROM (SELECT small, n, list, wide FROM lists ORDER BY small LIMIT -1 OFFSET 0);
-- Groups of some of the sorted rows, other ones for each row outside.
CREATE TABLE o AS SELECT k FROM native WHERE n <= 6;
SELECT o.k, (SELECT group_concat(w || ':' || c || ':' || h || ':' || d, ' ') FROM (SELECT small, count(*) AS c, max(substr(wide, 96)) AS w, sum(half) AS h, min(day) AS d FROM p WHERE p.k > o.k AND small < 3 GROUP BY small)) FROM o;
SELECT o.k, (SELECT group_concat(w || ':' || c || ':' || h || ':' || d, ' ') FROM (SELECT small, count(*) AS c, max(substr(wide, 96)) AS w, sum(half) AS h, min(day) AS d FROM native AS p WHERE p.k > o.k AND small < 3 GROUP BY small)) FROM o;
