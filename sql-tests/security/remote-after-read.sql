-- Whoever may read only some folders opens no URLs, unless the same call allows some.
SELECT parquet_restrict('read=testdata');
SELECT * FROM read_parquet('https://host.invalid/b.parquet');
SELECT * FROM read_parquet('s3://bucket/*.parquet');
SELECT parquet_restrict('remote=https://host.invalid/');
