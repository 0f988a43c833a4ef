-- Rows come from a function that SQLite calls as part of the query, or from the query
-- alone (ORDER BY, UNION ALL, VALUES and the like): both ways write the same.
CREATE TABLE t(a, b);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
INSERT INTO t SELECT i, 'b' || i FROM n;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t');
CREATE VIRTUAL TABLE temp.x USING parquet('${TESTTMP}/x.parquet');
SELECT count(*), sum(a), sum(b = 'b' || a), min(rowid = a) FROM x;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t ORDER BY a DESC');
SELECT count(*), sum(a), sum(b = 'b' || a), min(rowid = 3001 - a) FROM x;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT a, b FROM t WHERE a < 1000 UNION ALL SELECT * FROM t WHERE a >= 1000');
SELECT count(*), sum(a), sum(b = 'b' || a), min(rowid = a) FROM x;

-- Names of columns: equal, empty, and odd ones.
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a, a AS "A b", 2 AS "c0", b AS "x""y" FROM t LIMIT 1');
SELECT row FROM read_parquet('${TESTTMP}/y.parquet');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a, a AS "A b", 2 AS "c0", b AS "x""y" FROM t WHERE a = 1');
SELECT row FROM read_parquet('${TESTTMP}/y.parquet');

-- More columns than a function has arguments.
SELECT parquet_write('${TESTTMP}/wide.parquet', (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 249)
  SELECT 'SELECT ' || group_concat('a AS n' || i || ', 7 AS c' || i) || ' FROM t' FROM n), 'row_group_size=1000');
CREATE VIRTUAL TABLE temp.wide USING parquet('${TESTTMP}/wide.parquet');
SELECT count(*), sum(n0), sum(n49), sum(n50), sum(n99), sum(n249), sum(c0), sum(c249) FROM wide;

-- How a query may end.
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a FROM t WHERE a = 1 -- the first');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a FROM t WHERE a = 1; -- the first');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a FROM t WHERE a = 1 -- the first;');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a FROM t WHERE a = 1 /* the first');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT '';'' AS semicolon FROM t WHERE a = 1');
SELECT row FROM read_parquet('${TESTTMP}/y.parquet');

-- Errors name the same row, and those of SQLite end the write.
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT CASE a WHEN 2500 THEN ''x'' ELSE a END AS a FROM t', 'types=a=INTEGER');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT CASE a WHEN 2500 THEN ''x'' ELSE a END AS a FROM t ORDER BY a', 'types=a=INTEGER');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT CASE a WHEN 2500 THEN abs(-9223372036854775808) ELSE a END AS a FROM t');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT CASE a WHEN 2500 THEN abs(-9223372036854775808) ELSE a END AS a FROM t LIMIT 3000');
SELECT row FROM read_parquet('${TESTTMP}/y.parquet');

-- A value that fits no type so far: the query runs again.
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT CASE a WHEN 2500 THEN 0.5 ELSE a END AS a FROM t', 'row_group_size=1000');
CREATE VIRTUAL TABLE temp.y USING parquet('${TESTTMP}/y.parquet');
SELECT count(*), sum(a), max(typeof(a)) FROM y;

-- The function is of no use elsewhere.
SELECT parquet_write_rows(1, 0, 2);
SELECT parquet_write_rows();

-- Which way it takes: these are passed by the function,
CREATE INDEX t_a ON t(a);
CREATE VIEW v AS SELECT a + 1 AS n, b FROM t;
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a, b FROM t WHERE 1 = 1');
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT v.n, t.b FROM v JOIN t ON v.n = t.a WHERE 1 = 1');
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a + 1 AS a FROM x WHERE 1 = 1');
-- SQLite does not see these but for the first,
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a FROM x WHERE 1 = 1');
-- and these come from the query alone.
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a, b FROM t WHERE 1 = 1 ORDER BY a');
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT DISTINCT a FROM t WHERE 1 = 1');
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT max(a) AS a FROM t WHERE 1 = 1');
--! trace 1 = 1
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT a FROM t WHERE 1 = 1 LIMIT 2');
