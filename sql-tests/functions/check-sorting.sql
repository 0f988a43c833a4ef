-- parquet_check() with several sorting_columns: the second column matters only where the
-- first has equal values.
SELECT row_group_id, kind, severity, finding FROM parquet_check('testdata/salvage/sorting_claims.parquet') WHERE kind = 'sorting_columns';
