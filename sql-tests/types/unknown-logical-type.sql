-- Values in a column of logical type UNKNOWN, which must have none, are reported where
-- they are read, never returned as NULL.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/regressions/unknown_values.parquet');
SELECT name, type FROM pragma_table_xinfo('t');
SELECT row, nulls FROM t;
SELECT row, v FROM t WHERE row < 3;
SELECT v FROM t WHERE row = 3;
SELECT * FROM t;
SELECT count(v) FROM t;
SELECT count(*) FROM t WHERE v IS NULL;
SELECT count(*) FROM t WHERE v IS NOT NULL;
SELECT count(*) FROM t WHERE v = 30;
SELECT row FROM t ORDER BY v LIMIT 1;
SELECT g FROM t;
SELECT "g.w" FROM t;
SELECT count(*), count(nulls), max(nulls) FROM t WHERE nulls IS NULL;
SELECT row FROM read_parquet('testdata/regressions/unknown_values.parquet');
SELECT * FROM parquet_check('testdata/regressions/unknown_values.parquet');
SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count FROM parquet_metadata('testdata/regressions/unknown_values.parquet');
