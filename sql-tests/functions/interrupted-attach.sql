-- parquet_attach() that is interrupted leaves the tables as they were, or what the next call
-- replaces.
--! shell mkdir "${TESTTMP}/two" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/two/a.parquet" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/two/b.parquet"
SELECT parquet_attach('${TESTTMP}/two/');
--! interrupted
SELECT parquet_attach('${TESTTMP}/two/');
SELECT name FROM sqlite_temp_master ORDER BY name;
SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b);
