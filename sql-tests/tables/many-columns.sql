-- 3,000 columns, more than SQLite allows: the option columns chooses some.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_wide.parquet');

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_wide.parquet', columns='x00000,x01500,x02999');
SELECT * FROM t;
SELECT x02999 FROM t WHERE x01500 = 1500;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_zero_columns.parquet');
SELECT count(*) FROM t;
SELECT _file, _file_row_number, _row_group FROM t;
DROP TABLE t;
