-- Rare metadata: a signed footer, unknown geometry types, and a Bloom filter that lacks the
-- values of its FLOAT16 column.
SELECT encryption_algorithm, hex(footer_signing_key_metadata), num_rows FROM parquet_file_metadata('testdata/regressions/signed_footer.parquet');
SELECT geo_types FROM parquet_metadata('testdata/regressions/geometry_types.parquet');
SELECT kind, finding, severity FROM parquet_check('testdata/regressions/geometry_types.parquet');
SELECT path_in_schema, kind, finding, severity FROM parquet_check('testdata/regressions/halves_not_in_bloom.parquet');

-- An encoding without a name is shown as its number.
SELECT parquet_write('${TESTTMP}/encoding.parquet', 'WITH i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100) SELECT ''a text'' AS t FROM i');
--! shell cd ${TESTTMP} && LC_ALL=C sed "s/$(printf '\020\006\031')/$(printf '\020\176\031')/" encoding.parquet > unknown_encoding.parquet
SELECT encodings FROM parquet_metadata('${TESTTMP}/encoding.parquet') UNION ALL SELECT encodings FROM parquet_metadata('${TESTTMP}/unknown_encoding.parquet');

-- All functions give a column the same path: also one with a NUL in its name, or in a group.
SELECT quote(CAST(path_in_schema AS BLOB)) FROM parquet_pages('testdata/regressions/names_made_up.parquet') WHERE column_id = 3;
SELECT count(*) FROM parquet_pages('testdata/regressions/names_made_up.parquet') AS p
  JOIN parquet_metadata('testdata/regressions/names_made_up.parquet') AS m USING (column_id, row_group_id, path_in_schema);
SELECT DISTINCT p.path_in_schema FROM parquet_pages('testdata/trips.parquet') AS p
  JOIN parquet_metadata('testdata/trips.parquet') AS m USING (column_id, path_in_schema) WHERE p.path_in_schema LIKE '%zone';
