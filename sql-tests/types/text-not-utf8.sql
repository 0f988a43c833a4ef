-- Text that is not UTF-8 is returned as it is stored.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_text_not_utf8.parquet');
SELECT * FROM t;
DROP TABLE t;
