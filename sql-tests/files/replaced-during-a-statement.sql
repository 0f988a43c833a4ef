-- The file of a table is replaced while a statement runs.  All cursors of the table that are
-- open together read one file.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS a');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/t.parquet');
CREATE TABLE steps(i, done);
INSERT INTO steps(i) VALUES (1), (2), (3);

-- A correlated subquery, whose cursor some versions of SQLite open for each outer row.
SELECT i, CASE i WHEN 2 THEN parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS a UNION ALL SELECT 2') END,
       (SELECT count(*) FROM t WHERE a < i) FROM steps;
SELECT count(*) FROM t;

-- Parts of a statement that run one after the other.
SELECT count(*) FROM t UNION ALL SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS a')
UNION ALL SELECT count(*) FROM t WHERE a > 0;
SELECT count(*) FROM t;

-- A trigger's statements open the table again for each row, and functions open their path
-- again.
CREATE TABLE log(i, n);
CREATE TRIGGER logs AFTER UPDATE ON steps BEGIN INSERT INTO log SELECT new.i, count(*) FROM t; END;
UPDATE steps SET done = CASE i WHEN 2 THEN parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS a UNION ALL SELECT 2') END;
SELECT * FROM log;
SELECT i, CASE i WHEN 2 THEN parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS a') END,
       (SELECT count(*) FROM read_parquet('${TESTTMP}/t.parquet') WHERE rowid > -i) FROM steps;
