-- Web servers are not written to, and a connection whose writing is confined to folders writes to no URL.  Nothing is sent.
SELECT parquet_write('https://example.invalid/out.parquet', 'SELECT 1 AS a');
SELECT parquet_write('https://example.invalid/out', 'SELECT 1 AS a, 2 AS b', 'partition_by=b');
SELECT parquet_write('http://example.invalid/out.parquet', 'SELECT 1 AS a', 'overwrite=on');
SELECT parquet_restrict('write=${TESTTMP}');
SELECT parquet_write('https://example.invalid/out.parquet', 'SELECT 1 AS a');
SELECT parquet_write('s3://bucket/out.parquet', 'SELECT 1 AS a');
SELECT parquet_write('S3://bucket/out', 'SELECT 1 AS a, 2 AS b', 'partition_by=b', 'append=on');
