-- Bloom filters that are written unasked: judged by what a look-up would read and decompress.
CREATE TABLE t AS WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 15000)
  SELECT printf('%08x%08x', x * 2654435761 % 4294967291, x * x * 40503 % 4294967279) AS hex,
         printf('number %06d of many %03x', x * 7919 % 20011, x * x % 4093) AS shuffled, x * 2654435761 % 4294967291 AS number,
         'kind ' || x % 10 AS kind FROM n;

-- Zstandard halves the hexadecimal digits, which look-ups decompress all the same.  It leaves little of the shuffled texts, to
-- which a filter would add too much; Snappy leaves more.  Integers are too small for filters to save much.
SELECT parquet_write('${TESTTMP}/b.parquet', 't');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL AS filter FROM parquet_metadata('${TESTTMP}/b.parquet');
SELECT parquet_write('${TESTTMP}/b.parquet', 't', 'compression=snappy');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL AS filter FROM parquet_metadata('${TESTTMP}/b.parquet');
SELECT * FROM parquet_check('${TESTTMP}/b.parquet');

-- Where the pages are in the order of their values, a filter would exclude nothing more.
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT hex AS up, shuffled FROM t ORDER BY 1', 'compression=snappy', 'data_page_row_limit=1000');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL AS filter FROM parquet_metadata('${TESTTMP}/b.parquet');
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT hex AS down, shuffled FROM t ORDER BY 1 DESC', 'compression=snappy', 'data_page_row_limit=1000');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL AS filter FROM parquet_metadata('${TESTTMP}/b.parquet');

-- Nor do filters of integers that fill their range.
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT k AS dense, k * 1000 AS sparse FROM (SELECT number % 970 AS k FROM t)', 'encoding=RLE_DICTIONARY');
SELECT path_in_schema, bloom_filter_offset IS NOT NULL AS filter FROM parquet_metadata('${TESTTMP}/b.parquet');

-- Sizes are powers of two.  A filter of half the size is written unasked if it finds at most twice as many values that are not
-- there; one that was asked for keeps the ratio.
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT hex FROM t', 'bloom_filter=auto');
SELECT bloom_filter_length / 1024 FROM parquet_metadata('${TESTTMP}/b.parquet');
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT hex FROM t', 'bloom_filter=hex');
SELECT bloom_filter_length / 1024 FROM parquet_metadata('${TESTTMP}/b.parquet');
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT hex FROM t', 'bloom_filter=hex', 'bloom_filter_false_positive_ratio=0.02');
SELECT bloom_filter_length / 1024 FROM parquet_metadata('${TESTTMP}/b.parquet');

-- A filter that would take more than a sixth of the compressed bytes is not written.
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT ''a long and repetitive text before a number that differs '' || x AS long FROM (SELECT number % 14000 AS x FROM t)');
SELECT bloom_filter_length, total_compressed_size / 1024 < 6 * 16, (total_compressed_size + total_uncompressed_size) / 1024 > 16 * 16
FROM parquet_metadata('${TESTTMP}/b.parquet');
