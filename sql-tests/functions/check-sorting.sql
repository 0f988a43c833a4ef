-- parquet_check() with several sorting_columns: the second column matters only where the
-- first has equal values.
SELECT row_group_id, kind, severity, finding FROM parquet_check('testdata/salvage/sorting_claims.parquet') WHERE kind = 'sorting_columns';
-- Of more rows than are read at once: b ascends, and the claim says that it descends.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE i(b) AS (VALUES(1) UNION ALL SELECT b + 1 FROM i WHERE b < 1500) SELECT 1 AS a, b FROM i', 'sorted_by=a, b');
--! shell LC_ALL=C sed "s/$(printf '\025\002\022\021')/$(printf '\025\002\021\021')/" ${TESTTMP}/t.parquet > ${TESTTMP}/claim.parquet
SELECT finding FROM parquet_check('${TESTTMP}/t.parquet');
SELECT finding FROM parquet_check('${TESTTMP}/claim.parquet');
