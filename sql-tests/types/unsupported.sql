-- Columns that cannot be read, next to one that can.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_unsupported.parquet');
SELECT "ok" FROM t;
SELECT sum(length("lzo")) FROM t;
SELECT sum(length("codec_42")) FROM t;
SELECT sum(length("encoding_77")) FROM t;
SELECT sum(length("alp_mode_1")) FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_no_column_metadata.parquet');
SELECT "ok" FROM t;
SELECT sum(length("lost")) FROM t;
DROP TABLE t;
