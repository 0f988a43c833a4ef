-- Look-ups while each of their allocations fails in turn: NOMEM or the right rows.
CREATE TABLE native_p AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 60)
SELECT n, nullif(n % 12, 5) AS k, CASE WHEN n % 7 THEN 'T' || (n % 9) END AS t, date('2020-01-01', (n % 5) || ' days') AS d FROM i;
CREATE TABLE o AS SELECT n, k, t, d FROM native_p WHERE n <= 20;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native_p', 'row_group_size=25', 'types=d=DATE');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
--! reopen

SELECT count(*), sum(p.n), max(p.t) FROM o CROSS JOIN p WHERE p.k = o.k AND p.t = o.t COLLATE NOCASE AND p.n > 3;
SELECT loops, look_ups > 0 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! lost_memory
SELECT count(*), sum(p.n), max(p.t) FROM o CROSS JOIN p WHERE p.k = o.k AND p.t = o.t COLLATE NOCASE AND p.n > 3;
--! lost_memory
SELECT count(*), max(p.d) FROM o CROSS JOIN p WHERE p.d < o.d COLLATE NOCASE;
--! lost_memory
SELECT sum((SELECT max(p.n) FROM p WHERE p.k = o.k)) FROM o;
