-- Table-valued functions about a file: columns in DuckDB's order, and their contents.
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_schema') WHERE hidden = 0;
SELECT count(*) FROM pragma_table_xinfo('parquet_schema') WHERE hidden = 0 AND name = 'duckdb_type';
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_metadata') WHERE hidden = 0;
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_file_metadata') WHERE hidden = 0;
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_kv_metadata') WHERE hidden = 0;
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_pages') WHERE hidden = 0;
SELECT group_concat(name) FROM pragma_table_xinfo('read_parquet') WHERE hidden = 0;

-- parquet_schema: a row for each element, the root first.
SELECT file_name, name, type, type_length, repetition_type, num_children, converted_type, scale, precision, field_id, logical_type, sqlite_type, column_id
    FROM parquet_schema('sql-tests/data/fruits_a.parquet');
SELECT name, duckdb_type = sqlite_type FROM parquet_schema('sql-tests/data/fruits_a.parquet') WHERE type IS NOT NULL;
SELECT name, repetition_type, num_children, type FROM parquet_schema('sql-tests/data/nested.parquet') WHERE column_id BETWEEN 1 AND 7;
SELECT name, type, type_length + 0, converted_type, scale, precision FROM parquet_schema('sql-tests/data/payments.parquet') WHERE converted_type = 'DECIMAL';
SELECT name FROM parquet_schema('sql-tests/data/names.parquet') WHERE type = 'INT32';

-- parquet_metadata: a row for each column chunk.
SELECT count(*), count(DISTINCT row_group_id), count(DISTINCT column_id) FROM parquet_metadata('sql-tests/data/numbers.parquet');
SELECT row_group_id, row_group_num_rows, row_group_num_columns, column_id, num_values, path_in_schema, type, compression
    FROM parquet_metadata('sql-tests/data/fruits_a.parquet');
SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count, stats_distinct_count FROM parquet_metadata('sql-tests/data/fruits_a.parquet');
SELECT DISTINCT row_group_id, stats_min_value, stats_max_value FROM parquet_metadata('sql-tests/data/numbers.parquet') WHERE path_in_schema = 'n';
SELECT row_group_id, column_id, data_page_offset, dictionary_page_offset, total_compressed_size, total_uncompressed_size
    FROM parquet_metadata('sql-tests/data/fruits_a.parquet') WHERE path_in_schema IN ('id', 'ripe');
SELECT path_in_schema FROM parquet_metadata('sql-tests/data/nested.parquet');
SELECT sum(total_compressed_size) = max(row_group_compressed_bytes) FROM parquet_metadata('sql-tests/data/fruits_a.parquet');
SELECT encoding_stats, has_offset_index, has_column_index, has_bloom_filter, count(*) FROM parquet_metadata('testdata/trips.parquet') GROUP BY 1, 2, 3, 4;
SELECT path_in_schema, encoding_stats, json_array_length(encoding_stats) AS n, has_offset_index, has_bloom_filter FROM parquet_metadata('testdata/pyarrow_bloom.parquet') WHERE row_group_id = 0;
SELECT max(has_offset_index), max(has_column_index), max(has_bloom_filter), count(encoding_stats), sum(stats_nan_count) FROM parquet_metadata('testdata/duckdb_types.parquet');

-- parquet_file_metadata and parquet_kv_metadata.
SELECT file_name, created_by, num_rows, num_row_groups, format_version, encryption_algorithm, footer_signing_key_metadata, file_size_bytes, footer_size
    FROM parquet_file_metadata('sql-tests/data/fruits_a.parquet');
SELECT num_rows, num_row_groups FROM parquet_file_metadata('sql-tests/data/numbers.parquet');
-- The issues that report what is wrong in files of this writer.
SELECT file_name, created_by, writer_faults FROM parquet_file_metadata('testdata/writers/signed_bytes_mr.parquet');
SELECT created_by, writer_faults FROM parquet_file_metadata('testdata/writers/first_batch.parquet');
SELECT created_by, writer_faults FROM parquet_file_metadata('testdata/writers/no_arrow_dictionaries.parquet');
SELECT created_by, writer_faults FROM parquet_file_metadata('testdata/writers/reused_buffer_unnamed.parquet');
SELECT writer_faults FROM parquet_file_metadata('testdata/trips.parquet');
SELECT file_name, CAST(key AS TEXT), CAST(value AS TEXT) FROM parquet_kv_metadata('sql-tests/data/fruits_a.parquet');
SELECT count(*) FROM parquet_kv_metadata('sql-tests/data/fruits_b.parquet');

-- parquet_pages: a row for each page.
SELECT count(*) > 100 FROM parquet_pages('sql-tests/data/numbers.parquet');
SELECT count(*) FROM parquet_pages('sql-tests/data/fruits_a.parquet');

-- read_parquet: a JSON object for each row.
SELECT "row" FROM read_parquet('sql-tests/data/fruits_a.parquet');
SELECT count(*), sum(json_extract("row", '$.n')) FROM read_parquet('sql-tests/data/numbers.parquet');
SELECT json_extract("row", '$.x.y') FROM read_parquet('sql-tests/data/names.parquet');

-- The path may come from a query: a function is called for each of its rows.
CREATE TABLE files(path);
INSERT INTO files VALUES('sql-tests/data/fruits_a.parquet'), ('sql-tests/data/fruits_b.parquet'), ('sql-tests/data/fruits_c.parquet');
SELECT file_name, num_rows FROM files JOIN parquet_file_metadata(files.path);
SELECT path, (SELECT count(*) FROM parquet_schema(files.path)) FROM files;
SELECT files.path, count(*) FROM files, parquet_metadata(files.path) GROUP BY 1;
