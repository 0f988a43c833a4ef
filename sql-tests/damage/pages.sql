-- Pages whose bodies break the format.  The error names the column; the other column reads.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_too_few_values.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_too_few_levels.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/levels_too_long.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/levels_out_of_page_v2.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/text_past_page.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/text_negative_length.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunk_too_few_values.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunk_too_many_values.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunk_count_differs.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/split_not_multiple.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;
