-- Unknown fields everywhere, and fields that must not be trusted.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_unknown_fields.parquet');
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_wrong_offsets.parquet');
SELECT * FROM t;
DROP TABLE t;
