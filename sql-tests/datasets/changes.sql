-- The files are found anew by each statement.
--! reopen
--! shell mkdir -p ${TESTTMP}/d/k=1
SELECT parquet_write('${TESTTMP}/d/k=1/a.parquet', 'SELECT value AS v FROM json_each(''[1,2,3]'')');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/d/*/*.parquet');
SELECT k, sum(v) FROM t GROUP BY k;
--! shell mkdir ${TESTTMP}/d/k=2
SELECT parquet_write('${TESTTMP}/d/k=2/b.parquet', 'SELECT value AS v FROM json_each(''[10,20]'')');
SELECT k, sum(v) FROM t GROUP BY k;

-- A file is replaced.
SELECT parquet_write('${TESTTMP}/d/k=2/b.parquet', 'SELECT 100 AS v', 'overwrite=on');
SELECT k, sum(v) FROM t GROUP BY k;
SELECT v FROM t WHERE k = 2;

-- Keys that give the table other columns.
--! shell mkdir ${TESTTMP}/d/k=x; cp ${TESTTMP}/d/k=1/a.parquet ${TESTTMP}/d/k=x/
SELECT count(*) FROM t;
--! shell rm -r ${TESTTMP}/d/k=x
SELECT count(*) FROM t;

-- No files are left: no rows.
--! shell mv ${TESTTMP}/d/k=1 ${TESTTMP}/k=1; mv ${TESTTMP}/d/k=2 ${TESTTMP}/k=2
SELECT count(*), sum(v) FROM t;
SELECT * FROM t WHERE k = 1 ORDER BY v;
SELECT k, count(*) FROM t GROUP BY k;
--! shell mv ${TESTTMP}/k=1 ${TESTTMP}/d/k=1
SELECT count(*), sum(v) FROM t;

-- The database opens without files; the table says why it has none.
--! shell mv ${TESTTMP}/d/k=1 ${TESTTMP}/k=1
--! reopen
SELECT count(*) FROM t;
--! shell mv ${TESTTMP}/k=1 ${TESTTMP}/d/k=1
SELECT count(*) FROM t;
--! reopen
SELECT count(*) FROM t;

-- A file vanishes, or is replaced, while a query runs.
--! shell for i in 2 3 4; do mkdir ${TESTTMP}/d/k=$i; cp ${TESTTMP}/d/k=1/a.parquet ${TESTTMP}/d/k=$i/; done
--! after_row rm ${TESTTMP}/d/k=3/a.parquet
SELECT k, v FROM t;
SELECT k, count(*) FROM t GROUP BY k;
--! after_row cp ${TESTTMP}/k=2/b.parquet ${TESTTMP}/d/k=5.parquet
SELECT count(*) OVER (), k FROM t;
DROP TABLE t;
