-- What a footer in plain says of encrypted columns: neither bounds nor counts of values, of pages or
-- of their encodings, no Bloom filter, and no order by them.  With the keys all of it is there.
SELECT parquet_add_key('f', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('k', '101112131415161718191a1b1c1d1e1f');
CREATE TABLE temp.pay AS WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 300) SELECT i % 3 AS dept, 1000 + i AS pay, 'n' || (i % 50) AS name FROM s;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM pay', 'footer_key=f', 'column_keys=k: pay, name', 'plaintext_footer=on', 'order_by=dept, pay, name', 'bloom_filter=name, pay, dept');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT * FROM pay', 'footer_key=f', 'plaintext_footer=on', 'order_by=dept', 'bloom_filter=dept');
CREATE TEMP VIEW x AS SELECT path_in_schema AS c, num_values AS n, encodings, stats_min, stats_max, stats_null_count AS nulls, encoding_stats, bloom_filter_offset > 0 AS bloom, bloom_filter_length > 0 AS bloom_length FROM parquet_metadata('${TESTTMP}/x.parquet');
CREATE TEMP VIEW y AS SELECT path_in_schema AS c, num_values AS n, encodings, stats_min, stats_max, stats_null_count AS nulls, encoding_stats, bloom_filter_offset > 0 AS bloom, bloom_filter_length > 0 AS bloom_length FROM parquet_metadata('${TESTTMP}/y.parquet');
SELECT * FROM x;
SELECT * FROM y;
SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/x.parquet', 'pay', 5);
SELECT count(*) FROM parquet_check('${TESTTMP}/x.parquet');
SELECT parquet_add_key('f', NULL), parquet_add_key('k', NULL);
SELECT * FROM x;
SELECT * FROM y;
SELECT count(*) FROM read_parquet('${TESTTMP}/x.parquet', 'columns=dept') WHERE json_extract(row, '$.dept') = 2;
SELECT kind, severity, path_in_schema, finding FROM parquet_check('${TESTTMP}/x.parquet');
