-- Sorting in memory while each allocation fails in turn: NOMEM or the right rows.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 700)
SELECT n, nullif(n % 12, 5) AS k, CASE WHEN n % 7 THEN 'T' || (n % 9) END AS t, date('2020-01-01', (n % 5) || ' days') AS d FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native', 'row_group_size=250', 'types=d=DATE');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
--! reopen

--! lost_memory
SELECT count(*), sum(c) FROM (SELECT t, d, count(*) AS c, max(n) FROM p WHERE k > 3 GROUP BY t, d);
--! lost_memory
SELECT sum(place * n) FROM (SELECT row_number() OVER () AS place, n FROM (SELECT n FROM p ORDER BY t DESC, d, n LIMIT -1 OFFSET 0));
--! lost_memory
SELECT n, t FROM p ORDER BY t, d DESC LIMIT 3;
--! lost_memory
SELECT n, t, k FROM p ORDER BY t DESC, k, n LIMIT 3 OFFSET 350;
--! lost_memory
SELECT sum(place * n) FROM (SELECT row_number() OVER (ORDER BY t DESC, k, n) AS place, n FROM p);
--! lost_memory
SELECT t, count(*) FROM p GROUP BY t;
--! lost_memory
SELECT count(*), max(c) FROM (SELECT k, t, count(*) AS c FROM p GROUP BY k, t);
