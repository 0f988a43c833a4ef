-- parquet_write() is refused with query_only on, and works again with it off.
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 1 AS x');
PRAGMA query_only = ON;
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 2 AS x');
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT 2 AS x');
SELECT parquet_write();
WITH w AS (SELECT parquet_write('${TESTTMP}/b.parquet', 'VALUES(1)') AS n) SELECT * FROM w;
SELECT parquet_attach('${TESTTMP}/a.parquet', 'attached');
SELECT row FROM read_parquet('${TESTTMP}/a.parquet');
--! shell ls -A ${TESTTMP}
PRAGMA query_only = OFF;
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 2 AS x');
SELECT row FROM read_parquet('${TESTTMP}/a.parquet');
