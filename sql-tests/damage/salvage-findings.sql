-- The findings of parquet_check for damaged files: which rows are lost, and the severity.
SELECT row_group_id, path_in_schema, page_offset, kind, severity, finding FROM parquet_check('testdata/salvage/damaged_flat_v1_index.parquet');
SELECT row_group_id, path_in_schema, page_offset, finding FROM parquet_check('testdata/salvage/damaged_flat_v1.parquet') WHERE kind = 'lost';
SELECT row_group_id, path_in_schema, page_offset, finding FROM parquet_check('testdata/salvage/damaged_flat_v2_index.parquet') WHERE kind = 'lost';
SELECT row_group_id, path_in_schema, page_offset, finding FROM parquet_check('testdata/salvage/damaged_nested_v1.parquet') WHERE kind = 'lost';
SELECT row_group_id, path_in_schema, page_offset, finding FROM parquet_check('testdata/salvage/damaged_nested_v2.parquet') WHERE kind = 'lost';
SELECT count(*) FROM parquet_check('testdata/salvage/flat_v1.parquet');
-- Scans report the same losses.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/salvage/damaged_flat_v2_index.parquet', salvage=on);
SELECT count(id), count(n), count(text), count(word), count(real), count(flag) FROM t;
SELECT json_extract(value, '$.column'), json_extract(value, '$.row_group'), json_extract(value, '$.page_offset'), json_extract(value, '$._file_row_number'), json_extract(value, '$.rows') FROM parquet_scan_stats, json_each(losses) WHERE table_name = 'temp.t';
-- Files of common writers have no errors.
SELECT kind, severity, finding FROM parquet_check('testdata/java_types.parquet') WHERE severity = 'error';
SELECT kind, severity, finding FROM parquet_check('testdata/duckdb_types.parquet') WHERE severity = 'error';
SELECT kind, severity, finding FROM parquet_check('testdata/rust_types.parquet') WHERE severity = 'error';
SELECT kind, severity, finding FROM parquet_check('testdata/pyarrow_types.parquet') WHERE severity = 'error';
SELECT DISTINCT severity, kind FROM parquet_check('testdata/fastparquet_types.parquet');
SELECT severity, kind, finding FROM parquet_check('testdata/handmade_v2_forms.parquet') ORDER BY 1, 2 LIMIT 4;
-- A file that was cut in the middle has no footer.
SELECT page_offset, kind, severity, finding FROM parquet_check('testdata/salvage/no_footer.parquet');
CREATE VIRTUAL TABLE temp.cut USING parquet('testdata/salvage/no_footer.parquet', salvage=on);
SELECT kind, finding FROM parquet_check('testdata/bad/no_magic.parquet');
SELECT kind, finding FROM parquet_check('testdata/bad/encrypted.parquet');
