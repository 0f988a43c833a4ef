-- The options of parquet_write().
CREATE TABLE t(a INTEGER, b TEXT);
INSERT INTO t WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100)
  SELECT x, 'text ' || (x % 7) FROM c;

SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT DISTINCT compression FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'compression=none');
SELECT DISTINCT compression FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'Codec = ''SNAPPY''');
SELECT DISTINCT compression FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'compression=gzip', 'compression_level=9');
SELECT DISTINCT compression FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'compression=lz4');
SELECT DISTINCT compression FROM parquet_metadata('${TESTTMP}/t.parquet');

SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'row_group_size=40');
SELECT row_group_id, row_group_num_rows FROM parquet_metadata('${TESTTMP}/t.parquet') WHERE column_id = 0;
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'chunk_size=60', 'row_group_size_bytes=64 KiB');
SELECT row_group_id, row_group_num_rows FROM parquet_metadata('${TESTTMP}/t.parquet') WHERE column_id = 0;
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'data_page_row_limit=25', 'dictionary_size_limit=0');
SELECT column_id, count(*) FROM parquet_pages('${TESTTMP}/t.parquet') WHERE page_type LIKE 'DATA_PAGE%' GROUP BY 1;
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'parquet_version=v2');
SELECT DISTINCT page_type FROM parquet_pages('${TESTTMP}/t.parquet') WHERE page_type LIKE 'DATA_PAGE%';
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'data_page_version=1');
SELECT DISTINCT page_type FROM parquet_pages('${TESTTMP}/t.parquet') WHERE page_type LIKE 'DATA_PAGE%';

-- Encodings: for all columns that support them, and by column.
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encoding=DELTA_BINARY_PACKED');
SELECT path_in_schema, encodings LIKE '%DELTA_BINARY_PACKED%' FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encodings=a=BYTE_STREAM_SPLIT, b=delta_length_byte_array');
SELECT path_in_schema, encodings LIKE '%BYTE_STREAM_SPLIT%', encodings LIKE '%DELTA_LENGTH_BYTE_ARRAY%' FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encoding=dictionary', 'encodings=a=PLAIN');
SELECT path_in_schema, encodings LIKE '%RLE_DICTIONARY%' FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encodings=a=DELTA_BYTE_ARRAY');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encodings=b=RLE');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encodings=b=BIT_PACKED');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'encoding=delta');

-- compatibility=wide: what old readers know, unless other options ask for more.
CREATE VIEW wide AS SELECT a, a * 1000 AS b, b AS c, a / 8.0 AS d, a > 50 AS e, json_array(a) AS f FROM t;
SELECT parquet_write('${TESTTMP}/w.parquet', 'wide', 'types=e=BOOLEAN,f=LIST<INT64>');
SELECT path_in_schema, compression, encodings FROM parquet_metadata('${TESTTMP}/w.parquet');
SELECT parquet_write('${TESTTMP}/w.parquet', 'wide', 'types=e=BOOLEAN,f=LIST<INT64>', 'compatibility=wide');
SELECT path_in_schema, compression, encodings FROM parquet_metadata('${TESTTMP}/w.parquet');
SELECT DISTINCT page_type FROM parquet_pages('${TESTTMP}/w.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/w.parquet');
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT b FROM wide', 'compression=gzip', 'encoding=auto', 'compatibility=wide');
SELECT path_in_schema, compression, encodings FROM parquet_metadata('${TESTTMP}/w.parquet');
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT b FROM wide', 'compatibility=current');
SELECT path_in_schema, compression, encodings FROM parquet_metadata('${TESTTMP}/w.parquet');
SELECT parquet_write('${TESTTMP}/w.parquet', 'wide', 'compatibility=old');

-- Bloom filters.
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'bloom_filter=B', 'bloom_filter_false_positive_ratio=0.001');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/t.parquet', 'b', 'text 3');
SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/t.parquet', 'b', 'text 8');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'bloom_filter=none');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL FROM parquet_metadata('${TESTTMP}/t.parquet');

-- Sort orders are checked.
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'sorted_by=a');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM t ORDER BY b DESC, a', 'sorted_by="b" desc, a ASC  NULLS first');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT CASE WHEN a < 3 THEN NULL ELSE a END AS a FROM t', 'sorted_by=a');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT CASE WHEN a > 90 THEN NULL ELSE a END AS a FROM t', 'sorted_by=a NULLS LAST');
SELECT parquet_write('${TESTTMP}/n.parquet', 'SELECT CASE WHEN a < 50 THEN NULL ELSE a * 0.5 END AS a, NULL AS n FROM t', 'sorted_by=a, n', 'row_group_size=20');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/n.parquet') WHERE type NOT NULL;
SELECT count(*) FROM parquet_check('${TESTTMP}/n.parquet');

-- Keys and values; field ids.
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'kv_metadata=one=1, "k, 2"=''it''''s, so'', three = a = b , empty=, json={"x": 1}');
SELECT key, value FROM parquet_kv_metadata('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'field_ids=auto');
SELECT name, field_id FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'field_ids=b=17');
SELECT name, field_id FROM parquet_schema('${TESTTMP}/t.parquet');

-- Existing files are replaced, unless overwrite is off.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS x', 'overwrite=off');
SELECT parquet_write('${TESTTMP}/new.parquet', 'SELECT 1 AS x', 'overwrite=off', 'progress=off', 'threads=1');
SELECT parquet_write('${TESTTMP}/new2.parquet', 'SELECT 1 AS x', 'threads=3');
SELECT count(*) FROM read_parquet('${TESTTMP}/t.parquet');
--! shell ls -A "${TESTTMP}"

-- Unknown options and bad values.
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'colour=red');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', NULL);
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression=zip');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression=lzo');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression=zstd', 'codec=zstd');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression=snappy', 'compression_level=1');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression_level=10', 'compression=gzip');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'compression_level=high');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'row_group_size=0');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'row_group_size=1e6');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'row_group_size_bytes=12 apples');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'page_size=99999999999999999999');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'page_size=');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'data_page_version=3');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'bloom_filter=');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t LIMIT 0', 'bloom_filter="a');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t LIMIT 0', 'bloom_filter=""');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t LIMIT 0', 'bloom_filter=a,b,A');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'bloom_filter_false_positive_ratio=1.0');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'bloom_filter_false_positive_ratio=a');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'overwrite=maybe');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types=a');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types=a=MONEY');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types=a=INT8,a=INT16');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types="a=INT8');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types==INT8');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types=c=INT8');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'encodings=c=PLAIN');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'bloom_filter=a, c');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'sorted_by=c');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'sorted_by=a upwards');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'field_ids=c=1');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'field_ids=a=one');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'field_ids=a=1,b=01');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'field_ids=a=1,A=2');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'encodings=a=PLAIN,a=RLE_DICTIONARY');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'sorted_by=a,a DESC');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'bloom_filter=a,b,a');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'kv_metadata=key');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'sorted_by=b');
--! shell ls -A "${TESTTMP}"
