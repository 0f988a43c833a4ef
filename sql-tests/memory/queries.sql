-- parquet_query() whose allocations fail one after the other, and that is interrupted at each: on
-- vectors, with expressions that SQLite evaluates, as rows, and as a function.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 59) SELECT i AS id, i % 3 AS few, printf(''word %d'', i % 4) AS word FROM r');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
-- 3.38 crashes if it has no memory for a program of its own.
--! host >= 3.39.0
--! lost_memory
CREATE VIRTUAL TABLE temp.x USING parquet_query('SELECT few, upper(word) AS w, count(*) AS n, count(DISTINCT id), max(word) FROM t WHERE word LIKE ''%d%'' GROUP BY few, w HAVING n > 3');
--! lost_memory
SELECT count(*), sum(n) FROM x WHERE few = 1 OR few = 2;
--! interrupted
SELECT count(*), sum(n) FROM x;
CREATE VIRTUAL TABLE temp.r USING parquet_query('SELECT id + 1 AS a FROM t WHERE id < 3');
--! lost_memory
SELECT * FROM r;
--! lost_memory
SELECT * FROM parquet_query('SELECT few, count(*) AS n FROM t GROUP BY few');
--! end
