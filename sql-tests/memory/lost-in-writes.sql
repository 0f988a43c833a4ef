-- parquet_write() while each of its allocations fails in turn: NOMEM, or a file with the
-- right rows; and no temporary file is left.
CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, n);
INSERT INTO t VALUES(1, 1.5, 'abc', x'0102', NULL), (2, NULL, 'd', NULL, 6), (3, 2.5, 'abc', x'', 7);
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet');
--! lost_memory
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM t');
--! lost_memory
SELECT parquet_write('${TESTTMP}/trips.parquet', 'SELECT * FROM trips WHERE rowid <= 20');
--! lost_memory
SELECT parquet_write('${TESTTMP}/typed.parquet', 'SELECT i, s, json_array(i, r) AS l, json_object(''k'', s) AS v FROM t', 'types=i=INT16,l=DOUBLE[],v=VARIANT', 'compression=zstd', 'bloom_filter=i');
--! lost_memory
SELECT parquet_write('${TESTTMP}/typed.parquet', 'SELECT s FROM t', 'types=s=INT32');
--! lost_memory
SELECT parquet_write('${TESTTMP}/typed.parquet', 'SELECT nothing FROM t');
SELECT row FROM read_parquet('${TESTTMP}/t.parquet');
SELECT count(*), (SELECT count(*) FROM parquet_check('${TESTTMP}/trips.parquet')) FROM read_parquet('${TESTTMP}/trips.parquet');
SELECT row FROM read_parquet('${TESTTMP}/typed.parquet');
--! shell cd "${TESTTMP}" && test "$(echo *)" = "t.parquet trips.parquet typed.parquet"
