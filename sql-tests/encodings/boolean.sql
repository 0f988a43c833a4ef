-- Booleans as bits and as runs.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_boolean_forms.parquet');
SELECT * FROM t;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_v1" = 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_v1" < 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_v1" >= 1;
SELECT count(*), min(rowid) FROM t WHERE "rle_v1" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_v2" = 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_v2" < 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_v2" >= 1;
SELECT count(*), min(rowid) FROM t WHERE "rle_v2" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "plain_pages" = 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "plain_pages" < 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "plain_pages" >= 1;
SELECT count(*), min(rowid) FROM t WHERE "plain_pages" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_then_plain" = 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_then_plain" < 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "rle_then_plain" >= 1;
SELECT count(*), min(rowid) FROM t WHERE "rle_then_plain" IS NULL;
DROP TABLE t;
