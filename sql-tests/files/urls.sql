-- A URL of another scheme than http, https and s3 is refused everywhere with what to do instead, and so is a pattern.
--! each function
SELECT * FROM ${FUNCTION}('gs://example/data/trips.parquet?version=1'${MORE});
--! each function
SELECT * FROM ${FUNCTION}('${TESTTMP}/*.parquet'${MORE});
CREATE VIRTUAL TABLE t USING parquet('wasb://bucket/trips.parquet');
SELECT parquet_attach('HF://datasets/trips/*.parquet');
SELECT * FROM parquet_schema('abfss+x.1://bucket/' || replace(hex(zeroblob(4000)), '0', 'a') || '.parquet');
SELECT * FROM parquet_schema('file:///data/trips.parquet');
SELECT * FROM parquet_schema('file:trips.parquet?mode=ro');
SELECT parquet_write('gs://bucket/out.parquet', 'SELECT 1 AS a');
SELECT parquet_write('azure://bucket/', 'SELECT 1 AS a');
SELECT parquet_write('ftp://example.com/' || replace(hex(zeroblob(4000)), '0', 'a') || '.parquet', 'SELECT 1 AS a');
SELECT parquet_write('file:///no/such/folder/out.parquet', 'SELECT 1 AS a');

-- What only looks like a URL.
SELECT * FROM parquet_schema('c://missing.parquet');
SELECT * FROM parquet_schema('1a://missing.parquet');
SELECT * FROM parquet_schema('://missing.parquet');
SELECT * FROM parquet_schema('a_b://missing.parquet');
SELECT * FROM parquet_schema('http:/missing.parquet');
SELECT * FROM parquet_schema('missing/http://missing.parquet');
SELECT parquet_write('http:/missing.parquet', 'SELECT 1 AS a');
