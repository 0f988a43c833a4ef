-- parquet_write() of nested values and of folders while each allocation, and each read, fails in turn.
CREATE TABLE t(i INTEGER, s TEXT, l TEXT, m TEXT, g BLOB);
INSERT INTO t VALUES (1, 'a', '[1,2]', '{"k":1.5}', x'0101000000000000000000f03f0000000000000040'), (2, 'b', '[]', '{}', NULL), (3, 'a', NULL, '{"x":null,"y":2}', x'0101000000000000000000f0bf0000000000000000'), (4, 'c', '[null]', NULL, NULL);
--! lost_memory
SELECT parquet_write('${TESTTMP}/nested.parquet', 'SELECT * FROM t', 'types=l=LIST<INT32>, m=MAP<STRING, DOUBLE>, g=GEOMETRY', 'overwrite=on');
--! lost_memory
SELECT parquet_write('${TESTTMP}/ordered.parquet', 'SELECT i, s FROM t', 'order_by=s DESC, i', 'sorted_by=s DESC', 'encodings=s=DELTA_BYTE_ARRAY', 'kv_metadata=a=b', 'field_ids=auto', 'row_group_size=2', 'overwrite=on');
--! lost_memory
SELECT parquet_write('${TESTTMP}/folder', 'SELECT i, s FROM t', 'partition_by=s', 'overwrite=on');
--! lost_memory
SELECT parquet_write('${TESTTMP}/numbered', 'SELECT i, s, l FROM t', 'rows_per_file=2', 'types=l=VARIANT<LIST<INT64>>', 'overwrite=on', 'return_files=on');
--! lost_memory
SELECT parquet_write('${TESTTMP}/nothing', 'SELECT i, s FROM t', 'partition_by=nowhere');
CREATE VIRTUAL TABLE nested USING parquet('${TESTTMP}/nested.parquet');
SELECT * FROM nested;
--! lost_memory
SELECT parquet_write('${TESTTMP}/copied.parquet', 'SELECT * FROM nested', 'overwrite=on');
SELECT row FROM read_parquet('${TESTTMP}/copied.parquet');
SELECT row FROM read_parquet('${TESTTMP}/ordered.parquet');
SELECT row FROM read_parquet('${TESTTMP}/folder/');
SELECT row FROM read_parquet('${TESTTMP}/numbered/');
--! shell cd ${TESTTMP} && find . | grep -v '/[^.].*[.]parquet$' | sort
