-- FILE, a reference to a range of bytes: a group of known fields.
SELECT parquet_write('${TESTTMP}/files.parquet', 'SELECT 1 AS id, ''{"uri":"s3://b/x","offset":7,"size":3}'' AS f, ''{"inline":"7A","uri":"z"}'' AS g
  UNION ALL SELECT 2, NULL, ''{}'' UNION ALL SELECT 3, ''{"content_type":"text/plain","checksum":"md5:0"}'', NULL',
  'types=f=FILE NOT NULL, g=FILE<uri STRING, inline BLOB>');
SELECT parquet_write('${TESTTMP}/files.parquet', 'SELECT 1 AS id, ''{"uri":"s3://b/x","offset":7,"size":3}'' AS f, ''{"inline":"7A","uri":"z"}'' AS g
  UNION ALL SELECT 2, NULL, ''{}'' UNION ALL SELECT 3, ''{"content_type":"text/plain","checksum":"md5:0"}'', NULL',
  'types=f=FILE, g=FILE<uri STRING, inline BLOB>');
SELECT name, type, repetition_type, num_children, logical_type, sqlite_type FROM parquet_schema('${TESTTMP}/files.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/files.parquet');
SELECT * FROM t;
SELECT id, "f.uri", json_extract(f, '$.offset'), "g.inline" FROM t WHERE "f.size" < 10;
SELECT * FROM parquet_check('${TESTTMP}/files.parquet');

-- A copy keeps the type, unless another one is given.
SELECT parquet_write('${TESTTMP}/copy.parquet', 't');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE logical_type LIKE 'File%';
SELECT parquet_write('${TESTTMP}/copy.parquet', 't', 'types=g=STRUCT<uri STRING, inline BLOB>');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE logical_type LIKE 'File%';

-- What is refused.
SELECT parquet_write('${TESTTMP}/bad.parquet', 'SELECT ''{}'' AS f', 'types=f=FILE<path STRING>');
SELECT parquet_write('${TESTTMP}/bad.parquet', 'SELECT ''{"path":"x"}'' AS f', 'types=f=FILE');
SELECT parquet_write('${TESTTMP}/bad.parquet', 'SELECT ''s3://b/x'' AS f', 'types=f=FILE');
