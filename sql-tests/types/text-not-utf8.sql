-- Text is passed on as stored.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_text_not_utf8.parquet');
SELECT * FROM t;
DROP TABLE t;
