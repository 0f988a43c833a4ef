-- Rows are sorted in memory only where memory allows; they are right either way.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 20000)
SELECT n, n * 7919 % 19 AS small, n * 7919 % 19997 AS k, printf('%0200d', n * 31 % 20011) AS wide FROM i;
-- The texts share what they begin with: they take far more memory than their pages.
SELECT parquet_write('${TESTTMP}/p.parquet', 'native', 'row_group_size=7000', 'encoding=delta_byte_array');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet', memory_limit='3MiB');
CREATE VIRTUAL TABLE temp.tiny USING parquet('${TESTTMP}/p.parquet', memory_limit='1MiB');
-- In memory.
SELECT sum(place * s) FROM (SELECT row_number() OVER () AS place, sum(n) AS s FROM p GROUP BY small, k % 1 <> 2, k);
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY small DESC, k LIMIT -1 OFFSET 0));
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM native ORDER BY small DESC, k LIMIT -1 OFFSET 0));
-- The plan is for less memory than the column of the order takes: rows are found part by part.
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY small, wide DESC LIMIT -1 OFFSET 0));
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM native ORDER BY small, wide DESC LIMIT -1 OFFSET 0));
-- Another column does not fit.
SELECT count(*), sum(place * w) FROM (SELECT row_number() OVER () AS place, CAST(wide AS INTEGER) AS w FROM (SELECT wide FROM p ORDER BY small, k LIMIT -1 OFFSET 0));
SELECT count(*), sum(place * w) FROM (SELECT row_number() OVER () AS place, CAST(wide AS INTEGER) AS w FROM (SELECT wide FROM native ORDER BY small, k LIMIT -1 OFFSET 0));
SELECT small, count(*), max(wide) = printf('%0200d', 20010) FROM p GROUP BY small LIMIT 2;
SELECT small, count(*), max(wide) = printf('%0200d', 20010) FROM native GROUP BY small LIMIT 2;
-- The groups' column does not fit: rows are found in passes for which there is memory.
SELECT count(*), sum(place * w) FROM (SELECT row_number() OVER () AS place, CAST(wide AS INTEGER) AS w FROM p GROUP BY wide);
SELECT count(*), sum(place * w) FROM (SELECT row_number() OVER () AS place, CAST(wide AS INTEGER) AS w FROM native GROUP BY wide);
--! host >= 3.38.0
-- Where the rows have no room, SQLite sorts.
EXPLAIN QUERY PLAN SELECT n FROM p ORDER BY small, wide;
EXPLAIN QUERY PLAN SELECT n FROM tiny ORDER BY small, k;
--! end
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM tiny ORDER BY small DESC, k LIMIT -1 OFFSET 0));
