-- Failures of parquet_write() say what is wrong and where, and leave the target unchanged.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 42 AS x');

-- Values that no single type can hold.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS x UNION ALL SELECT ''abc''');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT ''abc'' AS x UNION ALL SELECT 1');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1.5 AS x UNION ALL SELECT 2 UNION ALL SELECT ''abc''');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT x''01'' AS "odd ""x""" UNION ALL SELECT ''abc''');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT x''01'' AS x UNION ALL SELECT 5');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 9007199254740993 AS x UNION ALL SELECT 0.5');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 0.5 AS x UNION ALL SELECT 9007199254740993');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT CAST(x''61ff'' AS TEXT) AS x');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS x UNION ALL SELECT ''a long text, of which only the beginning is shown, with an ä''');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS x UNION ALL SELECT zeroblob(1000)');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS x, 2 AS y UNION ALL SELECT 1, NULL UNION ALL SELECT 1, ''three''', 'row_group_size=1');

-- A large integer after a sample of nulls, and a real after rows that are already written.
CREATE TABLE late(x UBIGINT);
INSERT INTO late WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9000) SELECT NULL FROM n;
UPDATE late SET x = 9007199254740993 WHERE rowid = 1500;
UPDATE late SET x = 0.5 WHERE rowid = 9000;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT x FROM late', 'row_group_size=1000');

-- The remedies in the messages work.
SELECT parquet_write('${TESTTMP}/u.parquet', 'SELECT 9007199254740993 AS x UNION ALL SELECT 0.5 UNION ALL SELECT ''abc''', 'types=x=STRING');
SELECT row FROM read_parquet('${TESTTMP}/u.parquet');
SELECT parquet_write('${TESTTMP}/u.parquet', 'SELECT CAST(x''61ff'' AS TEXT) AS x', 'types=x=BLOB');
SELECT row FROM read_parquet('${TESTTMP}/u.parquet');

-- Paths and arguments.
SELECT parquet_write();
SELECT parquet_write('${TESTTMP}/t.parquet');
SELECT parquet_write(NULL, 'SELECT 1');
SELECT parquet_write('', 'SELECT 1');
SELECT parquet_write('${TESTTMP}/t' || char(0) || '.parquet', 'SELECT 1');
SELECT parquet_write('${TESTTMP}/t.parquet', NULL);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1' || char(0));
SELECT parquet_write('${TESTTMP}/missing/t.parquet', 'SELECT 1');
SELECT parquet_write('${TESTTMP}', 'SELECT 1');
SELECT parquet_write('/dev/null', 'SELECT 1');

-- Failures of the query, at its beginning and later.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT missing');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 +');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS x UNION ALL SELECT abs(-9223372036854775808)');
--! shell printf 'PAR1 no Parquet' > "${TESTTMP}/bad.parquet"
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM read_parquet(''${TESTTMP}/bad.parquet'')');

-- A view in the schema cannot write files.
CREATE VIEW w AS SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1') AS n;
SELECT * FROM w;

SELECT row FROM read_parquet('${TESTTMP}/t.parquet');
--! shell ls -A "${TESTTMP}"
