-- Files that cannot be opened.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/empty.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/too_short.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/no_magic.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/no_magic_first.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/not_parquet.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/truncated.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/footer_too_long.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/footer_length_zero.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/footer_length_negative.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/footer_garbage.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/footer_deep.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/footer_huge_list.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/schema_too_few.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/schema_too_many.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/schema_negative_children.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunks_missing.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/rows_negative.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/encrypted.parquet');
DROP TABLE IF EXISTS t;
