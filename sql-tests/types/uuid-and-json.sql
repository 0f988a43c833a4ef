-- UUID and JSON as logical types.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_uuid_json.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("u"), typeof("j") FROM t LIMIT 4;
DROP TABLE t;
