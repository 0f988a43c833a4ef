-- parquet_restrict() has at most 1,000 folders for a limit, whose memory is the connection's.
WITH n(i, list) AS (SELECT 1, 'testdata' UNION ALL SELECT i + 1, list || ',testdata' FROM n WHERE i < 1001) SELECT parquet_restrict('read=' || list) FROM n WHERE i = 1001;
WITH n(i, list) AS (SELECT 1, 'testdata' UNION ALL SELECT i + 1, list || ',testdata' FROM n WHERE i < 1001) SELECT parquet_restrict('write=' || list) FROM n WHERE i = 1001;
SELECT count(*) FROM read_parquet('sql-tests/data/fruits_a.parquet');
SELECT parquet_restrict('memory=1MiB');
-- Keys leave little of it.
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 255) SELECT count(parquet_add_key(printf('%04000d', i), zeroblob(16))) FROM n;
WITH n(i, list) AS (SELECT 1, 'testdata' UNION ALL SELECT i + 1, list || ',testdata' FROM n WHERE i < 1000) SELECT parquet_restrict('read=' || list) FROM n WHERE i = 1000;
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 255) SELECT count(parquet_add_key(printf('%04000d', i), NULL)) FROM n;
SELECT count(*) FROM read_parquet('sql-tests/data/fruits_a.parquet');
WITH n(i, list) AS (SELECT 1, 'testdata' UNION ALL SELECT i + 1, list || ',testdata' FROM n WHERE i < 1000) SELECT parquet_restrict('read=' || list) FROM n WHERE i = 1000;
SELECT count(*) FROM read_parquet('testdata/trips.parquet');
SELECT count(*) FROM read_parquet('sql-tests/data/fruits_a.parquet');
