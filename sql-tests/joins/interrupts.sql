-- Interrupts end joins while rows are looked up.
CREATE TABLE native_p AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 40000)
SELECT n, n * 7919 % 39989 AS k, 'text ' || (n % 7) AS t FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native_p');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
-- Ranges, which are tested on all kept rows.
--! interrupt 100
SELECT count(*) FROM native_p AS o CROSS JOIN p WHERE p.k > o.k AND p.k < o.k + 2 AND p.n <> o.n;
--! progress 100
SELECT count(*) FROM native_p AS o CROSS JOIN p WHERE p.k > o.k AND p.k < o.k + 2 AND p.n <> o.n;
-- Rows in an order.
--! interrupt 100
SELECT sum((SELECT p.n FROM p WHERE p.k > o.k ORDER BY p.t LIMIT 1)) FROM native_p AS o;
-- Many rows of few keys.
--! interrupt 100
SELECT count(*) FROM native_p AS o CROSS JOIN p WHERE p.t = o.t AND p.k < o.k;
-- The table still works.
SELECT count(*), sum(p.n) FROM native_p AS o CROSS JOIN p WHERE p.k = o.k AND o.n <= 100;
