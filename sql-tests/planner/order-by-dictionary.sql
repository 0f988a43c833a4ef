-- ORDER BY reads rows in growing passes: test results of dictionary entries from one pass
-- are not valid in the next.  (All rows are in one row group, whose dictionary is too large
-- to be tested at once.)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_large_dictionary.parquet');
SELECT count(*), count(DISTINCT s) FROM (SELECT s FROM t ORDER BY s LIMIT -1);
SELECT count(*), count(DISTINCT i) FROM (SELECT i FROM t ORDER BY i DESC LIMIT -1);
SELECT count(*) FROM (SELECT s FROM t WHERE s IS NOT NULL ORDER BY s LIMIT 5000);
