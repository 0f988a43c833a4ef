-- The memory of a long list of paths is the connection's, and messages show its front.
SELECT count(*) FROM parquet_schema('testdata/trips.parquet' || printf('%.*c', 2000000, char(10)));
SELECT parquet_attach('testdata/trips.parquet' || printf('%.*c', 2000000, char(10)), 'before');
SELECT count(*) FROM before;
SELECT count(*) FROM read_parquet(printf('%.*c', 5000, 'x'));
SELECT count(*) FROM read_parquet(printf('%.*c', 4000, 'x'));
DROP TABLE before;
SELECT parquet_restrict('memory=1MiB');
SELECT count(*) FROM parquet_schema('testdata/trips.parquet');
SELECT count(*) FROM parquet_schema('testdata/trips.parquet' || printf('%.*c', 600000, char(10)));
SELECT count(*) FROM read_parquet('testdata/trips.parquet' || printf('%.*c', 600000, char(10)));
SELECT parquet_attach('testdata/trips.parquet' || printf('%.*c', 600000, char(10)), 'after');
SELECT parquet_attach(printf('%.*c', 600000, char(10)) || 'testdata/trips.parquet');
SELECT name FROM sqlite_temp_master;
