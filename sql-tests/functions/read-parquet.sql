-- read_parquet() returns each row as JSON; parquet_scan() is another name of the same function.
SELECT row FROM read_parquet('sql-tests/data/fruits_a.parquet');
SELECT row FROM parquet_scan('sql-tests/data/fruits_a.parquet');
SELECT count(*), count(DISTINCT row) FROM (SELECT row FROM read_parquet('testdata/trips.parquet') UNION ALL SELECT row FROM parquet_scan('testdata/trips.parquet'));
SELECT * FROM parquet_scan;
SELECT * FROM parquet_scan(NULL);
