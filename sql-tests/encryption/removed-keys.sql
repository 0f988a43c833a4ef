-- A table whose keys are removed closes its file at its next query, and so forgets what it was
-- opened with; when the keys are known again, it goes on.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet');
SELECT count(*), count(name) FROM t WHERE id > 100;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id > 600;
SELECT parquet_add_key('footer16', NULL);
SELECT count(*) FROM t;
-- No statistics of the file are there to plan with.
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id > 600;
SELECT id FROM t WHERE id > 600;
SELECT id FROM t ORDER BY id LIMIT 1;
-- A wrong key.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0e');
SELECT id FROM t WHERE id > 600;
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
SELECT id FROM t WHERE id > 600;
SELECT count(*), count(name) FROM t WHERE id > 100;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id > 600;
-- A key of a column that is missing closes nothing.
SELECT parquet_add_key('column16', NULL);
SELECT count(name) FROM t;
SELECT id FROM t WHERE id > 600;
-- Joins, and tables that are dropped or renamed meanwhile.
SELECT parquet_add_key('footer16', NULL);
SELECT count(*) FROM t AS a JOIN t AS b USING (id);
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
SELECT count(*) FROM t AS a JOIN t AS b USING (id);
SELECT parquet_add_key('footer16', NULL);
SELECT count(*) FROM t;
ALTER TABLE t RENAME TO u;
SELECT count(*) FROM u;
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
SELECT count(*) FROM u;
SELECT parquet_add_key('footer16', NULL);
SELECT count(*) FROM u;
DROP TABLE u;

-- Another file is in its place when the keys are known again.
SELECT parquet_add_key('f', '000102030405060708090a0b0c0d0e0f'), parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f');
CREATE VIRTUAL TABLE temp.x USING parquet('${TESTTMP}/x.parquet');
SELECT a FROM x;
SELECT parquet_add_key('f', NULL);
SELECT a FROM x;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''text'' AS a, 2 AS b');
SELECT a FROM x;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 3 AS a');
SELECT a FROM x WHERE a = 3;
--! shell rm ${TESTTMP}/x.parquet
SELECT a FROM x;

-- Tables of many files.
SELECT parquet_add_key('f', '000102030405060708090a0b0c0d0e0f'), parquet_write('${TESTTMP}/many', 'SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4', 'footer_key=f', 'partition_by=b');
CREATE VIRTUAL TABLE temp.y USING parquet('${TESTTMP}/many');
SELECT sum(a), sum(b) FROM y;
SELECT parquet_add_key('f', NULL);
SELECT sum(a), sum(b) FROM y;
SELECT sum(a) FROM y WHERE b = 2;
SELECT parquet_add_key('f', '000102030405060708090a0b0c0d0e0f');
SELECT sum(a), sum(b) FROM y WHERE b > 2;
