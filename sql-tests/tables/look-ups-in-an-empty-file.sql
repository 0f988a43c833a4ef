-- Look-ups in the rows of a file that has none.
CREATE VIRTUAL TABLE a USING parquet('sql-tests/data/numbers.parquet');
SELECT parquet_write('${TESTTMP}/empty.parquet', 'SELECT n, t FROM a WHERE n < 0');
CREATE VIRTUAL TABLE e USING parquet('${TESTTMP}/empty.parquet');
SELECT count(*), count(e.rowid) FROM a CROSS JOIN e ON e.rowid < a.n AND e.t IS NOT a.t;
SELECT count(*), count(e.rowid) FROM a LEFT JOIN e ON e.n = a.n;
