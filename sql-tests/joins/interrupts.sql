-- Interrupts end joins while rows are looked up.
CREATE TABLE native_p AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 40000)
SELECT n, n * 7919 % 39989 AS k, 'text ' || (n % 7) AS t FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native_p');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
-- Ranges of so many values that all kept rows are tested.
--! interrupt 100
SELECT count(*) FROM native_p AS o CROSS JOIN p WHERE p.k > o.k AND p.n < o.n - 40000;
--! progress 100
SELECT count(*) FROM native_p AS o CROSS JOIN p WHERE p.k > o.k AND p.n < o.n - 40000;
-- Rows in an order.
--! interrupt 100
SELECT sum((SELECT p.n FROM p WHERE p.k > o.k ORDER BY p.t, p.n LIMIT 1)) FROM native_p AS o;
-- Many rows of few keys.
--! interrupt 100
SELECT count(*) FROM native_p AS o CROSS JOIN p WHERE p.t = o.t AND p.k < o.k;
-- The table still works.
SELECT count(*), sum(p.n) FROM native_p AS o CROSS JOIN p WHERE p.k = o.k AND o.n <= 100;
