-- Interrupts end statements while rows are collected and sorted.
CREATE TABLE native AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 400000)
SELECT n, n % 7 AS m, printf('%d %d', n * 7919 % 399989, n) AS t FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
--! interrupt 30
SELECT count(*) FROM (SELECT t, n FROM p ORDER BY m, t, n LIMIT -1 OFFSET 1);
--! interrupt 150
SELECT count(*) FROM (SELECT t, n FROM p ORDER BY m, t, n LIMIT -1 OFFSET 1);
--! progress 100
SELECT count(*) FROM (SELECT t, n FROM p ORDER BY m, t, n LIMIT -1 OFFSET 1);
-- The table still works.
SELECT count(*), sum(n) FROM (SELECT t, n FROM p ORDER BY m, t, n LIMIT -1 OFFSET 1);
