-- Delta encodings that break the format.  The error names the column; the other column reads.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_block_zero.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_block_100.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_miniblocks_zero.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_miniblocks_3.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_count.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_truncated.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_width_65.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_length_negative.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_length_past_page.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_prefix_too_long.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_prefix_first.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/delta_fixed_width.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;
