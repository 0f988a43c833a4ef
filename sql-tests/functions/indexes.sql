-- parquet_indexes: which metadata each column chunk has, and why queries do not use it.
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_indexes') WHERE hidden = 0;
SELECT * FROM parquet_indexes('testdata/pyarrow_sorted.parquet') WHERE row_group_id = 3;
SELECT column_id, column_name, has_statistics, num_pages, statistics_unused, dictionary_unused FROM parquet_indexes('testdata/trips.parquet') WHERE row_group_id = 1;

-- Statistics.
CREATE TEMP TABLE files(path);
INSERT INTO files VALUES('handmade_statistics'), ('handmade_statistics_no_orders'), ('pyarrow_constant'),
    ('writers/cut_maximum'), ('writers/nan_cpp'), ('writers/deprecated_texts_pages'), ('java_types'),
    ('regressions/unknown_values'), ('handmade_no_column_metadata'), ('regressions/decimal_scale_huge_binary');
SELECT path, statistics_unused, count(*) FROM files JOIN parquet_indexes('testdata/' || path || '.parquet')
 WHERE statistics_unused IS NOT NULL GROUP BY 1, 2;

-- Statistics of Variants and geometries.
SELECT column_name, statistics_unused, page_index_unused, bloom_filter_unused, dictionary_unused
  FROM parquet_indexes('testdata/duckdb_variant.parquet') WHERE statistics_unused LIKE '%Variant%' LIMIT 1;
SELECT column_name, statistics_unused, count(*) FROM parquet_indexes('testdata/geo_covering_wrong.parquet')
 WHERE column_name LIKE '%.%' AND statistics_unused IS NOT NULL GROUP BY 1, 2 LIMIT 6;
SELECT column_name, statistics_unused FROM parquet_indexes('testdata/geo_chunk_boxes.parquet')
 WHERE statistics_unused LIKE '%box%' GROUP BY 1, 2 LIMIT 6;

-- Page indexes.
INSERT INTO files VALUES('pyarrow_floats'), ('writers/nulls_of_headers'), ('writers/pages_above_chunk'), ('writers/nulls_of_pages');
SELECT path, has_offset_index, has_column_index, page_index_unused, count(*)
  FROM files JOIN parquet_indexes('testdata/' || path || '.parquet')
 WHERE page_index_unused IS NOT NULL GROUP BY 1, 2, 3, 4;
SELECT column_name, num_pages, pages_with_bounds FROM parquet_indexes('testdata/pyarrow_floats.parquet') WHERE num_pages <> pages_with_bounds LIMIT 3;

-- Bloom filters and dictionaries.
SELECT column_name, has_bloom_filter, bloom_filter_unused FROM parquet_indexes('testdata/writers/bloom_gaps.parquet') GROUP BY 2, 3;
SELECT column_name, has_bloom_filter, bloom_filter_unused FROM parquet_indexes('testdata/pyarrow_bloom.parquet') WHERE row_group_id = 0;
SELECT column_name, dictionary_unused FROM parquet_indexes('testdata/pyarrow_sorted.parquet') WHERE row_group_id = 0 AND column_id IN (2, 3);
