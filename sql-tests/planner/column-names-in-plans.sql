-- Columns whose names begin like words in the text of a plan: their constraints must be
-- recognised.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names_plan.parquet');
SELECT scan_id FROM t WHERE scan_id = 10;
SELECT scan FROM t WHERE scan = 1;
SELECT rowidx FROM t WHERE rowidx = 12;
SELECT rowid_ FROM t WHERE rowid_ > 3 AND rowidx IS NOT NULL;
SELECT "limit ?" FROM t WHERE "limit ?" = 14;
SELECT "a and b" FROM t WHERE "a and b" = 5 AND scan < 5;
SELECT "x#1" FROM t WHERE "x#1" >= 7;
SELECT scan_id, rowidx FROM t WHERE scan_id >= 0 ORDER BY rowidx DESC LIMIT 1;
SELECT max(scan) FROM t;
SELECT count(*) FROM t WHERE scan_id = 5 OR scan = 5 OR rowidx = 5 OR rowid = 5;
