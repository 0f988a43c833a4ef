-- parquet_query() over others: a few levels work, and a circle is an error.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 999) SELECT i AS id, i % 7 AS few FROM r');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE temp.x1 USING parquet_query('SELECT few, count(*) AS n FROM t GROUP BY few');
CREATE TEMP VIEW v1 AS SELECT few, n + 1000 AS n FROM x1;
CREATE VIRTUAL TABLE temp.x2 USING parquet_query('SELECT few, n FROM v1 WHERE few < 6');
CREATE VIRTUAL TABLE temp.x3 USING parquet_query('SELECT few, sum(n) AS n FROM x2 GROUP BY few');
CREATE VIRTUAL TABLE temp.x4 USING parquet_query('SELECT a.few, b.n FROM x3 AS a JOIN x3 AS b ON a.few = b.few - 5');
SELECT * FROM x4;
-- Their rows are written, not those of the table below them.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT few, n FROM x2');
CREATE VIRTUAL TABLE temp.written USING parquet('${TESTTMP}/x.parquet');
SELECT count(*), sum(few), sum(n) FROM written;

-- The text of a query cannot name its own table, but a view can that it reads.
CREATE VIRTUAL TABLE temp.own USING parquet_query('SELECT * FROM own');
CREATE TEMP VIEW v AS SELECT 1 AS a;
CREATE VIRTUAL TABLE temp.c1 USING parquet_query('SELECT * FROM v');
CREATE VIRTUAL TABLE temp.c2 USING parquet_query('SELECT sum(a) AS a FROM v');
CREATE VIRTUAL TABLE temp.c3 USING parquet_query('SELECT max(a) AS a FROM c2');
DROP VIEW v;
CREATE TEMP VIEW v AS SELECT * FROM c1;
SELECT * FROM c1;
DROP VIEW v;
CREATE TEMP VIEW v AS SELECT b.* FROM c2 AS a JOIN c2 AS b JOIN c3 AS c;
SELECT * FROM c2;
SELECT * FROM c3;
EXPLAIN QUERY PLAN SELECT * FROM c2;
DROP TABLE c2;

-- A circle in a database file.
CREATE TABLE x(a);
CREATE VIEW v AS SELECT * FROM x;
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE x USING parquet_query(''SELECT sum(a) AS a FROM v'')', rootpage = 0 WHERE name = 'x';
--! reopen
SELECT * FROM x;
SELECT * FROM v;
ALTER TABLE x RENAME TO y;
SELECT * FROM y;
SELECT * FROM v;
DROP TABLE y;
