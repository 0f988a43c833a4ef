-- parquet_check(path) returns one row for each finding, and none for a sound file.
SELECT group_concat(name) FROM pragma_table_xinfo('parquet_check') WHERE hidden = 0;
SELECT count(*) FROM parquet_check('testdata/trips.parquet');
SELECT count(*) FROM parquet_check('testdata/pyarrow_types.parquet');
SELECT count(*) FROM parquet_check('testdata/duckdb_bloom.parquet');
SELECT count(*) FROM parquet_check('testdata/java_repeated_beside.parquet');
SELECT count(*) FROM parquet_check('testdata/rust_pages_v2.parquet');
SELECT count(*) FROM parquet_check('testdata/fastparquet_types.parquet');
SELECT count(*) FROM parquet_check('testdata/polars_types.parquet');
SELECT count(*) FROM parquet_check('testdata/pyarrow_no_row_groups.parquet');

-- The file: magic, footer, schema.
SELECT * FROM parquet_check('testdata/bad/no_magic_first.parquet');
SELECT * FROM parquet_check('testdata/bad/footer_garbage.parquet');
SELECT * FROM parquet_check('testdata/bad/encrypted.parquet');
SELECT column_id, path_in_schema, kind, finding FROM parquet_check('testdata/regressions/decimal_scale_negative.parquet');
SELECT row_group_id, column_id, path_in_schema, page_offset, kind, finding FROM parquet_check('testdata/handmade_wrong_offsets.parquet');

-- Pages: the check of a chunk ends at the damage and continues with the next chunk.
SELECT row_group_id, column_id, path_in_schema, page_offset, kind, finding FROM parquet_check('testdata/bad/second_row_group.parquet');
SELECT row_group_id, column_id, path_in_schema, page_offset, kind, finding FROM parquet_check('testdata/handmade_unsupported.parquet');
SELECT page_offset, kind, finding FROM parquet_check('testdata/bad/wrong_crc.parquet');
SELECT page_offset, kind, finding FROM parquet_check('testdata/bad/dictionary_index_out_of_range.parquet');
SELECT page_offset, kind, finding FROM parquet_check('testdata/bad/delta_count.parquet');
SELECT page_offset, kind, finding FROM parquet_check('testdata/bad/page_huge.parquet');
SELECT page_offset, kind, finding FROM parquet_check('testdata/regressions/v2_rows_differ.parquet');
SELECT page_offset, kind, finding FROM parquet_check('testdata/regressions/rows_behind_the_last.parquet');

-- Values, and metadata about them.
SELECT path_in_schema, kind, finding FROM parquet_check('testdata/handmade_statistics.parquet');
SELECT path_in_schema, kind, finding FROM parquet_check('testdata/handmade_text_not_utf8.parquet');
SELECT path_in_schema, severity, kind, finding FROM parquet_check('testdata/handmade_json_not_valid.parquet');
SELECT path_in_schema, kind, finding FROM parquet_check('testdata/handmade_times_beyond_day.parquet');
SELECT path_in_schema, kind, finding FROM parquet_check('testdata/handmade_old_sizes.parquet');
SELECT severity, path_in_schema, kind, finding FROM parquet_check('testdata/writers/null_page_polars.parquet');

-- Every damaged file has a finding; a path that cannot be read is an error.
SELECT count(*) FROM parquet_check('testdata/bad/truncated.parquet');
SELECT * FROM parquet_check('testdata/no_such_file.parquet');
SELECT * FROM parquet_check('testdata/no_such_folder/');
SELECT * FROM parquet_check;
SELECT count(*) FROM parquet_check(NULL);

-- DIRECTONLY.
CREATE VIEW checking AS SELECT * FROM parquet_check('testdata/trips.parquet');
SELECT * FROM checking;

-- The path argument is kept in a query with OR.
SELECT path_in_schema FROM parquet_metadata('testdata/duckdb_types.parquet') WHERE column_id = 0 OR column_id = 1;
-- A file that ends within a page header.
--! shell printf 'PAR1\025\004\025\010\025\010\114\025\002\025' > ${TESTTMP}/ends.parquet
SELECT kind, finding FROM parquet_check('${TESTTMP}/ends.parquet');
