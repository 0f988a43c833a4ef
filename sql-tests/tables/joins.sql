-- Several tables over one file, a table joined with itself, and with ordinary tables.
CREATE VIRTUAL TABLE a USING parquet('sql-tests/data/numbers.parquet');
CREATE VIRTUAL TABLE b USING parquet('sql-tests/data/numbers.parquet');
CREATE VIRTUAL TABLE fruits USING parquet('sql-tests/data/fruits_a.parquet');
CREATE TABLE wanted(n, label);
INSERT INTO wanted VALUES(1, 'first'), (250, 'group end'), (251, 'group start'), (1000, 'last'), (1001, 'beyond'), (NULL, 'null'), ('7', 'text seven'), (8.0, 'real eight'), (8.5, 'between'), ('x', 'no number');

SELECT count(*) FROM a JOIN b ON a.n = b.n;
SELECT count(*), sum(x.n), sum(y.n) FROM a x JOIN a y ON y.n = x.n + 1 WHERE x.n <= 500;
SELECT x.n, y.n FROM a x, a y WHERE x.rowid = 500 AND y.rowid = x.rowid * 2;
SELECT count(*) FROM a x JOIN a y ON x.t = y.t AND x.n <> y.n;
SELECT count(*) FROM a x CROSS JOIN b y WHERE x.n < 10 AND y.n > 990;

-- The ordinary table in the outer loop and the Parquet table in the inner one, and vice versa.
SELECT w.label, a.n, a.t FROM wanted w JOIN a ON a.n = w.n ORDER BY a.n;
SELECT w.label, a.n FROM wanted w LEFT JOIN a ON a.n = w.n ORDER BY w.rowid;
SELECT w.label, a.n FROM wanted w LEFT JOIN a ON a.rowid = w.n AND a.small < 0 ORDER BY w.rowid;
SELECT w.label FROM wanted w WHERE EXISTS (SELECT 1 FROM a WHERE a.n = w.n) ORDER BY w.rowid;
SELECT w.label FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM a WHERE a.n = w.n) ORDER BY w.rowid;
SELECT w.label, (SELECT t FROM a WHERE a.n = w.n) FROM wanted w ORDER BY w.rowid;
SELECT w.label, (SELECT max(n) FROM a WHERE a.n < w.n) FROM wanted w ORDER BY w.rowid;
SELECT count(*) FROM a WHERE n IN (SELECT n FROM wanted);
SELECT count(*) FROM a WHERE n NOT IN (SELECT n FROM wanted WHERE n IS NOT NULL);
SELECT count(*) FROM a WHERE (n, small) IN (SELECT n, n % 100 - 50 FROM b WHERE n % 3 = 0);
SELECT f.name, a.n, a.r FROM fruits f JOIN a ON a.r = f.price ORDER BY f.id;
SELECT f.id, count(a.n) FROM fruits f LEFT JOIN a ON a.r = f.price GROUP BY f.id;

-- Nested cursors, set operations, recursion.
SELECT count(*) FROM (SELECT n FROM a UNION SELECT n FROM b);
SELECT count(*) FROM (SELECT n FROM a UNION ALL SELECT n FROM b);
SELECT count(*) FROM (SELECT n FROM a WHERE n > 10 INTERSECT SELECT n FROM b WHERE n < 20);
SELECT sum(n) FROM (SELECT n FROM a EXCEPT SELECT n FROM b WHERE n > 3);
WITH RECURSIVE chain(n) AS (SELECT 1 UNION ALL SELECT a.n FROM chain JOIN a ON a.n = chain.n * 2)
    SELECT group_concat(n) FROM chain;
SELECT n, count(*) OVER (ORDER BY n ROWS 2 PRECEDING), sum(small) OVER (ORDER BY n ROWS 1 PRECEDING) FROM a WHERE n BETWEEN 249 AND 252;

-- Rows copied out, read while the copy is written.
CREATE TABLE copy AS SELECT * FROM a;
SELECT count(*) FROM copy;
INSERT INTO copy SELECT * FROM a WHERE n > (SELECT max(n) - 10 FROM copy);
SELECT count(*) FROM copy;
DELETE FROM copy WHERE n IN (SELECT n FROM a WHERE small >= 0);
SELECT count(*) FROM copy;
