-- A value that needs more memory than parquet_write() may use: the error names its place.
CREATE TABLE j(v);
INSERT INTO j
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
SELECT '{"a":1}' UNION ALL SELECT '{"a":[' || group_concat(i) || ']}' FROM n;
SELECT parquet_restrict('memory=16MB');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT v FROM j', 'types=v=VARIANT');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT v FROM j', 'types=v=STRUCT<a VARIANT>');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT v FROM j');
