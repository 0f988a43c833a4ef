-- Files that other readers accept.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/regressions/accepted_elsewhere.parquet');
SELECT * FROM t;
SELECT count(*) FROM t;
SELECT rows0, framed, stray FROM t WHERE rowid = 9;
SELECT path_in_schema, page_id, page_type, num_values, num_rows, first_row, compressed_size FROM parquet_pages('testdata/regressions/accepted_elsewhere.parquet');
-- Parquet.jl's checksums of 0 are ignored; those of other writers are verified.
CREATE VIRTUAL TABLE temp.julia USING parquet('testdata/regressions/zero_checksums.parquet');
SELECT a FROM julia;
SELECT crc FROM parquet_pages('testdata/regressions/zero_checksums.parquet');
SELECT count(*) FROM parquet_check('testdata/regressions/zero_checksums.parquet');
CREATE VIRTUAL TABLE temp.other USING parquet('testdata/regressions/zero_checksums_of_others.parquet');
SELECT a FROM other;
SELECT crc FROM parquet_pages('testdata/regressions/zero_checksums_of_others.parquet');
-- Pages of repeated leaves.
CREATE VIRTUAL TABLE temp.lists USING parquet('testdata/regressions/pages_of_lists.parquet');
SELECT * FROM lists;
SELECT path_in_schema, page_id, page_type, num_values, num_nulls, num_rows, first_row, min_value, max_value, crc FROM parquet_pages('testdata/regressions/pages_of_lists.parquet');
-- Bytes that are not a page are damage if values are missing.
SELECT count(*) FROM parquet_pages('testdata/regressions/rows_claimed_beside_damage.parquet');
