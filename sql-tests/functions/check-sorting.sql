-- parquet_check() and sorting_columns of several columns: where the first column decides
-- the order, the second does not count.
SELECT row_group_id, kind, severity, finding FROM parquet_check('testdata/salvage/sorting_claims.parquet') WHERE kind = 'sorting_columns';
