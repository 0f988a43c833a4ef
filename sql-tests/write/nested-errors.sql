-- Values that do not fit a nested type: the error names the column, the row, the place,
-- and a remedy.
CREATE TABLE s(j);
INSERT INTO s VALUES('{"a":[{"b":1}]}'), ('{"a":[{"b":1},{"b":"x"}]}');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<a LIST<STRUCT<b INT32>>>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<b INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<a LIST<STRUCT<b INT32>>, c INT32 NOT NULL>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<a STRUCT<b INT32>>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=LIST<STRUCT<b INT32>>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=MAP<INT32, STRING>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=MAP<STRING, LIST<STRUCT<"b" INT32, c INT8>>> NOT NULL');
DELETE FROM s;
INSERT INTO s VALUES('{"k k":[1,2.5]}'), ('{"a":{"b":null}}'), ('{"a":1,"b":2,"a":3}'), ('[1,"2"]'), ('[300]'),
  ('["12","0G"]'), ('[true]'), ('[1e400]'), ('{"a":1,"a":2}'), ('[1,]'), ('{"1":1,"1.0":2}'),
  ('{"a long name, which is cut where it is shown in messages":{"and another":[[],[[5],["x"]]]}}'), (5), (x'00'), (NULL);
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 1', 'types=j=MAP<STRING, INT32[]>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 2', 'types=j=STRUCT<a STRUCT<b INT32 NOT NULL>>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 2', 'types=j=STRUCT<a STRUCT<b INT32>, c STRING NOT NULL>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 3', 'types=j=STRUCT<a INT32, b INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 3', 'types=j=MAP<STRING, INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 4', 'types=j=INT32[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 4', 'types=j=STRING[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 5', 'types=j=UINT8[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 6', 'types=j=BLOB[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 6', 'types=j=FIXED(2)[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 7', 'types=j=INT8[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 5', 'types=j=BOOLEAN[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 8', 'types=j=DOUBLE[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 10', 'types=j=INT8[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 11', 'types=j=MAP<INT32, INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 12', 'types=j=MAP<STRING, MAP<STRING, INT8[][][]>>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 13', 'types=j=INT8[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 14', 'types=j=INT8[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT j FROM s WHERE rowid = 15', 'types=j=INT8[] NOT NULL');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''[0.1, 0.30000001192092896, 0.1234567890123]'' AS j', 'types=j=FLOAT[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''[9007199254740993]'' AS j', 'types=j=DOUBLE[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''["2024-02-30"]'' AS j', 'types=j=DATE[]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''[0]'' AS j', 'types=j=NULL[]');

-- Invalid types.
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=LIST<INT32');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<a INT32, b INT8, a INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=MAP<INT32[], INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<"a INT32>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=STRUCT<>');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=VARIANT<UINT8>');

-- Options that nested columns do not support.
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=INT32[]', 'sorted_by=j');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=INT32[]', 'encodings=j=BYTE_STREAM_SPLITS');
SELECT parquet_write('${TESTTMP}/x.parquet', 's', 'types=j=BOOLEAN[]', 'encodings=j=DELTA_BINARY_PACKED');
--! shell ls -A "${TESTTMP}"
