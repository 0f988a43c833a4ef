-- URLs are opened only where parquet_restrict() allows it.  Nothing here reaches a network: all is refused before.
SELECT parquet_restrict('remote=');
SELECT parquet_restrict('remote=/data');
SELECT parquet_restrict('remote=ftp://host/');
SELECT parquet_restrict('remote=https://user:password@host/');
SELECT parquet_restrict('remote=none, https://host/');
SELECT parquet_restrict('remote=https://host.invalid/a/, s3://bucket/lake');
SELECT * FROM read_parquet('https://host.invalid/b.parquet');
SELECT * FROM read_parquet('https://host.invalid/a/../b.parquet');
SELECT * FROM read_parquet('https://host.invalid/a/%2e%2e/b.parquet');
SELECT * FROM read_parquet('http://host.invalid/a/b.parquet');
SELECT * FROM read_parquet('https://host.invalid:8443/a/b.parquet');
SELECT * FROM read_parquet('s3://bucket/lakes/b.parquet');
SELECT * FROM read_parquet('s3://bucket/*.parquet');
SELECT * FROM read_parquet('s3://other/lake/b.parquet');
CREATE VIRTUAL TABLE t USING parquet('s3://other/lake/');
-- A call only narrows.
SELECT parquet_restrict('remote=https://host.invalid/');
SELECT parquet_restrict('remote=https://host.invalid/a/b/');
SELECT * FROM read_parquet('https://host.invalid/a/c.parquet');
SELECT parquet_restrict('private_addresses=off', 'environment_keys=off', 'remote=none');
SELECT * FROM read_parquet('https://host.invalid/a/b/c.parquet');
SELECT parquet_restrict('remote=https://host.invalid/a/b/');
SELECT count(*) FROM read_parquet('testdata/trips.parquet');
-- Each line of a list is a URL of its own.
SELECT * FROM read_parquet('https://host.invalid/a.parquet' || char(10) || 'https://host.invalid/b.parquet');
SELECT * FROM read_parquet('testdata/trips.parquet' || char(10) || 'https://host.invalid/b.parquet');
