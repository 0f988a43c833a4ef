-- sorted_by is checked across row groups, nulls included.
CREATE TABLE t(a INTEGER);
INSERT INTO t VALUES (1), (NULL), (5), (6);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT a FROM t', 'sorted_by=a NULLS LAST', 'row_group_size=2');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT a FROM t ORDER BY a IS NULL, a', 'sorted_by=a NULLS LAST', 'row_group_size=2');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT a FROM t ORDER BY a', 'sorted_by=a', 'row_group_size=2');
DELETE FROM t;
INSERT INTO t VALUES (NULL), (3), (2), (4);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT a FROM t', 'sorted_by=a', 'row_group_size=2');
