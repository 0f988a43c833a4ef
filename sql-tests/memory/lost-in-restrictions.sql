-- The checks before a file is opened, while each of their allocations fails in turn.
CREATE TABLE t(x);
CREATE TABLE u(y);
ATTACH '${TESTTMP}/other.db' AS other;
CREATE TABLE other.v(x);
--! shell mkdir ${TESTTMP}/in; cp sql-tests/data/fruits_a.parquet ${TESTTMP}/in/a.parquet
--! lost_memory
SELECT parquet_write('${TESTTMP}/other.db', 'SELECT 1 AS x');
--! lost_memory
SELECT parquet_restrict('read="${TESTTMP}/in", ${TESTTMP}', 'write=${TESTTMP}/in', 'memory=100MiB');
--! lost_memory
SELECT parquet_restrict('read=${TESTTMP}/in, /');
--! lost_memory
SELECT name FROM parquet_schema('${TESTTMP}/in/a.parquet');
--! lost_memory
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS x');
--! lost_memory
SELECT parquet_write('${TESTTMP}/in/x.parquet', 'SELECT 1 AS x');
CREATE TABLE w(x CHECK(x <> 'parquet_write'));
--! lost_memory
SELECT parquet_write('${TESTTMP}/in/x.parquet', 'SELECT 1 AS x');
--! shell cd ${TESTTMP} && ls -A . in
SELECT parquet_restrict('read=${TESTTMP}/in', 'final=on');
--! lost_memory
SELECT parquet_restrict('read=none');
SELECT row FROM read_parquet('${TESTTMP}/in/a.parquet') LIMIT 1;
