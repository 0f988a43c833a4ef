-- Rare metadata: a signed footer, unknown geometry types, and a Bloom filter without the
-- values of its column of FLOAT16.
SELECT encryption_algorithm, hex(footer_signing_key_metadata), num_rows FROM parquet_file_metadata('testdata/regressions/signed_footer.parquet');
SELECT geo_types FROM parquet_metadata('testdata/regressions/geometry_types.parquet');
SELECT kind, finding, severity FROM parquet_check('testdata/regressions/geometry_types.parquet');
SELECT path_in_schema, kind, finding, severity FROM parquet_check('testdata/regressions/halves_not_in_bloom.parquet');
