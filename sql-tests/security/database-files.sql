--! reopen
-- parquet_write() never writes to a database file that the connection has open, under any
-- name.
CREATE TABLE t(x);
INSERT INTO t VALUES(1);
ATTACH '${TESTTMP}/other.db' AS "other one";
CREATE TABLE "other one".u(x);
--! shell ln -s ../main.db ${TESTTMP}/link; ln ${TESTTMP}/other.db ${TESTTMP}/hard; ln -s . ${TESTTMP}/here
SELECT parquet_write('${TESTTMP}/../main.db', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/link', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/other.db', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/OTHER.DB', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/hard', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/here/here/other.db', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/./here//other.db', 'SELECT 1 AS x', 'overwrite=off');

-- Nor to their -wal, -journal and -shm files, whether they exist or not.
SELECT parquet_write('${TESTTMP}/../main.db-wal', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/../main.db-journal', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/../main.db-shm', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/here/other.db-journal', 'SELECT 1 AS x');
--! shell ln -s other.db-wal ${TESTTMP}/later
SELECT parquet_write('${TESTTMP}/later', 'SELECT 1 AS x');
PRAGMA "other one".journal_mode = WAL;
INSERT INTO u VALUES(1);
--! shell ln ${TESTTMP}/other.db-wal ${TESTTMP}/hard-wal
SELECT parquet_write('${TESTTMP}/hard-wal', 'SELECT 1 AS x');
SELECT parquet_write('${TESTTMP}/other.db-shm', 'SELECT 1 AS x');

-- The databases are intact, and a database that is not open is a file like any other.
PRAGMA integrity_check;
SELECT * FROM t, u;
SELECT parquet_write('${TESTTMP}/other.db-wal.parquet', 'SELECT 1 AS x');
DETACH "other one";
SELECT parquet_write('${TESTTMP}/hard', 'SELECT 1 AS x');
SELECT row FROM read_parquet('${TESTTMP}/hard');

-- This also holds in folders that the connection may not read.
ATTACH '${TESTTMP}/third.db' AS third;
CREATE TABLE third.v(x);
--! shell ln ${TESTTMP}/third.db ${TESTTMP}/third-hard
SELECT parquet_restrict('read=none') IS NULL;
SELECT parquet_write('${TESTTMP}/third-hard', 'SELECT 1 AS x');
PRAGMA third.integrity_check;
