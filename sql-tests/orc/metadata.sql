-- orc_schema(), orc_metadata(), orc_file_metadata() and orc_kv_metadata().
SELECT name, path_in_schema, column_id, parent_id, type, num_children, sqlite_type, attributes FROM orc_schema('testdata/orc/pyarrow_nested.orc');
SELECT name, type, maximum_length, precision, scale, sqlite_type, calendar FROM orc_schema('testdata/orc/pyarrow_types.orc');
SELECT name, calendar FROM orc_schema('testdata/orc/pyarrow_julian.orc') WHERE calendar IS NOT NULL;
SELECT file_name, format_version, writer, software_version, writer_version, compression, compression_block_size, num_rows, num_stripes, num_columns, row_index_stride FROM orc_file_metadata('testdata/orc/pyarrow_*.orc');
SELECT file_size_bytes, content_size, metadata_size, footer_size, calendar, is_encrypted FROM orc_file_metadata('testdata/orc/pyarrow_julian.orc');
SELECT * FROM orc_kv_metadata('testdata/orc/pyarrow_metadata.orc');
SELECT count(*) FROM orc_kv_metadata('testdata/orc/pyarrow_types.orc');

-- Stripes and their columns.
SELECT DISTINCT stripe_id, stripe_offset, stripe_num_rows, stripe_bytes, writer_timezone FROM orc_metadata('testdata/orc/pyarrow_strides.orc');
SELECT column_id, path_in_schema, type, encoding, dictionary_size, column_bytes, has_row_index, has_bloom_filter FROM orc_metadata('testdata/orc/pyarrow_bloom.orc');
SELECT path_in_schema, stats_num_values, stats_has_null, stats_min, stats_max, stats_sum FROM orc_metadata('testdata/orc/pyarrow_types.orc');
SELECT stats_min, length(stats_max), min_is_exact, max_is_exact FROM orc_metadata('testdata/orc/pyarrow_types.orc') WHERE type = 'STRING';
SELECT path_in_schema, streams FROM orc_metadata('testdata/orc/pyarrow_dictionary.orc');
SELECT m.path_in_schema, json_extract(s.value, '$.kind') AS kind, json_extract(s.value, '$.length') AS length FROM orc_metadata('testdata/orc/pyarrow_nested.orc') AS m, json_each(m.streams) AS s WHERE m.column_id BETWEEN 5 AND 9;
SELECT count(*) FROM orc_metadata('testdata/orc/pyarrow_zero_rows.orc');

-- The rows of several files; and numbers that fit the table's.
SELECT count(*), count(DISTINCT file_name) FROM orc_metadata('testdata/orc/pyarrow_*.orc') WHERE column_id = 0;
CREATE VIRTUAL TABLE t USING orc('testdata/orc/pyarrow_strides.orc');
SELECT count(*) FROM (SELECT _row_group, count(*), min(id), max(id) FROM t GROUP BY 1 INTERSECT SELECT stripe_id, stripe_num_rows, CAST(stats_min AS INTEGER), CAST(stats_max AS INTEGER) FROM orc_metadata('testdata/orc/pyarrow_strides.orc') WHERE path_in_schema = 'id');

-- Files of the other format.
SELECT * FROM orc_schema('testdata/trips.parquet');
SELECT * FROM orc_check('testdata/trips.parquet');
SELECT * FROM parquet_schema('testdata/orc/pyarrow_types.orc');
SELECT * FROM parquet_pages('testdata/orc/pyarrow_types.orc');
SELECT * FROM parquet_check('testdata/orc/pyarrow_types.orc');
--! shell printf 'PK\003\004 and so on' > ${TESTTMP}/zip.orc
SELECT * FROM orc_schema('${TESTTMP}/zip.orc');
--! shell printf '' > ${TESTTMP}/empty.orc
SELECT * FROM orc_schema('${TESTTMP}/empty.orc');
