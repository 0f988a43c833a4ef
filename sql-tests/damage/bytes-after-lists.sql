-- After the last page of a repeated leaf, bytes that are not a page are ignored.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/regressions/stray_bytes_of_lists.parquet');
SELECT whole FROM t;
SELECT whole FROM t WHERE rowid = 3;
SELECT count(*) FROM t WHERE whole IS NOT NULL;
-- They are an error if values are missing, because the last list may be longer.
SELECT cut FROM t WHERE rowid < 3;
SELECT cut FROM t;
CREATE VIRTUAL TABLE temp.rest USING parquet('testdata/regressions/stray_bytes_of_lists.parquet', salvage=on);
SELECT * FROM rest;
SELECT path_in_schema, page_id, num_values FROM parquet_pages('testdata/regressions/stray_bytes_of_lists.parquet');
SELECT path_in_schema, page_offset, kind, severity, finding FROM parquet_check('testdata/regressions/stray_bytes_of_lists.parquet');
