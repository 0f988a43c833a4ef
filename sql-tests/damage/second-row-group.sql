-- A damaged page leaves the pages before it readable.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/second_row_group.parquet');
SELECT sum(length(c)) FROM t;
SELECT c FROM t WHERE rowid = 3;
SELECT sum(c) FROM t WHERE rowid <= 10;
SELECT sum(c) FROM t WHERE _row_group = 0;
SELECT sum(ok), count(*) FROM t;
DROP TABLE t;
