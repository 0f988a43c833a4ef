-- Queries of parquet_write() that call it, or that make or replace what they read.
CREATE TABLE t(a);
INSERT INTO t VALUES(1), (2), (3);
SELECT parquet_write('${TESTTMP}/out.parquet', 'SELECT parquet_write(''${TESTTMP}/in.parquet'', ''t'') AS n');
SELECT row FROM read_parquet('${TESTTMP}/out.parquet');
SELECT row FROM read_parquet('${TESTTMP}/in.parquet');

-- Both write the same file: the outer call finishes last.
SELECT parquet_write('${TESTTMP}/out.parquet', 'SELECT parquet_write(''${TESTTMP}/out.parquet'', ''t'') AS m');
SELECT row FROM read_parquet('${TESTTMP}/out.parquet');

-- Unlimited recursion is refused.
CREATE TABLE q(sql);
INSERT INTO q VALUES('SELECT parquet_write(''${TESTTMP}/loop.parquet'', sql) AS n FROM q');
SELECT substr(sql, 1, 20) FROM q WHERE parquet_write('${TESTTMP}/loop.parquet', sql) > 0;
SELECT parquet_write('${TESTTMP}/out.parquet', 't');

-- A write replaces the file that its query reads, even while another scan of it is open.
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/in.parquet');
SELECT parquet_write('${TESTTMP}/in.parquet', 'SELECT a * 10 AS a FROM p');
SELECT a, parquet_write('${TESTTMP}/in.parquet', 'SELECT a + 1 AS a FROM p') FROM p;
SELECT a FROM p;

-- The query attaches a table.
SELECT parquet_write('${TESTTMP}/out.parquet', 'SELECT parquet_attach(''${TESTTMP}/in.parquet'', ''attached'') AS n UNION ALL SELECT 2', 'row_group_size=1');
SELECT a FROM attached;
--! shell ls -A "${TESTTMP}"
